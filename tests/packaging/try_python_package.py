#!/usr/bin/env python3
"""Tests the build backend of the Python package. Builds the source distribution with empty Bullet sources, and compiles nothing.

  try_python_package.py PROJECT VERSION

Exit status: 0, 1 for a fault, 3 if no Python interpreter has setuptools and wheel.
"""
import contextlib
import email
import io
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

PARTS = ("LinearMath", "BulletCollision", "BulletDynamics")


def with_setuptools():
    """Restarts the script with Debian's Python if this Python lacks setuptools or wheel."""
    try:
        import setuptools.build_meta  # noqa: F401
        import wheel.wheelfile  # noqa: F401
    except ImportError:
        if sys.executable == "/usr/bin/python3":
            print("try_python_package.py: setuptools or wheel is missing: install them with scripts/install_dependencies.sh tests")
            sys.exit(3)
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])


def empty_bullet(folder):
    (folder / "src").mkdir(parents=True)
    (folder / "VERSION").write_text("3.24\n")
    (folder / "LICENSE.txt").write_text("zlib\n")
    for part in PARTS:
        (folder / "src" / part).mkdir()
        (folder / "src" / f"bt{part}All.cpp").write_text("")
    return folder


def sdist_at(backend, folder, epoch):
    """Builds a source distribution and returns its bytes. Discards the output of setuptools."""
    folder.mkdir()
    backend.os.environ["SOURCE_DATE_EPOCH"] = str(epoch)
    with contextlib.redirect_stdout(io.StringIO()):
        return (folder / backend.build_sdist(str(folder))).read_bytes()


def main(project, version):
    with_setuptools()
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(pathlib.Path(project, "scripts/packaging")))
    import python_package as backend
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        bullet = empty_bullet(scratch / "bullet-3.24+dfsg")
        backend.WORK, backend.bullet_sources = scratch / "work", lambda: bullet
        first = sdist_at(backend, scratch / "first", 1_000_000_000)
        os.umask(0o077)
        assert sdist_at(backend, scratch / "again", 1_000_000_000) == first, "equal sources must give equal bytes"
        assert sdist_at(backend, scratch / "later", 1_000_000_001) != first, "the bytes must depend on SOURCE_DATE_EPOCH"
        (scratch / "metadata").mkdir()
        with contextlib.redirect_stdout(io.StringIO()):
            name = backend.prepare_metadata_for_build_wheel(str(scratch / "metadata"))
        assert os.listdir(scratch / "metadata") == [name] == [f"marblemaze-{version}.dist-info"], os.listdir(scratch / "metadata")
        with tarfile.open(fileobj=io.BytesIO(first)) as archive:
            archive.extractall(scratch)
        sources = scratch / f"marblemaze-{version}"
        said = email.message_from_string((sources / "PKG-INFO").read_text())
        assert (said["Name"], said["Version"], said["Requires-Dist"]) == ("marblemaze", version, "numpy"), said.items()
        # The archive contains all files that CMake reads, and Bullet in the folder in which fetch_bullet.sh searches first.
        found = subprocess.run([sources / "scripts/packaging/fetch_bullet.sh", sources / "build/bullet"], capture_output=True, text=True)
        assert found.stdout.strip() == str(sources / "build/bullet" / bullet.name), found
        done = subprocess.run(["cmake", "-S", sources, "-B", scratch / "build", "-DMARBLEMAZE_VIEWER=OFF",
                               "-DMARBLEMAZE_TESTS=OFF", f"-DMARBLEMAZE_BULLET_SOURCE={found.stdout.strip()}"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        help_text = subprocess.run(["cmake", "--build", scratch / "build", "--target", "help"], capture_output=True, text=True).stdout
        assert "marblemaze_shared" in help_text, help_text
    print(f"{len(first)} bytes without Bullet")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
