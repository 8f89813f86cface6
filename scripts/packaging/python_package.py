"""The build backend of the Python package (PEP 517), which pyproject.toml refers to.

The wheel contains libmarblemaze.so.2, which includes the program `marblemaze`, Bullet, fmt and the C++ library. It
depends only on NumPy, the C library and libsqlite3.so.0, which Python's module sqlite3 also needs. SOURCE_DATE_EPOCH
makes the files reproducible. The library is built in build/wheel with JOBS parallel compilers, by default one per
processor.
"""
from __future__ import annotations

import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sysconfig
import tarfile
import tempfile
from typing import Any, Iterator

from setuptools import build_meta
from wheel.wheelfile import WheelFile

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "wheel"
VERSION = re.findall(r"^project\(marblemaze VERSION ([\d.]+) ", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[0]
NAME = f"marblemaze-{VERSION}"
LIBRARY = "libmarblemaze.so.2"
# Contents of the source distribution.
SOURCES = ("CMakeLists.txt", "maze", "agent", "engine", "shaders", "tests/tools", "scripts/packaging",
           "scripts/generate")
TEXTS = ("pyproject.toml", "README.md", "LICENSE", "THIRD-PARTY")
BULLET = ("VERSION", "LICENSE.txt", "src/LinearMath", "src/BulletCollision", "src/BulletDynamics")
PACKAGE = {"engine/python/marblemaze": "marblemaze", "engine/python/classroom": "marblemaze/classroom"}
os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")  # the earliest date in a zip file


def platform_tag() -> str:
    """Returns the manylinux tag for this processor and this version of the C library."""
    system, machine = sysconfig.get_platform().replace(".", "_").split("-", 1)
    try:
        name, version = os.confstr("CS_GNU_LIBC_VERSION").split()  # type: ignore[union-attr]
    except (AttributeError, ValueError):
        return f"{system}_{machine}"
    return f"many{system}_{version.replace('.', '_')}_{machine}" if name == "glibc" else f"{system}_{machine}"


def bullet_sources() -> pathlib.Path:
    """Returns the folder of Bullet's sources. Downloads them unless the source distribution contains them."""
    fetch = ROOT / "scripts" / "packaging" / "fetch_bullet.sh"
    fetched = subprocess.run([fetch, ROOT / "build" / "bullet"], check=True, stdout=subprocess.PIPE, text=True)
    return pathlib.Path(fetched.stdout.strip())


def build_library(folder: pathlib.Path) -> None:
    build = WORK / "library"
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    subprocess.run(["cmake", *generator, "-S", ROOT, "-B", build, "-DCMAKE_BUILD_TYPE=Release",
                    "-DMARBLEMAZE_VIEWER=OFF", "-DMARBLEMAZE_TESTS=OFF",
                    f"-DMARBLEMAZE_BULLET_SOURCE={bullet_sources()}",
                    "-DMARBLEMAZE_FMT=fmt::fmt-header-only",
                    f"-DCMAKE_CXX_FLAGS=-ffile-prefix-map={ROOT}=.",
                    "-DCMAKE_SHARED_LINKER_FLAGS=-static-libstdc++ -static-libgcc -Wl,-z,defs -s"], check=True)
    subprocess.run(["cmake", "--build", build, "--target", "marblemaze_shared", "--parallel",
                    os.environ.get("JOBS", str(os.cpu_count()))],
                   check=True)
    shutil.copy(build / LIBRARY, folder)


def write_metadata(folder: pathlib.Path) -> pathlib.Path:
    """Writes the .dist-info folder with the metadata of pyproject.toml and the version. Returns the folder."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as scratch:
        project, written = pathlib.Path(scratch, "project"), pathlib.Path(scratch, "written")
        for empty in (project, written):
            empty.mkdir()
        for text in TEXTS:
            shutil.copy(ROOT / text, project)
        table = (ROOT / "pyproject.toml").read_text().replace('dynamic = ["version"]', f'version = "{VERSION}"')
        (project / "pyproject.toml").write_text(table)
        os.chdir(project)  # setuptools reads pyproject.toml from the current folder
        try:
            name = build_meta.prepare_metadata_for_build_wheel(str(written))
        finally:
            os.chdir(before)
        made = shutil.copytree(written / name, folder / name, dirs_exist_ok=True)  # without other files of setuptools
    (made / "top_level.txt").write_text("marblemaze\n")
    shutil.copy(ROOT / "THIRD-PARTY", made)
    return made


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Any = None) -> str:
    return write_metadata(pathlib.Path(metadata_directory).resolve()).name


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    stage = WORK / "stage"
    shutil.rmtree(stage, ignore_errors=True)
    for source, target in PACKAGE.items():
        shutil.copytree(ROOT / source, stage / target, ignore=shutil.ignore_patterns("__pycache__"))
    build_library(stage / "marblemaze")
    tag = f"py3-none-{platform_tag()}"
    (write_metadata(stage) / "WHEEL").write_text(
        f"Wheel-Version: 1.0\nGenerator: marblemaze ({VERSION})\nRoot-Is-Purelib: false\nTag: {tag}\n")
    for path in stage.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    with WheelFile(pathlib.Path(wheel_directory, f"{NAME}-{tag}.whl"), "w") as wheel:
        wheel.write_files(stage)
    return f"{NAME}-{tag}.whl"


def members(folder: pathlib.Path, names: tuple[str, ...]) -> Iterator[pathlib.Path]:
    """Yields the files with these names, and all files in the folders with these names."""
    for path in (folder / name for name in names):
        files = [path] if path.is_file() else path.rglob("*")
        yield from (file for file in files if file.is_file() and file.parent.name != "__pycache__")


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    bullet = bullet_sources()
    written = {str(file.relative_to(ROOT)): file for file in members(ROOT, SOURCES + TEXTS)}
    for file in (*members(bullet, BULLET), *bullet.glob("src/*.cpp"), *bullet.glob("src/*.h")):
        written[f"build/bullet/{bullet.name}/{file.relative_to(bullet)}"] = file
    written["PKG-INFO"] = write_metadata(WORK) / "METADATA"
    epoch = int(os.environ["SOURCE_DATE_EPOCH"])

    def same_everywhere(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = epoch
        entry.mode = 0o755 if entry.mode & 0o100 else 0o644
        return entry

    path = pathlib.Path(sdist_directory, f"{NAME}.tar.gz")
    with path.open("wb") as file, gzip.GzipFile("", "wb", 9, file, epoch) as packed, \
            tarfile.open(fileobj=packed, mode="w") as tar:
        for name in sorted(written):
            tar.add(written[name], f"{NAME}/{name}", filter=same_everywhere)
    return path.name
