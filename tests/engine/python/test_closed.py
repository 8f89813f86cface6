"""Tests of environments after close(), after their viewer has exited and after an interrupted render()."""
import signal
import sys

import numpy as np
import pytest

import marblemaze as mm
from marblemaze import env as environments

ALL = [getattr(environments, f"MarbleMaze{name}{many}") for name in ("Moves", "Tilt", "Rest") for many in ("", "Vector")]
SINGLE, VECTOR = ALL[::2], ALL[1::2]

# A viewer that exits after a number of poses, as if its window was closed.
VIEWER = """#!{python}
import sys
window, size = sys.argv[2] == "window", sys.argv[3].removeprefix("--resolution=").split("x")
answer = b"\\0" if window else bytes(int(size[0]) * int(size[1]) * 3)
for _ in {poses}:
    while sys.stdin.buffer.readline().startswith(b"{{"):
        pass
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
"""


@pytest.fixture
def viewer(tmp_path, monkeypatch):
    """Creates a viewer that exits after a number of poses."""
    def make(poses):
        path = tmp_path / "viewer"
        path.write_text(VIEWER.format(python=sys.executable, poses=poses if isinstance(poses, str) else range(poses)))
        path.chmod(0o755)
        monkeypatch.setenv("MARBLEMAZE_VIEWER", str(path))
    return make


def zero_action(env):
    return np.zeros(env.action_space.shape, env.action_space.dtype)[()]


def calls_of(env):
    """Returns functions that call each method and property of the environment, except for those that work after
    close()."""
    own = {name for kind in type(env).__mro__ if kind.__module__.startswith("marblemaze")
           for name in vars(kind) if not name.startswith("_")}
    arguments = {"step": (zero_action(env),), "copy_for_agent": (1,), "call": ("maze",), "get_attr": ("outcome",)}
    return [lambda name=name: getattr(env, name)(*arguments.get(name, ()))
            for name in own - {"metadata", "closed", "close", "close_extras", "reset"}]


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array"])
def test_closed_environment_raises_until_reset(kind, mode, viewer):
    viewer(1000)
    env, other = kind(render_mode=mode), kind(render_mode=mode)
    if mode == "rgb_array":
        env.reset(seed=1)
        env.render()
    for _ in range(2):
        env.close()
        env.close()
        for call in calls_of(env):
            with pytest.raises(mm.NotNow, match=rf"^{kind.__name__}: it is closed; call reset\(\) to open it again$"):
                call()
        assert str(env.reset(seed=3)) == str(other.reset(seed=3)) and str(env.render()) == str(other.render())
        assert str(env.step(zero_action(env))) == str(other.step(zero_action(env)))


@pytest.mark.parametrize("kind", VECTOR)
def test_closed_vector_must_begin_all_runs(kind):
    env = kind(2)
    env.reset(seed=1)
    env.close()
    with pytest.raises(mm.NotNow, match="reset all runs first"):
        env.reset(options={"reset_mask": np.array([True, False])})
    env.reset(seed=1)


@pytest.mark.parametrize("kind", ALL)
def test_environment_with_invalid_arguments_is_closed(kind):
    env = kind.__new__(kind)
    with pytest.raises(mm.BadInput):
        env.__init__(theme="pink")
    assert env.closed


@pytest.mark.parametrize("kind", ALL)
def test_images_raise_after_the_viewer_ended_until_reset(kind, viewer):
    viewer(2)
    env = kind(render_mode="rgb_array", render_size=(80, 64))
    for _ in range(2):
        env.reset(seed=1)
        for _ in range(2):
            assert np.shape(env.render()[0] if kind in VECTOR else env.render()) == (64, 80, 3)
        for _ in range(3):
            with pytest.raises(mm.MachineFailure, match=r"^viewer: its window was closed, or .*; call reset\(\) to start it again$"):
                env.render()
            env.step(zero_action(env))  # needs no image
    env.close()


@pytest.mark.parametrize("kind", SINGLE)
def test_interrupted_render_leaves_no_image_for_the_next_call(kind, viewer):
    def press(*_):
        raise KeyboardInterrupt

    viewer("iter(lambda: __import__('time').sleep(60), 1)")  # never draws
    env = kind(render_mode="rgb_array", render_size=(80, 64))
    env.reset(seed=1)
    before = signal.signal(signal.SIGALRM, press)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    with pytest.raises(KeyboardInterrupt):
        env.render()
    signal.signal(signal.SIGALRM, before)
    with pytest.raises(mm.MachineFailure, match=r"call reset\(\)"):
        env.render()
    viewer(1)
    env.reset(seed=1)
    assert env.render().shape == (64, 80, 3)
    env.close()


@pytest.mark.parametrize("kind", SINGLE)
def test_steps_raise_after_the_window_was_closed_until_reset(kind, viewer):
    viewer(2)
    env = kind(render_mode="human")
    for _ in range(2):
        env.reset(seed=1)
        env.step(zero_action(env))
        env._renderer._viewer._process.wait()
        moves = env._runs.moves[0]
        for use in (lambda: env.step(zero_action(env)), env.render) * 2:
            with pytest.raises(mm.MachineFailure, match=r"call reset\(\)"):
                use()
        assert env._runs.moves[0] == moves
    env.close()
