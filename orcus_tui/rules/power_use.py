"""Powers without an attack roll: their damage, the saving throws against them, their lines, and typed healing."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from orcus_tui.dice import Dice, parse, shows
from orcus_tui.errors import Impossible
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.damage import Damage
from orcus_tui.model.events import DieRolled, FightChanged
from orcus_tui.model.fight import Question
from orcus_tui.model.offer import OfferedLine
from orcus_tui.model.power import Line, Power, RollLine
from orcus_tui.model.text import plural
from orcus_tui.model.trigger import ANY_ROLL, ON_A_MISS
from orcus_tui.rules import effects, target_counts, triggers
from orcus_tui.rules.actions import spend_for
from orcus_tui.rules.attack_rolls import wrong_number
from orcus_tui.rules.damage_rolls import damage_rows, power_damage, roll_own, typed_damage, with_bonuses
from orcus_tui.rules.dice_rolls import add_advantage, d20_for, refuse_wrong_faces, terms
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.modifiers import EITHER, advantages, roll_bonus_dice
from orcus_tui.rules.offers import make_offer, quoted
from orcus_tui.rules.power_effects import apply_line, lines_with_targets, start_sustaining
from orcus_tui.rules.powers import log_power_text, mark_spent, power_of, refuse_spent
from orcus_tui.rules.recovery_dice import refuse_impossible_total
from orcus_tui.rules.resolution import Cause, default_creature
from orcus_tui.rules.resources import at_slot, pay, with_higher_slot
from orcus_tui.rules.stats import effective_damage, total
from orcus_tui.rules.system.attacks import PowerUse
from orcus_tui.rules.system.hooks import Advantage
from orcus_tui.rules.system.resolution import Resolution

SAVE = "save"
POWER_SAVE = "power save"
"""The rule for the answer to a save against a power."""
Saves = dict[str, bool]
"""The creatures with a save against a power, each with whether it succeeded."""


class PlainUse(PowerUse, frozen=True):
    """The use of a power without an attack roll, while it is resolved."""

    step: typed_steps.UsePower

    @property
    def targets(self) -> steps.Targets:
        """The targets that are named."""
        return self.step.targets


def resolve_use(resolution: Resolution, step: typed_steps.UsePower) -> Saves:
    """Resolves the use of a power without an attack roll; returns the creatures that saved, and those that failed."""
    source = step.source or default_creature(resolution)
    power = at_slot(power_of(resolution, source, step.power), step.slot)
    use = PlainUse(resolution, power, source, step)
    if power.origin == "self" and not step.targets:
        step = replace(step, targets=(source,))
    amount_at = "faces" if step.hit is None else "hit"
    use = replace(use, step=number_as_amount(step, power))
    check(use, amount_at)
    target_counts.refuse_more(use, use.step.targets)
    refuse_spent(use, step.slot)
    spend_for(resolution, source, power.action)
    if resolution.system.attacks.resolve_counters(use):
        mark_spent(use)
        pay(use, step.slot)
        return {}
    return apply_use(use)


def use_within(use: PlainUse) -> None:
    """Uses a power as part of another one; its action is not spent."""
    check(use)
    refuse_spent(use)
    apply_use(use)


def enter_stance(resolution: Resolution, step: typed_steps.UsePower, power: Power) -> None:
    """Enters a stance that also attacks: its lines for the user count at once, and the attack is offered."""
    source = step.source or default_creature(resolution)
    effects, always = (
        tuple([line for line in lines if line.to_self and line.outcome == ANY_ROLL])
        for lines in (power.effects, power.always)
    )
    stance = Power(power.name, power.action, power.use, power.range, tags=power.tags, text=power.text,
                   maintain=power.maintain, effects=effects, always=always)  # fmt: skip
    use = PlainUse(resolution, stance, source, typed_steps.UsePower(power.name, (), source))
    refuse_spent(use)
    spend_for(resolution, source, power.action)
    apply_use(use)
    words = " ".join(("attack", quoted(power.name), ",".join(step.targets))).strip()
    make_offer(resolution, source, power.name, OfferedLine(words, source, free=True), targets=step.targets)


def follow_up(resolution: Resolution, step: steps.FollowUp) -> None:
    """Uses a follow-up on the targets of another power, such as the save against a bite's poison."""
    power = with_higher_slot(power_of(resolution, step.source, step.power), step.levels)
    use = PlainUse(resolution, power, step.source, typed_steps.UsePower(power.name, step.targets, step.source))
    check(use)
    apply_use(use)


def check(use: PlainUse, amount_at: str = "hit") -> None:
    """Refuses typed dice that do not fit the rolls, impossible healing, and saves by dead creatures.

    `amount_at` is the field that an error marks: a typed amount without a keyword is in the field of the faces.
    """
    power, step = use.power, use.step
    if not step.targets and needs_targets(power) and (step.faces or step.hit is not None):
        of = "faces" if step.faces else amount_at
        raise Impossible(f"{power.name} needs a target: name it before the dice", of=of)
    if step.hit is not None and power.damage is None:
        _check_healing(use, step.hit, amount_at)
    if power.save is None:
        _check_rows(power, step.faces)
    elif step.faces and len(step.faces) != len(step.targets):
        raise wrong_number("faces", len(step.faces), step)
    else:
        refuse_wrong_faces("faces", *step.faces)
    for target in step.targets if power.save else ():
        if use.resolution.state(target).life == "dead":
            use.resolution.forbid("dead", who=target)


def _has_rows(power: Power) -> bool:
    """Whether a power has lines such as `roll d6: 1-4 damage 3 | 5-6 apply dazed`."""
    return any(isinstance(each.step, RollLine) for each in power.lines)


def _check_rows(power: Power, faces: Sequence[int]) -> None:
    """Raises Impossible for dice that are typed for a power without `roll d6:` lines."""
    if faces and not _has_rows(power):
        raise Impossible(f"{power.name} calls for no saves", of="faces")


def apply_use(use: PlainUse) -> Saves:
    """Applies a power that was checked and whose action is spent, with the dice typed for its `roll d6:` lines."""
    faces = use.step.faces
    if not faces or use.power.save:
        return _apply(use)
    typed = use.resolution.typed
    typed.rows, typed.rows_rolled = [*faces], []
    saves = _apply(replace(use, step=replace(use.step, faces=())))
    _refuse_wrong_rows(use.power, faces, typed.rows_rolled)
    typed.rows = None
    return saves


def _refuse_wrong_rows(power: Power, faces: Sequence[int], rolled: Sequence[Dice]) -> None:
    if len(rolled) != len(faces):
        dice = plural(len(rolled), "die", "dice")
        raise Impossible(f"{power.name} rolls {dice} here; {len(faces)} typed", of="faces")
    for face, its_dice in zip(faces, rolled, strict=True):
        if not shows(its_dice, face):
            raise Impossible(f"{its_dice.text} does not show {face}", of="faces")


def _apply(use: PlainUse) -> Saves:
    """Applies a power: damage, saves, then its lines."""
    resolution, source, named = use.resolution, use.source, use.step.targets
    use = replace(use, power=with_healing(use.power, use.step.hit))
    announce(use)
    use = with_affected_targets(use)
    power, targets = use.power, use.step.targets
    if targets or not named:
        mark_spent(use)
        pay(use, use.step.slot)
    resolution.system.attacks.before_lines(use)
    cause, saves = Cause(power.name, source=source, use=use, asked_from=resolution.fight.next_question), Saves()
    dealt = _damage_by_target(use)

    def among(line: Line) -> steps.Targets:
        # A line with `bearing` names the creatures that it affects.
        to_user = line.to_self or (line.bearing and not power.save)
        return (source,) if to_user else targets

    if power.save:
        own = [line for line in power.effects if line.to_self]
        for line, concerned in lines_with_targets(resolution, own, lambda _: (source,), cause):
            apply_line(resolution, line, concerned, cause)
        thrown = [*saving_throws(use, dealt)]
        saves.update((question.creature, saved) for question, saved in thrown)
        for question, saved in thrown:
            apply_save(use, question, saved=saved)
    else:
        for each in dealt if power.damage else ():
            resolution.system.damage.deal(resolution, each)
        for line, concerned in lines_with_targets(resolution, power.effects, among, cause):
            apply_line(resolution, line, concerned, cause)
    always = [line for line in power.always if not _is_for_saved(power, line)]
    for line, concerned in lines_with_targets(resolution, always, among, cause):
        apply_line(resolution, line, concerned, cause)
    start_sustaining(use)
    log_power_text(resolution, power)
    return saves


def announce(use: PlainUse) -> None:
    """Logs the use of a power; without targets, also its text, and that it affects nobody."""
    resolution, power = use.resolution, use.power
    resolution.say("uses", use.source, power=power.name)
    if use.step.targets:
        return
    if needs_targets(power):
        resolution.say("nobody named", power=power.name)
    for line in (*power.effects, *power.always):
        if isinstance(line.step, steps.Say) and not line.to_self:
            resolution.carry_out(line.step)


def needs_targets(power: Power) -> bool:
    """Whether a power does something to targets, and not only to its user."""
    lines = (*power.effects, *power.always)
    return (
        power.damage is not None
        or power.save is not None
        or any(
            not (each.to_self or each.bearing or isinstance(each.step, steps.Say | steps.MakeZone)) for each in lines
        )
    )


def with_affected_targets(use: PlainUse) -> PlainUse:
    """The use without the targets that the power cannot affect, and without their typed dice."""
    step, rules = use.step, use.resolution.system.attacks
    places = [place for place, target in enumerate(step.targets) if rules.can_affect(use, target)]
    faces = tuple(step.faces[place] for place in places) if step.faces else ()
    return replace(use, step=replace(step, targets=tuple(step.targets[place] for place in places), faces=faces))


def _damage_by_target(use: PlainUse) -> list[Damage]:
    """The damage of a power to each target: one typed or rolled amount, with bonuses against some; 0 without damage."""
    power, targets, typed = use.power, use.step.targets, use.step.hit
    range_ = "" if power.save and not power.range else power.origin  # melee is a fact about attacks
    dealt = Damage("", 0, power.types, range_, use.source, power=power.name, tags=power.tags)
    if not power.damage or not targets:
        return [replace(dealt, target=each) for each in targets]
    rows = damage_rows(use, {each: Moment(use.resolution.view, use.source, each, use) for each in targets})
    with_shared = with_bonuses(use, rows.shared) if rows else use
    if typed is None:
        rolled = power_damage(with_shared, with_shared.power.damage or power.damage)
        added = roll_own(use, rows) if rows else {}
    else:
        rolled, added = typed_damage(use, typed), {}
    if rows:
        effects.end_used(use.resolution, use.source, rows.used)
    more = {each: sum(amount for _, amount in added.get(each, ())) for each in targets}
    system = use.resolution.system
    return [replace(dealt, target=each, rolled=effective_damage(system, rolled + more[each])) for each in targets]


# Saving throws against a power


def saving_throws(use: PlainUse, dealt: Sequence[Damage]) -> Iterator[tuple[Question, bool]]:
    """The typed or rolled saves of the targets, each with whether it succeeded; asks for the other saves."""
    resolution, step = use.resolution, use.step
    typed: Sequence[int | None] = step.faces or (None,) * len(step.targets)
    for target, of_target, face in zip(step.targets, dealt, typed, strict=True):
        question = _question_of(use, of_target)
        advantage = advantage_of(resolution, question)
        if advantage.lost:
            power = use.power.name
            resolution.say("save lost to power", target, ability=question.ability, power=power, why=advantage.lost)
            triggers.note_save(resolution, target, saved=False)
            yield question, False
        elif found := d20_for(resolution, question, advantage, face):
            yield question, _resolve_save(resolution, question, found)


def _question_of(use: PlainUse, dealt: Damage) -> Question:
    """The question for a target's save against a power, with the damage that is at stake."""
    name, save = use.power.name, use.power.save
    if save is None:
        raise Impossible(f"{name} calls for no saves")
    asked = use.resolution.new_question(SAVE, dealt.target, name)
    return replace(asked, needs=save.number, rule=POWER_SAVE, power=name, ability=save.by, damage=dealt)


def advantage_of(resolution: Resolution, question: Question) -> Advantage:
    """The advantage or disadvantage of a save against a power."""
    known = resolution.system.save_rolls.advantage(resolution, question.creature, question.ability or "")
    return add_advantage(known, advantages(_save_moment(resolution, question), "saves", EITHER))


def _save_moment(resolution: Resolution, question: Question) -> Moment:
    """The moment of a save against a power: its user, the power and its damage."""
    dealt = question.damage
    source = dealt.source if dealt else ""
    sheet = resolution.fight.sheets.get(source)
    power = sheet.power_named(question.power) if sheet else None
    use = PowerUse(resolution, power, source) if power else None
    return Moment(resolution.view, question.creature, source if sheet else "", use, types=dealt.types if dealt else ())


def _resolve_save(resolution: Resolution, question: Question, face: int) -> bool:
    """Resolves a save against a power, ends bonuses that were for one save, and returns whether it succeeds."""
    rules, creature, ability = resolution.system.save_rolls, question.creature, question.ability or ""
    moment = _save_moment(resolution, question)
    modifiers = [*rules.against_powers(resolution, creature, ability, moment)]
    modifiers += roll_bonus_dice(resolution, moment, EITHER, "saves")
    needed = question.needs or resolution.system.saves.needs
    saved = face + total(modifiers) >= needed
    outcome = "saved" if saved else "failed"
    rolled = DieRolled(POWER_SAVE, creature, face, terms(modifiers), needed, outcome, ability=ability)
    resolution.emit(replace(rolled, power=question.power or ""))
    effects.use_up_once(resolution, creature, moment)
    saved = saved or rules.turns_failure(resolution, creature)
    triggers.note_save(resolution, creature, saved=saved)
    return saved


def apply_save(use: PowerUse, question: Question, *, saved: bool) -> None:
    """Applies a save: all damage and effects on a failure, the damage that a success leaves otherwise."""
    resolution, power, dealt = use.resolution, use.power, question.damage
    if dealt is None:
        raise Impossible(f"the save against {power.name} has no damage or effects")
    cause = Cause(power.name, source=use.source, use=use, asked_from=resolution.fight.next_question)
    if power.damage and (not saved or power.saved == "half"):
        resolution.system.damage.deal(resolution, replace(dealt, halving_count=int(saved), missed=saved))
    lines = power.effects if not saved else tuple(each for each in power.always if _is_for_saved(power, each))
    due = [line for line in lines if saved or not line.to_self]
    for line, concerned in lines_with_targets(resolution, due, lambda _: (question.creature,), cause):
        apply_line(resolution, line, concerned, cause)


def _is_for_saved(power: Power, line: Line) -> bool:
    """Whether a line is for creatures that save: these are the lines for misses in a power that calls for saves."""
    return power.save is not None and line.outcome == ON_A_MISS


def resolve_answer(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the die of a save against a power that was asked for."""
    dealt = question.damage
    if dealt is None or not question.power:
        return
    power = power_of(resolution, dealt.source, question.power)
    saved = _resolve_save(resolution, question, face)
    apply_save(PowerUse(resolution, power, dealt.source), question, saved=saved)
    add_to_last_targets(resolution, question.creature, "saved" if saved else "failed", ("saved", "failed"))


def add_to_last_targets(resolution: Resolution, creature: str, outcome: str, outcomes: tuple[str, str]) -> None:
    """Adds a creature to a set such as `@saved` after its die was answered.

    Does nothing if a later command has replaced these sets.
    """
    last = resolution.fight.last_targets or {}
    if last.keys() <= {*outcomes}:
        resolution.emit(FightChanged("last_targets", {**last, outcome: (*last.get(outcome, ()), creature)}))


# Healing typed in the place of its dice


def rolled_healing(power: Power) -> list[Line]:
    """The lines of a power that heal by dice or by a recovery; empty for a power whose typed number is damage."""
    return [] if power.damage else [line for line in (*power.effects, *power.always) if _heals_by_dice(line)]


def number_as_amount(step: typed_steps.UsePower, power: Power) -> typed_steps.UsePower:
    """The use with a single typed number as its amount, if the power has no die that is typed as a face."""
    if power.save or _has_rows(power) or len(step.faces) != 1 or step.hit is not None:
        return step
    if power.damage is None and len(rolled_healing(power)) != 1:
        return step
    return replace(step, faces=(), hit=parse(str(step.faces[0])))


def _check_healing(use: PlainUse, amount: Dice, amount_at: str) -> None:
    """Raises Impossible, for that field, if the power cannot heal the typed amount."""
    power, step = use.power, use.step
    healing = rolled_healing(power)
    if len(healing) > 1:
        raise Impossible(f"{power.name} heals with {len(healing)} rolls: one typed number is not enough", of=amount_at)
    if not healing:
        raise Impossible(f"{power.name} deals no damage and rolls no healing", of=amount_at)
    for line in healing:
        if isinstance(line.step, steps.Recover):
            for creature in (use.source,) if line.to_self else step.targets:
                refuse_impossible_total(use.resolution, creature, amount, line.step.times, amount_at)


def with_healing(power: Power, amount: Dice | None) -> Power:
    """The power with the typed amount instead of its dice; unchanged if no amount was typed."""
    if amount is None or not rolled_healing(power):
        return power
    on_hit, always = (
        tuple(_with_typed_amount(line, amount) for line in lines) for lines in (power.effects, power.always)
    )
    return replace(power, effects=on_hit, always=always)


def _with_typed_amount(line: Line, amount: Dice) -> Line:
    if isinstance(line.step, steps.Recover):
        return replace(line, step=replace(line.step, amounts=(amount,), is_total=True))
    if isinstance(line.step, steps.Heal | steps.Temp) and _heals_by_dice(line):
        return replace(line, step=replace(line.step, amount=amount))
    return line


def _heals_by_dice(line: Line) -> bool:
    step = line.step
    return isinstance(step, steps.Recover) or (
        isinstance(step, steps.Heal | steps.Temp) and not step.amount.is_constant
    )
