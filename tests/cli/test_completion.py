"""Completion in the shell: commands, options, systems, and fights to resume, in four shells."""

import pytest

from orcus_tui.cli.campaign import _ACTIONS
from orcus_tui.cli.shell_words import CAMPAIGN_WORDS
from tests.helpers.disks.shell import Shell

SHELLS = ("bash", "zsh", "fish", "powershell")


def completed(shell: Shell, name: str, line: str) -> str:
    """The completions that a shell gets for a line."""
    words = len(line.split(" "))
    asked = {
        "_ORCUS_TUI_COMPLETE": f"complete_{name}",
        "COMP_WORDS": line,
        "COMP_CWORD": str(words - 1),
        "_TYPER_COMPLETE_ARGS": line,
        "_TYPER_COMPLETE_WORD_TO_COMPLETE": line.split(" ")[-1],
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    return shell.process(**asked).stdout


@pytest.mark.parametrize("name", SHELLS)
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("orcus-tui ", ["play", "engine", "check"]),
        ("orcus-tui pl", ["play", "players"]),
        ("orcus-tui play --sys", ["--system"]),
        ("orcus-tui play --system archmage", ["archmage", "archmage-plus"]),
        ("orcus-tui creatures --system archmage", ["archmage-plus"]),
        ("orcus-tui campaign ", ["new", "play", "add", "skip", "history", "recap"]),
        ("orcus-tui campaign pl", ["play"]),
    ],
)
def test_a_shell_gets_the_words_that_may_come_next(shell: Shell, name: str, line: str, words: list[str]) -> None:
    found = completed(shell, name, line)
    assert [each for each in words if each not in found] == []


def test_every_action_of_a_campaign_is_completed() -> None:
    assert list(CAMPAIGN_WORDS) == list(_ACTIONS)


def test_words_after_what_a_campaign_does_are_left_to_the_shell(shell: Shell) -> None:
    assert "skip" not in completed(shell, "bash", "orcus-tui campaign add ")
    assert "play" not in completed(shell, "bash", "orcus-tui campaign night")


def test_fights_to_resume_are_completed_by_their_ids(shell: Shell) -> None:
    shell.process("play", "--plain", "ambush.toml", given=b"begin\n")
    (journal,) = shell.state.rglob("*.jsonl")
    assert journal.stem in completed(shell, "bash", "orcus-tui recover 2")
    assert journal.stem in completed(shell, "bash", "orcus-tui play --resume 2")


def test_creatures_are_completed_with_what_they_are(shell: Shell) -> None:
    names = shell("creatures").stdout.splitlines()
    beginning = names[0].split()[0].casefold()
    assert beginning in completed(shell, "bash", f"orcus-tui creatures {beginning[:3]}").casefold()


def test_a_shell_completion_script_is_printed(shell: Shell) -> None:
    done = shell("--help")
    assert "--install-completion" in done.stdout
