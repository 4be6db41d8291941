"""What is in the wheel and the sdist: the program, its data, and the licence of everything it brings."""

import shutil
import tarfile
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from project_files import ROOT

NOTICES = {
    "archmage": {"OGL.txt", "SECTION-15.md"},
    "orcus": {"LICENSE-OGL.md"},
    "srd5": {"ATTRIBUTION.md", "LICENSE-CC-BY-4.0.txt", "LICENSE.md"},
    "true-srd": {"LICENSE-OGL.txt"},
}
"""The licence and notices of the creatures of each collection."""
OPEN = ROOT / "orcus_tui" / "library" / "open"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("dist")))
    with zipfile.ZipFile(built) as file:
        yield file


def test_the_licence_of_the_program_and_of_every_collection_is_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    (metadata,) = [name for name in names if name.endswith(".dist-info/METADATA")]
    licences = metadata.removesuffix("METADATA") + "licenses/"
    listed = Parser().parsestr(wheel.read(metadata).decode()).get_all("License-File")
    assert listed
    assert {licences + name for name in listed} <= set(names)
    assert "LICENSE" in listed
    assert {folder.name for folder in OPEN.iterdir() if folder.is_dir()} == NOTICES.keys()
    for collection, notices in NOTICES.items():
        assert {f"orcus_tui/library/open/{collection}/{notice}" for notice in notices} <= set(listed)


def test_every_file_of_the_package_is_in_the_wheel_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    package = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "orcus_tui").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {name for name in wheel.namelist() if ".dist-info/" not in name} == package


def test_what_else_lies_in_the_folder_is_not_in_the_sdist(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(ROOT / "orcus_tui", tree / "orcus_tui", ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md", "LICENSE", "SECURITY.md", "CHANGELOG.md", ".gitignore"):
        shutil.copy(ROOT / file, tree)
    (tree / "friday.toml").write_text("format = 1", encoding="utf-8")
    (tree / "notes").mkdir()
    (tree / "notes" / "players.md").write_text("Who is the traitor?", encoding="utf-8")
    (built,) = SdistBuilder(str(tree)).build(directory=str(tmp_path / "dist"))
    with tarfile.open(built) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    listed = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()}
    assert names - {"PKG-INFO"} == listed - {"friday.toml", "notes/players.md"}
