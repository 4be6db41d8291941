"""`check`: checks by abilities and skills, and saves that a line calls for by name."""

from collections.abc import Iterable

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.events import DieRolled, FightChanged
from orcus_tui.model.fight import Question
from orcus_tui.model.steps import Check
from orcus_tui.model.text import with_sign
from orcus_tui.rules import effects, life, triggers
from orcus_tui.rules.dice_rolls import add_advantage, d20_for, terms
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.modifiers import ADVANTAGE_SIDES, EITHER, advantages, bonuses, roll_bonus_dice, roll_dice
from orcus_tui.rules.stats import save_modifiers, stack_modifiers, stats_of, total
from orcus_tui.rules.system import System
from orcus_tui.rules.system.hooks import ONE_DIE, Advantage, Modifier
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.system.saves import SAVE

CHECK, SAVE_NOW = "check", "save now"
"""The rules for the answers: to a check, and to a save that a line calls for."""
SAVING_THROW = "saving throw"
"""The name of a roll for a save where all saves are alike."""


def check(resolution: Resolution, step: Check) -> None:
    """`check`: a check or save by each of the targets; with a DC it sets `@saved` and `@failed`.

    Raises Impossible for a statistic that a creature does not have, Forbidden for the dead.
    """
    special = resolution.system.checks.special.get(step.stat)
    outcomes: dict[str, bool | None] = {}
    for place, (creature, face) in enumerate(zip(step.targets, _faces(step), strict=True)):
        life.refuse_the_dead(resolution, creature)
        with resolution.typed_bonus_dice(step.bonus_faces, place):
            if special:
                special(resolution, creature, replace(step, faces=() if face is None else (face,)))
            else:
                outcomes[creature] = make(resolution, question_of(resolution, creature, step), face)
    if outcomes and (step.number is not None or step.name):
        _remember_outcomes(resolution, outcomes)


def _faces(step: Check) -> Iterable[int | None]:
    """The typed die of each target; None where the die is still to be rolled.

    Raises Impossible for a wrong number of dice.
    """
    if not step.faces:
        return (None,) * len(step.targets)
    if len(step.faces) != len(step.targets):
        raise Impossible(f"dice typed: {len(step.faces)}, creatures that roll: {len(step.targets)}", of="faces")
    return step.faces


def _remember_outcomes(resolution: Resolution, outcomes: dict[str, bool | None]) -> None:
    """Remembers who saved and who failed; `@hit` and `@missed` stay as they were."""
    last = resolution.fight.last_targets or {}
    found = {
        "saved": tuple([each for each, made in outcomes.items() if made]),
        "failed": tuple([each for each, made in outcomes.items() if made is False]),
    }
    resolution.emit(FightChanged("last_targets", {**last, **found}))


def question_of(resolution: Resolution, creature: str, step: Check) -> Question:
    """The question for the die of a check or save, with the typed bonuses.

    Raises Impossible if the stat block does not have the statistic.
    """
    needs = _difficulty(resolution, creature, step)
    about = f"DC {needs}" if needs is not None else "no DC"
    if step.bonus and resolution.system.saves.abilities:
        about = f"DC {needs}, {with_sign(step.bonus)}" if needs is not None else with_sign(step.bonus)
    is_save = _is_save(resolution, creature, step.stat, step.manner)
    kind = SAVING_THROW if step.stat == SAVE else f"{step.stat} {SAVE if is_save else CHECK}"
    asked = resolution.new_question(kind, creature, about)
    return replace(
        asked,
        needs=needs,
        bonus=step.bonus or None,
        bonus_dice=step.bonus_dice,
        advantage=step.advantage or None,
        rule=SAVE_NOW if is_save else CHECK,
        ability=step.stat,
        hazard=step.name,
    )


def _is_save(resolution: Resolution, creature: str, stat: str, manner: str) -> bool:
    """Whether a line calls for a save. Raises Impossible if the creature has no such statistic."""
    system, sheet = resolution.system, resolution.sheet(creature)
    name = resolution.name(creature)
    if stat in system.saves.names and manner != "ability":
        if stat in system.words.defenses and stat not in sheet.defenses:
            raise Impossible(f"{name} has no {stat}; `set {creature} defenses.{stat} N` gives it one")
        return True
    if stat not in (*system.words.abilities, *system.checks.skills, *system.checks.derived, *sheet.skills):
        raise Impossible(f"{name} has no {stat}; `set {creature} skills.{stat} N` gives it one", of="stat")
    return False


def _is_of_save(system: System, question: Question) -> bool:
    """Whether the die of a question is for a save, not a check."""
    stat = question.ability or ""
    is_check = question.rule == CHECK or (question.opposed is not None and stat in system.words.abilities)
    return stat in system.saves.names and not is_check


def _difficulty(resolution: Resolution, creature: str, step: Check) -> int | None:
    """The DC of a check; a named check gets 1 harder each time the creature repeats it."""
    if not step.name:
        return step.number
    earlier, first = f"{creature} checks {step.name}", f"{creature} first checks {step.name}"
    memory = resolution.fight.system_memory
    hazard = resolution.system.checks.hazards.get(step.name)
    usual = hazard.number if hazard and hazard.stat == step.stat else None
    number = step.number if step.number is not None else memory.get(first, usual)
    if number is None:
        raise Impossible(f'which DC? `check {creature} {step.stat} DC "{step.name}"`; later it is 1 higher each time')
    resolution.remember(first, number)
    resolution.remember(earlier, memory.get(earlier, 0) + 1)
    return number + memory.get(earlier, 0)


def required_roll(resolution: Resolution, creature: str, stat: str, needs: int | None, bonus: int = 0) -> Question:
    """The question for the die of a check or save that a rule calls for. Raises as `question_of`."""
    return question_of(resolution, creature, Check((creature,), stat, needs, bonus=bonus))


def make(resolution: Resolution, question: Question, face: int | None) -> bool | None:
    """Makes a check or save, and returns whether it succeeds; None if its die is asked for."""
    creature, advantage = question.creature, advantage_of(resolution, question)
    if advantage.lost:
        resolution.say("fails without a roll", creature, ability=question.ability, why=advantage.lost)
        triggers.note_save(resolution, creature, saved=False)
        return False
    found = d20_for(resolution, question, advantage, face)
    return None if found is None else succeeds(resolution, question, found)


def advantage_of(resolution: Resolution, question: Question) -> Advantage:
    """The advantage or disadvantage of the die of a check or save."""
    creature, system = question.creature, resolution.system
    known = ONE_DIE
    if _is_of_save(system, question):
        known = system.save_rolls.advantage(resolution, creature, question.ability or "")
    moment = Moment(resolution.view, creature)
    given = [(ADVANTAGE_SIDES[question.advantage], "typed")] if question.advantage in ADVANTAGE_SIDES else []
    return add_advantage(add_advantage(known, given), advantages(moment, *_bonus_stats(system, question)))


def resolve_answer(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the die of a check or save that was asked for, and remembers its outcome for `@saved` and `@failed`."""
    made = succeeds(resolution, question, face)
    last = resolution.fight.last_targets or {}
    if question.needs is not None and {"saved", "failed"} <= last.keys():
        how = "saved" if made else "failed"
        resolution.emit(FightChanged("last_targets", {**last, how: (*last[how], question.creature)}))


def succeeds(resolution: Resolution, question: Question, face: int) -> bool:
    """Logs a check or save and returns whether it reaches its DC; None without a DC."""
    creature, system = question.creature, resolution.system
    made = log_roll(resolution, question, face) >= (question.needs or 0)
    if question.needs is None:
        return True
    if _is_of_save(system, question):
        made = made or system.save_rolls.turns_failure(resolution, creature)
        triggers.note_save(resolution, creature, saved=made)
    if not made and question.hazard in system.checks.hazards:
        system.checks.hazards[question.hazard].failed(resolution, creature)
    return made


def log_roll(resolution: Resolution, question: Question, face: int) -> int:
    """Logs the die of a check or save, ends the bonuses that it uses up, and returns its total."""
    creature, stat, system = question.creature, question.ability or "", resolution.system
    is_save, is_open = _is_of_save(system, question), question.needs is None
    moment = Moment(resolution.view, creature)
    modifiers = roll_modifiers(resolution, question)
    reached = face + total(modifiers)
    if stat == SAVE:
        kind = "open saving throw" if is_open else "saving throw"
    elif is_save:
        kind = "open save" if is_open else "ability save"
    else:
        kind = "open check" if is_open else "ability check"
    made = question.needs is None or reached >= question.needs
    outcome = "" if is_open else ("saved" if is_save else "succeeds") if made else "failed"
    resolution.emit(DieRolled(kind, creature, face, terms(modifiers), question.needs, outcome, ability=stat))
    effects.use_up(resolution, moment, *_bonus_stats(system, question))
    if not is_save:
        system.checks.after_check(resolution, creature)
    return reached


def fixed_modifiers(resolution: Resolution, question: Question) -> list[Modifier]:
    """The modifiers of a check or save, without bonus dice and typed bonuses."""
    creature, stat, system = question.creature, question.ability or "", resolution.system
    if not _is_of_save(system, question):
        return check_modifiers(resolution, creature, stat)
    if system.saves.of_powers:
        return [*system.save_rolls.against_powers(resolution, creature, stat, None)]
    return save_modifiers(resolution.view, creature)


def roll_modifiers(resolution: Resolution, question: Question) -> list[Modifier]:
    """All modifiers of a check or save; rolls the bonus dice among them."""
    creature, system = question.creature, resolution.system
    modifiers = fixed_modifiers(resolution, question)
    modifiers += roll_bonus_dice(resolution, Moment(resolution.view, creature), *_bonus_stats(system, question))
    if question.bonus:
        modifiers.append((question.bonus, "", "typed"))
    if question.bonus_dice:
        modifiers.append(roll_dice(question.bonus_dice, "", "typed", resolution.joined_die))
    return modifiers


def _bonus_stats(system: System, question: Question) -> tuple[str, ...]:
    """The statistics whose bonuses count for the die of a check or save."""
    if not _is_of_save(system, question):
        return ("checks",)
    stat = question.ability or ""
    return stats_of(system, stat) if stat in system.words.defenses else ("saves", EITHER)


def check_modifiers(resolution: Resolution, creature: str, stat: str) -> list[Modifier]:
    """The modifiers of a check by an ability or a skill.

    A skill has its printed bonus, else the bonus of its ability.
    """
    system, view, fight = resolution.system, resolution.view, resolution.fight
    ability = system.checks.skills.get(stat, stat if stat in system.words.abilities else "")
    printed = fight.sheets[creature].skills.get(stat)
    if printed is None and stat in system.checks.derived:
        printed = system.checks.derived[stat](fight, creature)
    own: Modifier = (system.checks.ability(fight, creature, ability) if printed is None else printed, "", stat)
    added = stack_modifiers(system, bonuses(Moment(view, creature), *dict.fromkeys(("checks", ability, stat))))
    return [own, *added]
