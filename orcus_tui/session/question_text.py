"""Questions in words: a die, its subject, and the total it needs."""

from __future__ import annotations

from orcus_tui.model.creature import joined_effects
from orcus_tui.model.damage import Damage
from orcus_tui.model.fight import Question
from orcus_tui.model.text import halve, number, with_sign
from orcus_tui.rules.saves import SAVE, ability_asked, effect_asked_about, total_needed
from orcus_tui.rules.templates import Formatter
from orcus_tui.systems import SYSTEMS


def question_text(formatter: Formatter, question: Question) -> str:
    """The roll of a question with its subject: `save 16+ (dazed)`, `Dex save DC 13 (stunned)`, `initiative`."""
    what, roll = question_about(formatter, question), question_roll(formatter, question)
    return f"{roll} ({what})" if what else roll


def question_roll(formatter: Formatter, question: Question) -> str:
    """The roll of a question and the total it needs: `save 16+`, `Toughness save DC 18`.

    The system's usual total is left out unless it is a DC.
    """
    needed = total_needed(formatter.view, question)
    if needed is None or needed != formatter.system.saves.needs:
        return question_roll_with_total(formatter, question)
    return formatter.sentence("question needs usual", kind=_kind_of_roll(formatter, question), needed=needed)


def question_roll_with_total(formatter: Formatter, question: Question) -> str:
    """The roll of a question and the total it needs, also if that is the system's usual one."""
    kind, needed = _kind_of_roll(formatter, question), total_needed(formatter.view, question)
    return kind if needed is None else formatter.sentence("question needs", kind=kind, needed=needed)


def _kind_of_roll(formatter: Formatter, question: Question) -> str:
    """`save`, `Wis save`, `Perception check`."""
    kind, ability = formatter.word(question.kind), ability_asked(formatter.view, question)
    if ability:
        return f"{ability.capitalize()} {kind}" if question.kind == SAVE else kind.capitalize()
    return kind


def question_dice(formatter: Formatter, question: Question) -> str:
    """The dice to roll: `d20`, `3d8 (+2)`."""
    return several_dice(formatter, question) or f"d{question.die}"


def several_dice(formatter: Formatter, question: Question) -> str:
    """The dice to roll if there are several, `3d8 (+2)`; else empty."""
    return SYSTEMS[formatter.fight.system].rest.asked_dice(formatter.fight, question)


def question_about(formatter: Formatter, question: Question) -> str:
    """The subject of a question; empty if its kind is enough."""
    if question.damage:
        dealt = damage_text(formatter, question.damage) if question.damage.rolled else ""
        return ", ".join(each for each in (question.power or "", dealt) if each)
    effect = effect_asked_about(formatter.fight, question)
    if effect is not None:
        return formatter.effects(joined_effects(formatter.fight.states[question.creature], effect))
    if question.ability and question.effect is None:
        return with_sign(question.bonus) if question.bonus else ""
    return "" if question.about == question.kind else formatter.word(question.about)


def damage_text(formatter: Formatter, damage: Damage) -> str:
    """Damage that a save may reduce: `6 lethal (critical hit)`, `3 nonlethal from acid`."""
    notes = [formatter.word("critical hit")] * damage.crit + [formatter.word("half")] * damage.halving_count
    noted = f" ({', '.join(notes)})" if notes else ""
    cause = f" from {formatter.text(damage.cause)}" if damage.cause else ""
    return f"{number(halve(damage.rolled, damage.halving_count))} {formatter.types(damage.types)}{noted}{cause}"
