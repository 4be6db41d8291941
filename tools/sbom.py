"""Writes a wheel's bill of materials as CycloneDX 1.6 JSON: `python -m tools.sbom WHEEL COMPONENTS > FILE`.

COMPONENTS is a folder where everything in tests/requirements-runtime.txt is installed, for all systems. The same wheel
and pins give the same bytes: the document has no date, and its serial number is derived from both.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZipFile

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import License, LicenseAcknowledgement, LicenseExpression
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from orcus_tui.systems import WHERE
from tools.shipped_creatures import COLLECTIONS

PROGRAM = "orcus-tui"
PINS = Path(__file__).parent.parent / "tests" / "requirements-runtime.txt"
SYSTEMS = (
    {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
)
"""The markers of each operating system on which the program runs."""
SPDX = {"MIT License": "MIT", "ISC License": "ISC"}
"""The SPDX identifiers of licences that older metadata name in unambiguous words."""
PUBLISHED = "Each file published for this version has one of these hashes."


class NoBill(Exception):
    """Pins, components and wheel differ, or the document is invalid; the message has the details."""


class Pin(NamedTuple):
    """A version of a component, and the SHA-256 of each of its files."""

    name: str
    version: str
    hashes: tuple[str, ...]


def read_pins(text: str) -> list[Pin]:
    """The pins in a requirements file of `.ci/lock`."""
    blocks = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    return [_pin(block) for block in blocks]


def _pin(block: str) -> Pin:
    name, version = block.split()[0].split("==")
    return Pin(name, version, tuple(re.findall(r"--hash=sha256:([0-9a-f]{64})", block)))


def dependency_graph(installed: Mapping[str, Distribution]) -> dict[str, set[str]]:
    """The requirements of the program and of each component on any supported system and Python.

    Raises NoBill for a component that is not installed.
    """
    environments = list(_environments(installed[PROGRAM]))
    graph: dict[str, set[str]] = {}
    pending = [(PROGRAM, frozenset[str]())]
    seen = set(pending)
    while pending:
        name, extras = pending.pop()
        if name not in installed:
            raise NoBill(f"{name} is required but not pinned, or not installed; run .ci/lock")
        edges = graph.setdefault(name, set())
        for requirement in _requirements(installed[name], extras, environments):
            target = (canonicalize_name(requirement.name), frozenset(requirement.extras))
            edges.add(target[0])
            if target not in seen:
                seen.add(target)
                pending.append(target)
    return graph


def _environments(program: Distribution) -> Iterator[dict[str, str]]:
    """The markers of each supported Python on each system."""
    for classifier in program.metadata.get_all("Classifier") or ():
        if version := re.fullmatch(r"Programming Language :: Python :: (3\.[0-9]+)", classifier):
            for system in SYSTEMS:
                yield {**system, "python_version": version[1], "python_full_version": f"{version[1]}.0"}


def _requirements(
    distribution: Distribution, extras: frozenset[str], environments: list[dict[str, str]]
) -> Iterator[Requirement]:
    """The requirements of a component with extras, for all of the environments."""
    for requirement in map(Requirement, distribution.requires or ()):
        marker = requirement.marker
        if marker is None or any(
            marker.evaluate({**environment, "extra": extra}) for environment in environments for extra in {"", *extras}
        ):
            yield requirement


def declared_licence(distribution: Distribution) -> License:
    """The licence that a component declares: an SPDX expression if it has one, otherwise a name.

    Raises NoBill without a licence.
    """
    metadata = distribution.metadata
    classified = [each for each in metadata.get_all("Classifier") or () if each.startswith("License :: ")]
    declared = [*(metadata.get_all("License-Expression") or ()), *(metadata.get_all("License") or ()), *classified]
    if not declared:
        raise NoBill(f"{distribution.name} declares no licence")
    name = declared[0].splitlines()[0].rpartition(" :: ")[2]
    return LicenseFactory().make_from_string(
        SPDX.get(name, name), license_acknowledgement=LicenseAcknowledgement.DECLARED
    )


def _sha256(content: bytes) -> HashType:
    return HashType(alg=HashAlgorithm.SHA_256, content=sha256(content).hexdigest())


def library(pin: Pin, distribution: Distribution) -> Component:
    """The entry of a component. Raises NoBill if another version than the pinned one is installed."""
    if distribution.version != pin.version:
        raise NoBill(f"{pin.name} is pinned at {pin.version}, but {distribution.version} is installed")
    purl = PackageURL("pypi", name=pin.name, version=pin.version)
    hashes = [HashType(alg=HashAlgorithm.SHA_256, content=each) for each in pin.hashes]
    files = ExternalReference(
        type=ExternalReferenceType.DISTRIBUTION, url=XsUri(str(purl)), hashes=hashes, comment=PUBLISHED
    )
    return Component(
        type=ComponentType.LIBRARY,
        name=pin.name,
        version=pin.version,
        bom_ref=str(purl),
        purl=purl,
        licenses=[declared_licence(distribution)],
        external_references=[files],
    )


def program(wheel: Path, distribution: Distribution) -> Component:
    """The entry of the program in a wheel, with its files of creatures."""
    purl = PackageURL("pypi", name=PROGRAM, version=distribution.version)
    return Component(
        type=ComponentType.APPLICATION,
        name=PROGRAM,
        version=distribution.version,
        description=distribution.metadata["Summary"],
        bom_ref=str(purl),
        purl=purl,
        licenses=[LicenseExpression(distribution.metadata["License-Expression"])],
        hashes=[_sha256(wheel.read_bytes())],
        components=list(creature_data(wheel, distribution.metadata.get_all("License-File") or [])),
    )


def creature_data(wheel: Path, notices: list[str]) -> Iterator[Component]:
    """The entries of files of creatures by other authors, each with its licence and notices."""
    with ZipFile(wheel) as archive:
        for collection in COLLECTIONS:
            folder = f"{WHERE[collection.system].package.replace('.', '/')}/creatures/"
            inside = [name for name in archive.namelist() if name.startswith(folder)]
            references = [
                ExternalReference(type=ExternalReferenceType.LICENSE, url=XsUri(name))
                for name in inside
                if name in notices
            ]
            for name in inside:
                if name not in notices:
                    yield Component(
                        type=ComponentType.DATA,
                        name=name,
                        bom_ref=name,
                        licenses=[LicenseFactory().make_from_string(collection.licence)],
                        hashes=[_sha256(archive.read(name))],
                        external_references=references,
                    )


def bill_of_materials(wheel: Path, folder: Path, pins: str) -> Bom:
    """The bill of materials of a wheel whose pinned components are installed in a folder.

    Raises NoBill unless the pins are exactly the requirements of the wheel, and the pinned versions are installed.
    """
    found = distributions(path=[str(wheel), str(folder)])
    installed: dict[str, Distribution] = {canonicalize_name(each.name): each for each in found}
    graph = dependency_graph(installed)
    pinned = {pin.name: pin for pin in read_pins(pins)}
    if differing := sorted(graph.keys() ^ {*pinned, PROGRAM}):
        raise NoBill(f"pinned but not required, or required but not pinned: {', '.join(differing)}; run .ci/lock")
    components = {name: library(pin, installed[name]) for name, pin in pinned.items()}
    root = program(wheel, installed[PROGRAM])
    bom = Bom(serial_number=uuid5(NAMESPACE_URL, f"{root.hashes[0].content}\n{pins}"), components=components.values())
    bom.metadata.component = root
    bom.metadata.timestamp = None  # type: ignore[assignment]  # optional in the schema, and different on each run
    for name, component in {**components, PROGRAM: root}.items():
        bom.register_dependency(component, [components[each] for each in graph[name]])
    return bom


def bom_text(bom: Bom) -> str:
    """The document as JSON. Raises NoBill if it violates the schema."""
    text = make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=2) + "\n"
    if error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise NoBill(f"the document violates the schema: {error.data.message}")
    return text


def main(wheel: str, components: str) -> None:
    """Prints the bill of materials of a wheel, or exits with a message."""
    try:
        text = bom_text(bill_of_materials(Path(wheel), Path(components), PINS.read_text(encoding="utf-8")))
    except NoBill as error:
        sys.exit(f"no bill of materials: {error}")
    sys.stdout.buffer.write(text.encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
