"""The cost of a command, compared with a two-command Typer program that does nothing."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.measure import Row, in_turn

NOTHING = """
import typer

app = typer.Typer()

@app.command()
def one() -> None:
    pass

@app.command()
def two() -> None:
    pass

app()
"""
ORCUS = "from orcus_tui.cli.start import main; main()"
"""The installed program, by its entry point."""
TIMES = 25


def rows() -> Iterator[Row]:
    """`--version` and `roll 1d20`, alternating with the program that does nothing."""
    with tempfile.TemporaryDirectory() as folder:
        nothing = Path(folder) / "nothing.py"
        nothing.write_text(NOTHING, encoding="utf-8")
        for arguments in (["--version"], ["roll", "1d20"]):
            ours, theirs = in_turn(
                partial(_run, "-c", ORCUS, *arguments),
                lambda: _run(str(nothing), "one"),
                TIMES,
            )
            note = f"{ours * 1000:.0f} ms vs {theirs * 1000:.0f} ms"
            what = f"orcus-tui {' '.join(arguments)}, to a Typer program that does nothing"
            yield Row(what, ours / theirs, 1.25, "×", note)


def _run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
