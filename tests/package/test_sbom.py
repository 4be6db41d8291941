"""The bill of materials of a release lists exactly what the wheel requires, and is the same on every system."""

import json
import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from orcus_tui import __version__
from tests.helpers.project.files import ROOT
from tools import sbom

PINS = (ROOT / "tests" / "requirements-runtime.txt").read_text(encoding="utf-8")
ALL_PINS = (ROOT / "tests" / "requirements.txt").read_text(encoding="utf-8")
PROGRAM = f"pkg:pypi/orcus-tui@{__version__}"

PINNED = {pin.name: pin for pin in sbom.read_pins(PINS)}


def install(folder: Path, name: str, version: str, **fields: str | list[str]) -> None:
    """Writes the metadata of a component as an installer does."""
    metadata = folder / f"{name.replace('-', '_')}-{version}.dist-info" / "METADATA"
    metadata.parent.mkdir(parents=True, exist_ok=True)
    values = {"Metadata-Version": "2.4", "Name": name, "Version": version, **fields}
    lines = [
        f"{field.replace('_', '-')}: {value}"
        for field, given in values.items()
        for value in ([given] if isinstance(given, str) else given)
    ]
    metadata.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def components(tmp_path: Path) -> Path:
    """The pinned versions, with the requirements of the installed versions, which may be older."""
    for pin in PINNED.values():
        try:
            requires = distribution(pin.name).requires or []
        except PackageNotFoundError:  # for another operating system
            requires = []
        install(tmp_path / "components", pin.name, pin.version, License_Expression="MIT", Requires_Dist=requires)
    return tmp_path / "components"


def bill(wheel: Path, components: Path, pins: str = PINS) -> dict[str, Any]:
    return json.loads(sbom.bom_text(sbom.bill_of_materials(wheel, components, pins)))


def test_it_lists_exactly_the_requirements_of_the_wheel_on_every_system(built_wheel: Path, components: Path) -> None:
    document = bill(built_wheel, components)
    assert {each["name"]: each["version"] for each in document["components"]} == {
        pin.name: pin.version for pin in PINNED.values()
    }
    graph = {each["ref"]: each.get("dependsOn", []) for each in document["dependencies"]}
    (metadata,) = [name for name in ZipFile(built_wheel).namelist() if name.endswith(".dist-info/METADATA")]
    required = re.findall(
        r"^Requires-Dist: ([a-z0-9-]+)[<>=,0-9.]+$", ZipFile(built_wheel).read(metadata).decode(), re.M
    )
    assert graph[PROGRAM] == sorted(f"pkg:pypi/{name}@{PINNED[name].version}" for name in required)
    assert graph.keys() == {PROGRAM, *(each["bom-ref"] for each in document["components"])}
    assert any("/colorama@" in each for each in graph[f"pkg:pypi/typer@{PINNED['typer'].version}"])  # on Windows only


def test_every_component_has_its_licence_and_the_hashes_that_are_pinned(built_wheel: Path, components: Path) -> None:
    for component in bill(built_wheel, components)["components"]:
        assert component["licenses"]
        assert component["purl"] == f"pkg:pypi/{component['name']}@{component['version']}"
        (files,) = component["externalReferences"]
        assert tuple(each["content"] for each in files["hashes"]) == PINNED[component["name"]].hashes


def test_the_creatures_are_listed_file_by_file_with_licence_and_notices(built_wheel: Path, components: Path) -> None:
    listed = {each["name"]: each for each in bill(built_wheel, components)["metadata"]["component"]["components"]}
    package = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "orcus_tui" / "systems").glob("*/creatures/*")
        if path.suffix in (".toml", ".json")
    }
    assert listed.keys() == package
    for name, component in listed.items():
        licence = {"id": "CC-BY-4.0"} if "/srd5/" in name else {"name": "Open Game License 1.0a"}
        assert component["licenses"] == [{"license": licence}]
        notices = [each["url"] for each in component["externalReferences"]]
        assert notices
        assert all((ROOT / notice).parent == (ROOT / name).parent and (ROOT / notice).is_file() for notice in notices)


def test_the_document_is_reproducible_and_its_number_depends_on_the_wheel(
    built_wheel: Path, components: Path, tmp_path: Path
) -> None:
    text = sbom.bom_text(sbom.bill_of_materials(built_wheel, components, PINS))
    assert sbom.bom_text(sbom.bill_of_materials(built_wheel, components, PINS)) == text
    assert "timestamp" not in text
    other = tmp_path / built_wheel.name
    other.write_bytes(built_wheel.read_bytes())
    with ZipFile(other, "a") as file:
        file.writestr("orcus_tui/new.py", "")
    assert bill(other, components)["serialNumber"] != json.loads(text)["serialNumber"]


def test_an_invalid_document_is_not_written(built_wheel: Path, components: Path) -> None:
    bom = sbom.bill_of_materials(built_wheel, components, PINS)
    bom.metadata.component.hashes[0].content = "not a hash"
    with pytest.raises(sbom.NoBill, match="not a hash"):
        sbom.bom_text(bom)


@pytest.mark.parametrize(
    ("pins", "message"),
    [
        (
            f"{PINS}left-pad==1.0 \\\n    --hash=sha256:{'0' * 64}\n",
            "not required, or required but not pinned: left-pad",
        ),
        (PINS.replace("segno==", "segno2=="), "pinned but not required, or required but not pinned: segno, segno2"),
        (PINS.replace("segno==", "segno==9."), r"segno is pinned at 9\.1\S+, but 1\S+ is installed"),
    ],
)
def test_pins_that_differ_from_the_requirements_are_refused(
    built_wheel: Path, components: Path, pins: str, message: str
) -> None:
    with pytest.raises(sbom.NoBill, match=message):
        sbom.bill_of_materials(built_wheel, components, pins)


def test_a_component_that_is_not_installed_is_named_and_nothing_is_written(
    built_wheel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match=r"no bill of materials: .* is required but not pinned, or not installed"):
        sbom.main(str(built_wheel), str(tmp_path))
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("declared", "licence"),
    [
        ({"License_Expression": "MIT OR Apache-2.0"}, {"expression": "MIT OR Apache-2.0"}),
        ({"License": "ISC License"}, {"license": {"id": "ISC"}}),
        ({"License": "Our own\n        in several lines"}, {"license": {"name": "Our own"}}),
        ({"Classifier": "License :: OSI Approved :: MIT License"}, {"license": {"id": "MIT"}}),
        ({"Classifier": "License :: OSI Approved :: BSD License"}, {"license": {"name": "BSD License"}}),
    ],
)
def test_a_licence_is_listed_as_the_component_declares_it(
    built_wheel: Path, components: Path, declared: dict[str, str], licence: dict[str, Any]
) -> None:
    install(components, "segno", PINNED["segno"].version, **declared)
    (listed,) = [each for each in bill(built_wheel, components)["components"] if each["name"] == "segno"]
    (found,) = listed["licenses"]
    found.pop("acknowledgement", None)
    found.get("license", {}).pop("acknowledgement", None)
    assert found == licence


def test_a_component_without_a_licence_is_refused(built_wheel: Path, components: Path) -> None:
    install(components, "segno", PINNED["segno"].version)
    with pytest.raises(sbom.NoBill, match="segno declares no licence"):
        sbom.bill_of_materials(built_wheel, components, PINS)


def test_the_program_and_the_tests_have_the_same_pins() -> None:
    assert set(sbom.read_pins(PINS)) <= set(sbom.read_pins(ALL_PINS)), "run .ci/lock"
