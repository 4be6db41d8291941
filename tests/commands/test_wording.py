"""The words of the language: what messages call each argument, and the words that completion offers, with meanings."""

from orcus_tui.commands import everyday_words
from orcus_tui.commands.command_error import Candidate
from orcus_tui.commands.context import Context, WordCursor
from orcus_tui.commands.grammar import grammar_of
from orcus_tui.commands.power_verbs import Verb
from orcus_tui.commands.slot import Slot
from orcus_tui.commands.verbs import verbs_of
from orcus_tui.model.fight import Fight
from orcus_tui.rules.system import FightView, System
from orcus_tui.systems import SYSTEMS
from tests.helpers.project.files import ROOT
from tests.helpers.project.snapshots import check_file


def forms_of(system: System) -> list[Verb]:
    return [form for verb in verbs_of(system) for form in (verb, *verb.forms.values())]


def slots_of(system: System) -> list[Slot]:
    grammars = map(grammar_of, forms_of(system))
    return [slot for grammar in grammars for slot in (*grammar.required, *grammar.optional)]


def kind_of(slot: Slot) -> str:
    marks = [mark for mark in ("greedy", "repeats", "pairs") if getattr(slot, mark)]
    return ", ".join((*marks, *(f"not with {key}" for key in sorted(slot.excludes))))


def offered(slot: Slot, system: System) -> list[Candidate]:
    return list(slot.offer(WordCursor([], Context(FightView(system, Fight("", system.id, {}, {}))), 0), ""))


def test_the_words_of_every_argument_are_as_last_reviewed() -> None:
    """The file makes every change of wording visible for review."""
    rows = set[str]()
    for system in SYSTEMS.values():
        for slot in slots_of(system):
            rows.add(f"{slot.shown} | {slot.key} | expected {slot.wants} | {kind_of(slot)}".rstrip(" |"))
            rows |= {f"{slot.shown} | {each.text} | {each.meaning}".rstrip(" |") for each in offered(slot, system)}
    for kind, table in (
        ("do", everyday_words.ACTIONS),
        ("apply", everyday_words.CONDITIONS),
        ("", everyday_words.VERBS),
    ):
        rows |= {f"everyday words | {kind} {name} | {words}" for name, words in table.items()}
    check_file(ROOT / "tests" / "commands" / "wording.txt", "".join(f"{row}\n" for row in sorted(rows)))
