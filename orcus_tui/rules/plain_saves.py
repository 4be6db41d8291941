"""Saving throws against what is no effect, such as a pit at the edge (Orcus §Unwilling Movement)."""

from msgspec.structs import replace

from orcus_tui.model.effect import EffectLabel
from orcus_tui.model.events import QuestionAsked, QuestionClosed, SaveRolled
from orcus_tui.model.fight import Question
from orcus_tui.rules import effects
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.stats import save_modifiers, total
from orcus_tui.rules.sums import terms
from orcus_tui.rules.system import Resolution

PLAIN_SAVE = "plain save"
"""The rule that takes the answer to such a saving throw."""


def roll_save(resolution: Resolution, creature: str, words: str, face: int | None, bonus: int) -> Question | None:
    """A saving throw that changes nothing, by the face given; asked for, or to be rolled, where there is none.

    Answers the question to be settled, None where it is asked.

    Raises Impossible where saves go by abilities or the stat block.
    """
    system = resolution.system
    go_by = system.saves.abilities or system.saves.of_powers
    if go_by:
        what = "an ability" if system.saves.abilities else "the stat block"
        raise Impossible(f"saving throws use {what}: `check {creature} {go_by[0]} DC`", of="words")
    waiting = (each for each in resolution.fight.questions if each.rule == PLAIN_SAVE and each.creature == creature)
    question = next((each for each in waiting if each.about == words), None)
    if question:
        resolution.emit(QuestionClosed(question))
        return replace(question, bonus=(question.bonus or 0) + bonus or None)
    needs, added = system.saves.needs, bonus or None
    if face is None and resolution.asks(creature):
        asked = resolution.new_question("save", creature, words)
        resolution.emit(QuestionAsked(replace(asked, needs=needs, bonus=added, rule=PLAIN_SAVE)))
        return None
    return Question(0, "save", creature, words, 20, needs=needs, bonus=added, rule=PLAIN_SAVE)


def resolve(resolution: Resolution, question: Question, face: int) -> None:
    """What the die of a plain saving throw says."""
    creature, needed = question.creature, question.needs or resolution.system.saves.needs
    modifiers = save_modifiers(resolution.system, resolution.fight, creature)
    if question.bonus:
        modifiers.append((question.bonus, "", ""))
    outcome = "saved" if face + total(modifiers) >= needed else "failed"
    against = (EffectLabel(0, question.about, "other"),)
    resolution.emit(SaveRolled(creature, against, face, needed, outcome=outcome, terms=terms(modifiers)))
    effects.use_up_once(resolution, creature)
