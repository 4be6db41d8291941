"""The single file for users with Python: made from wheels, unpacked once, and then started from the cache."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tools.zip_app import platform_of, write

MAIN = "def main():\n    import sys, small\n    print('started', small.VALUE, *sys.argv[1:])\n"


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    """A program of a few lines, with a compiled module for two Pythons."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    files = {"orcus_tui/__init__.py": "", "orcus_tui/cli/__init__.py": "", "orcus_tui/cli/start.py": MAIN}
    write_wheel(folder / "orcus_tui-1-py3-none-any.whl", files)
    here = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    for python in (here, "cp39"):
        for system in ("manylinux2014_x86_64", "manylinux2014_aarch64", "macosx_11_0_arm64", "win_amd64"):
            name = f"small-1-{python}-{python}-{system}.whl"
            write_wheel(
                folder / name,
                {"small/__init__.py": f"VALUE = {python!r}\n" if python == here else "", "small/core.so": system},
            )
    write_wheel(folder / "pyyaml-6-cp39-cp39-win_amd64.whl", {"yaml/__init__.py": "", "yaml/_yaml.pyd": "left out"})
    return folder


def write_wheel(path: Path, files: dict[str, str]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)


def start(file: Path, cache: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "LOCALAPPDATA": str(cache), "HOME": str(cache)}
    return subprocess.run(
        [sys.executable, str(file), *arguments], capture_output=True, text=True, check=False, env=environment
    )


def test_it_is_unpacked_once_and_started_from_there(wheels: Path, tmp_path: Path) -> None:
    file, cache = tmp_path / "orcus-tui.pyz", tmp_path / "cache"
    write(wheels, file)
    first = start(file, cache, "play")
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.startswith("started cp")
    unpacked = sorted(cache.rglob("core.so"))
    assert len(unpacked) == 1
    unpacked[0].write_text("kept", encoding="utf-8")
    assert start(file, cache, "play").stdout == first.stdout
    assert unpacked[0].read_text(encoding="utf-8") == "kept"
    assert not [*cache.rglob("_yaml*")]


def test_the_same_wheels_make_the_same_bytes(wheels: Path, tmp_path: Path) -> None:
    write(wheels, tmp_path / "one.pyz")
    write(wheels, tmp_path / "two.pyz")
    assert (tmp_path / "one.pyz").read_bytes() == (tmp_path / "two.pyz").read_bytes()


def test_an_unsupported_python_gets_a_message(wheels: Path, tmp_path: Path) -> None:
    for each in wheels.glob("small-1-cp3??-*"):
        each.unlink()
    write(wheels, tmp_path / "orcus-tui.pyz")
    refused = start(tmp_path / "orcus-tui.pyz", tmp_path / "cache")
    assert refused.returncode == 1
    assert "this file has nothing for Python 3." in refused.stderr
    assert "pipx or uv" in refused.stderr


@pytest.mark.parametrize(
    ("wheel", "platform"),
    [
        ("msgspec-0.22.0-cp311-cp311-macosx_11_0_arm64.whl", "311-darwin-arm64"),
        ("msgspec-0.22.0-cp314-cp314-win_amd64.whl", "314-win32-x86_64"),
        ("msgspec-0.22.0-cp312-cp312-manylinux2014_aarch64.manylinux_2_28_aarch64.whl", "312-linux-arm64"),
        ("msgspec-0.22.0-cp312-cp312-manylinux2014_x86_64.manylinux_2_28_x86_64.whl", "312-linux-x86_64"),
    ],
)
def test_the_platform_of_a_wheel(wheel: str, platform: str) -> None:
    assert platform_of(Path(wheel)) == platform
