"""Environments raise a clear error after close() and after their viewer has ended; reset() starts the viewer again."""
import signal
import sys

import numpy as np
import pytest

import marblemaze as mm
from marblemaze import env as environments

ALL = [getattr(environments, f"MarbleMaze{name}{many}") for name in ("Moves", "Tilt", "Rest") for many in ("", "Vector")]
ONE, MANY = ALL[::2], ALL[1::2]

# A viewer that answers each pose and exits after a number of poses, as if its window was closed. A
# slow viewer takes long for the last pose.
VIEWER = """#!{python}
import sys, time
window, size = sys.argv[2] == "window", sys.argv[3].removeprefix("--resolution=").split("x")
answer = b"\\0" if window else bytes(int(size[0]) * int(size[1]) * 3)
for left in range({poses}, 0, -1):
    while sys.stdin.buffer.readline().startswith(b"{{"):
        pass
    time.sleep(60 if {slow} and left == 1 else 0)
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
"""


@pytest.fixture
def viewer(tmp_path, monkeypatch):
    """Makes a viewer that ends after some poses."""
    def make(poses, slow=False):
        path = tmp_path / "viewer"
        path.write_text(VIEWER.format(python=sys.executable, poses=poses, slow=slow))
        path.chmod(0o755)
        monkeypatch.setenv("MARBLEMAZE_VIEWER", str(path))
    return make


def an_action(env):
    return np.zeros(env.action_space.shape, env.action_space.dtype)[()]


def uses(env):
    """Returns, by name, a call of each method and property that environments add to Gymnasium's."""
    own = [name for kind in type(env).__mro__ if kind.__module__.startswith("marblemaze")
           for name in vars(kind) if not name.startswith("_")]
    arguments = {"step": (an_action(env),), "copy_for_agent": (1,), "call": ("maze",), "get_attr": ("outcome",)}
    static = {"metadata", "closed", "close", "close_extras", "reset"}
    return {name: (lambda name=name: getattr(env, name)(*arguments.get(name, ()))) for name in {*own} - static}


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array"])
def test_a_closed_environment_says_so_whatever_is_called_and_reset_opens_it(kind, mode, viewer):
    viewer(1000)
    env, other = kind(render_mode=mode), kind(render_mode=mode)
    if mode == "rgb_array":
        env.reset(seed=1)
        env.render()
    for _ in range(2):
        env.close()
        env.close()
        for name, use in uses(env).items():
            with pytest.raises(mm.NotNow, match=rf"^{kind.__name__}: it is closed; call reset\(\) to open it again$"):
                use()
                pytest.fail(name)
        seen, expected = env.reset(seed=3), other.reset(seed=3)
        assert str(seen) == str(expected) and str(env.render()) == str(other.render())
        assert str(env.step(an_action(env))) == str(other.step(an_action(env)))


@pytest.mark.parametrize("kind", MANY)
def test_all_runs_of_a_closed_vector_must_begin(kind):
    env = kind(2)
    env.reset(seed=1)
    env.close()
    with pytest.raises(mm.NotNow, match="expected all runs to begin first"):
        env.reset(options={"reset_mask": np.array([True, False])})
    env.reset(seed=1)


@pytest.mark.parametrize("kind", ALL)
def test_an_environment_that_could_not_be_made_is_closed(kind):
    env = kind.__new__(kind)
    with pytest.raises(mm.BadInput):
        env.__init__(theme="pink")
    assert env.closed


@pytest.mark.parametrize("kind", ALL)
def test_pictures_of_a_viewer_that_ended_are_an_error_until_reset(kind, viewer):
    viewer(2)
    env = kind(render_mode="rgb_array", render_size=(80, 64))
    for _ in range(2):
        env.reset(seed=1)
        for _ in range(2):
            assert np.shape(env.render()[0] if kind in MANY else env.render()) == (64, 80, 3)
        for _ in range(3):
            with pytest.raises(mm.MachineFailure, match=r"^viewer: its window was closed, or .*; call reset\(\) to start it again$"):
                env.render()
            env.step(an_action(env))  # needs no image
    env.close()


@pytest.mark.parametrize("kind", ONE)
def test_after_its_window_was_closed_an_environment_makes_no_step_until_reset(kind, viewer):
    viewer(2)
    env = kind(render_mode="human")
    for _ in range(2):
        env.reset(seed=1)
        env.step(an_action(env))
        env._renderer._viewer._process.wait()
        moves = env._runs.moves[0]
        for use in (lambda: env.step(an_action(env)), env.render) * 2:
            with pytest.raises(mm.MachineFailure, match=r"call reset\(\)"):
                use()
        assert env._runs.moves[0] == moves
    env.close()


def test_an_interrupted_picture_is_not_mistaken_for_the_next(viewer):
    def press(*_):
        raise KeyboardInterrupt

    viewer(2, slow=True)
    env = environments.MarbleMazeMoves(render_mode="rgb_array")
    env.reset(seed=1)
    env.render()
    before = signal.signal(signal.SIGALRM, press)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    with pytest.raises(KeyboardInterrupt):
        env.render()
    signal.signal(signal.SIGALRM, before)
    with pytest.raises(mm.MachineFailure):
        env.render()
    env.reset()
    assert env.render().shape == (256, 256, 3)
