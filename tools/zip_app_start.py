"""The start of `orcus-tui.pyz`: unpacks the program once into the user's cache, and runs it."""

import os
import platform
import sys
import tempfile
import zipfile
from pathlib import Path

FILES = "VERSION_OF_FILES"
SITE, COMPILED = "site/", "compiled/"
MACHINES = {"amd64": "x86_64", "aarch64": "arm64"}


def cache() -> Path:
    """The user's cache folder."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "orcus-tui"


def unpack(archive: zipfile.ZipFile, to: Path) -> None:
    """Unpacks the parts for this Python and this system; several programs may do so at the same time."""
    machine = platform.machine().lower()
    version = "".join(map(str, sys.version_info[:2]))
    mine = f"{COMPILED}{version}-{sys.platform}-{MACHINES.get(machine, machine)}/"
    if not any(name.startswith(mine) for name in archive.namelist()):
        sys.exit(f"this file has nothing for Python {sys.version.split()[0]} on {sys.platform} {machine}; "
                 "install the program with pipx or uv instead")  # fmt: skip
    to.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=to.parent) as folder:
        made = Path(folder) / "site"
        for name in archive.namelist():
            for prefix in (SITE, mine):
                if name.startswith(prefix):
                    target = made / name[len(prefix) :]
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(archive.read(name))
        try:
            made.rename(to)
        except OSError:
            if not to.exists():
                raise


def run() -> None:
    """Runs the program from the cache; its child processes also find it there."""
    site = cache() / f"{FILES}-{sys.version_info[0]}{sys.version_info[1]}"
    if not site.exists():
        with zipfile.ZipFile(sys.argv[0]) as archive:
            unpack(archive, site)
    sys.path.insert(0, str(site))
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(site), os.environ.get("PYTHONPATH"))))
    from orcus_tui.cli.start import main  # possible now that it is on the path

    main()


if __name__ == "__main__":
    run()
