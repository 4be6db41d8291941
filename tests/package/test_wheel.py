"""The contents of the wheel and the sdist: the program, its data, and the licences of all that they include."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder

from tests.helpers.project.files import ROOT

NOTICES = {
    "archmage": {"OGL.txt", "SECTION-15.md"},
    "orcus": {"LICENSE-OGL.md"},
    "srd5": {"ATTRIBUTION.md", "LICENSE-CC-BY-4.0.txt", "LICENSE.md"},
    "true_srd": {"LICENSE-OGL.txt"},
}
"""The licence and notices for the creatures of each collection."""
SYSTEMS = ROOT / "orcus_tui" / "systems"
BESIDE = (
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "SECURITY.md",
    "CHANGELOG.md",
    ".gitignore",
    ".gitattributes",
    "docs/orcus-tui.1",
)
"""Files of the project's folder, next to the package."""


@pytest.fixture
def wheel(built_wheel: Path) -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(built_wheel) as file:
        yield file


def copy_of_the_project(tree: Path) -> Path:
    """A folder with only the files that the program is built from."""
    shutil.copytree(ROOT / "orcus_tui", tree / "orcus_tui", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "encounters", tree / "encounters")
    for file in BESIDE:
        (tree / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tree / file)
    return tree


def copy_in_disorder(tree: Path) -> Path:
    """The same folder as another person might have it: written in reverse order, at other times, with other
    permissions.
    """
    first = copy_of_the_project(tree.with_name("first"))
    for number, path in enumerate(sorted((path for path in first.rglob("*") if path.is_file()), reverse=True)):
        copied = tree / path.relative_to(first)
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.write_bytes(path.read_bytes())
        os.utime(copied, (1_000_000_000 + number, 1_000_000_000 + number))
        copied.chmod(0o600 if number % 2 else 0o666)
    return tree


def build(tree: Path, dist: Path) -> tuple[bytes, bytes]:
    """The wheel and the sdist of a folder, built as on another machine."""
    elsewhere = {"TZ": "Pacific/Chatham", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "7", "PYTHONUTF8": "0"}
    environment = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"} | elsewhere
    hatchling = (sys.executable, "-m", "hatchling", "build", "--directory", str(dist))
    subprocess.run(hatchling, cwd=tree, env=environment, umask=0o077, check=True, capture_output=True)
    (wheel,), (sdist,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    return wheel.read_bytes(), sdist.read_bytes()


def test_the_wheel_has_the_same_bytes_from_any_folder(built_wheel: Path, tmp_path: Path) -> None:
    wheel, _ = build(copy_in_disorder(tmp_path / "bücher & würfel" / "tree"), tmp_path / "dist")
    assert wheel == built_wheel.read_bytes()


@pytest.mark.exhaustive
def test_the_sdist_has_the_same_bytes_from_any_folder(tmp_path: Path) -> None:
    _, sdist = build(copy_in_disorder(tmp_path / "bücher & würfel" / "tree"), tmp_path / "dist")
    (built,) = SdistBuilder(str(copy_of_the_project(tmp_path / "tree"))).build(directory=str(tmp_path))
    assert sdist == Path(built).read_bytes()


@pytest.mark.skipif(not shutil.which("git"), reason="there is no git on this machine")
def test_a_checkout_with_the_line_ends_of_windows_has_the_same_bytes(tmp_path: Path) -> None:
    tree = copy_of_the_project(tmp_path / "tree")
    checkout = tmp_path / "checkout"
    for command in (("init", "-q"), ("add", "--all"), ("checkout-index", "--all", f"--prefix={checkout.as_posix()}/")):
        subprocess.run(("git", "-c", "core.autocrlf=true", *command), cwd=tree, check=True, capture_output=True)
    package = [path.relative_to(tree) for path in (tree / "orcus_tui").rglob("*") if path.is_file()]
    files = [*map(Path, BESIDE), *package]
    assert [path for path in files if (checkout / path).read_bytes() != (ROOT / path).read_bytes()] == []


def test_the_licence_of_the_program_and_of_every_collection_is_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    (metadata,) = [name for name in names if name.endswith(".dist-info/METADATA")]
    licences = metadata.removesuffix("METADATA") + "licenses/"
    listed = Parser().parsestr(wheel.read(metadata).decode()).get_all("License-File")
    assert listed
    assert {licences + name for name in listed} <= set(names)
    assert "LICENSE" in listed
    assert {folder.parent.name for folder in SYSTEMS.glob("*/creatures")} == NOTICES.keys()
    for package, notices in NOTICES.items():
        assert {f"orcus_tui/systems/{package}/creatures/{notice}" for notice in notices} <= set(listed)


def test_every_file_of_the_package_is_in_the_wheel_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    package = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "orcus_tui").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    package |= {f"orcus_tui/encounters/{path.name}" for path in (ROOT / "encounters").iterdir()}
    (man_page,) = [name for name in wheel.namelist() if name.endswith(".data/data/share/man/man1/orcus-tui.1")]
    assert {name for name in wheel.namelist() if ".dist-info/" not in name} == {*package, man_page}


def test_other_files_in_the_folder_are_not_in_the_sdist(tmp_path: Path) -> None:
    tree = copy_of_the_project(tmp_path / "tree")
    (tree / "friday.toml").write_text("format = 1", encoding="utf-8")
    (tree / "notes").mkdir()
    (tree / "notes" / "players.md").write_text("Who is the traitor?", encoding="utf-8")
    (built,) = SdistBuilder(str(tree)).build(directory=str(tmp_path / "dist"))
    with tarfile.open(built) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    listed = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()}
    assert names - {"PKG-INFO"} == listed - {"friday.toml", "notes/players.md"}
