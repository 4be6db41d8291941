"""Packages that bring a rules system, an importer or creatures: the example of the docs is installed and used."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.disks.shell import Finished, Shell
from tests.helpers.project.files import ROOT

EXAMPLE = ROOT / "docs" / "examples" / "orcus-tui-coins"
FIGHT = 'format = 1\nsystem = "coins"\n[[creature]]\nname = "Ari"\nkind = "pc"\nmax_hp = 20\n'


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example installed, and with a package whose entry points raise."""
    folder = tmp_path_factory.mktemp("packages")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps", "--no-index"]
    done = subprocess.run([*pip, "--target", str(folder), str(EXAMPLE)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (folder / "bad.py").write_text("raise OSError('no dice')\n", encoding="utf-8")
    info = folder / "bad-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad\nVersion: 1.0\n", encoding="utf-8")
    points = "".join(f"[orcus_tui.{group}]\nbad = bad:OBJECT\n" for group in ("systems", "importers", "libraries"))
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    return folder


def with_packages(shell: Shell, packages: Path, *arguments: str) -> Finished:
    path = os.pathsep.join((str(packages), os.environ.get("PYTHONPATH", "")))
    return shell.process(*arguments, PYTHONPATH=path)


def test_a_file_can_name_the_system_of_a_package(shell: Shell, packages: Path) -> None:
    shell.write("coins.toml", FIGHT)
    done = with_packages(shell, packages, "play", "coins.toml", "-c", "apply ari lucky save ends; save ari 9")
    assert done.returncode == 0, done.stderr
    assert "9 + 1 (lucky) = 10" in done.stdout
    assert shell("check", "coins.toml").returncode == 2


def test_systems_lists_it_and_names_one_that_cannot_be_loaded(shell: Shell, packages: Path) -> None:
    done = with_packages(shell, packages, "systems")
    assert "coins – Coins" in done.stdout
    for kind in ("system", "importer", "library"):
        assert f"the {kind} bad cannot be loaded: OSError: no dice" in done.stderr
        assert f"from a package: the {kind} coins (orcus_tui_coins" in done.stdout
        assert f"the {kind} bad" not in done.stdout
    assert "coins" not in shell("systems").stdout


def test_a_broken_package_changes_nothing_else(shell: Shell, packages: Path) -> None:
    shell.write("bad.toml", FIGHT.replace("coins", "bad"))
    done = with_packages(shell, packages, "play", "bad.toml", "-c", "begin")
    assert done.returncode == 2
    assert 'bad.toml:2: system: the system "bad" cannot be loaded: OSError: no dice' in done.stderr
    assert with_packages(shell, packages, "play", "ambush.toml", "-c", "begin").returncode == 0


def test_a_source_in_the_format_of_a_package_is_imported(shell: Shell, packages: Path) -> None:
    shell.write("list.txt", "COINS\nPenny: 3\nGuinea: 21\n")
    done = with_packages(shell, packages, "import", "list.txt", "-o", "out.toml")
    assert done.returncode == 0, done.stderr
    assert 'name = "Guinea"' in (shell.folder / "out.toml").read_text(encoding="utf-8")
    assert "Coin lists" in with_packages(shell, packages, "import", "--formats").stdout
    assert shell("import", "list.txt", "-o", "other.toml").returncode != 0


def test_creatures_of_a_package_are_in_the_library(shell: Shell, packages: Path) -> None:
    found = with_packages(shell, packages, "creatures", "purse")
    assert found.returncode == 0, found.stderr
    assert "Walking Purse" in found.stdout
    played = with_packages(shell, packages, "play", "-c", 'add "Walking Purse"')
    assert played.returncode == 0, played.stderr
    assert shell("creatures", "walking purse").returncode != 0


def test_own_creatures_come_before_those_of_a_package_and_its_faults_are_named(shell: Shell, packages: Path) -> None:
    folder = packages / "orcus_tui_coins" / "creatures"
    broken = folder / "broken.toml"
    broken.write_text(
        'format = 1\nsystem = "orcus"\n[[creature]]\nname = "Bad Penny"\nmax_hp = "much"\n', encoding="utf-8"
    )
    try:
        found = with_packages(shell, packages, "creatures", "purse")
        assert found.returncode == 0, found.stderr
        assert "broken.toml:5:" in found.stderr
        assert "Walking Purse" in found.stdout
    finally:
        broken.unlink()
