"""The commands that put effects and reminders on creatures, alone or joined."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from orcus_tui.dice import average
from orcus_tui.errors import Impossible
from orcus_tui.model import steps
from orcus_tui.model.duration import SOURCE, TARGET
from orcus_tui.model.effect import Aftereffect, Effect, EffectKind
from orcus_tui.rules import effects
from orcus_tui.rules.limits import MOST_JOINED
from orcus_tui.rules.stats import effective_damage
from orcus_tui.rules.system.resolution import Resolution


def put_effects(resolution: Resolution, step: steps.EffectStep) -> None:
    """Puts the effects of a step on each target; several share a bundle, and so one saving throw (Orcus §Duration)."""
    put = [each for part in (step, *step.joined) for each in _EFFECTS_OF_STEP[type(part)](resolution, part)]
    if len(put) > MOST_JOINED:
        raise Impossible(f"a command puts at most {MOST_JOINED} effects on a creature, got {len(put)}")
    for creature in step.targets:
        source = resolution.source(step.source, creature)
        shared = Effect(
            0,
            "",
            "other",
            source,
            step.duration,
            bundle=resolution.fight.next_bundle if len(put) > 1 else None,
            then=step.then[0] if step.then else (),
            later=step.then[1:],
            after=_anchor_aftereffect(step.after, creature, source),
        )
        effects.add_together(resolution, creature, [_with_shared(each, shared) for each in put])


def _with_shared(effect: Effect, shared: Effect) -> Effect:
    """An effect with the values that it shares with the effects it is joined with."""
    return replace(
        effect,
        source=shared.source,
        duration=shared.duration,
        bundle=shared.bundle,
        then=shared.then,
        later=shared.later,
        after=shared.after,
    )


def _anchor_aftereffect(after: Aftereffect | None, bearer: str, source: str) -> Aftereffect | None:
    """The aftereffect with the anchor of its duration filled in."""
    if after is None or after.duration.ending not in ("start", "end"):
        return after
    anchor = {SOURCE: source, TARGET: bearer}.get(after.duration.anchor, after.duration.anchor)
    return replace(after, duration=replace(after.duration, anchor=anchor))


# The effects of each step; source, duration and bundle are filled in by `put_effects`.


def _effect(name: str, kind: EffectKind, step: steps.EffectStep, **fields: Any) -> Effect:
    return Effect(0, name, kind, "", step.duration, **fields)


def _conditions(_: Resolution, step: steps.Apply) -> list[Effect]:
    return [_effect(name, "condition", step) for name in step.conditions]


def _mark(resolution: Resolution, step: steps.Mark) -> list[Effect]:
    """The mark of a creature, which replaces any other mark (Orcus §Marked)."""
    if "marked" not in resolution.system.conditions.table:
        raise Impossible(f"{resolution.system.display_name} has no marks")
    return [_effect("marked", "condition", step)]


def _persistent_damage(resolution: Resolution, step: steps.Persist) -> list[Effect]:
    """Persistent damage, rolled once for all targets, or each time it is dealt."""
    each_time = step.each and not step.amount.is_constant
    rolled = average(step.amount) if each_time else resolution.roll(step.amount).total
    amount = effective_damage(resolution.system, rolled)
    by_power = resolution.cause.power if resolution.system.damage.persistent_by_name else ""
    types = "+".join(sorted(step.types)) or None
    dice = step.amount.text if each_time else ""
    return [_effect(step.name or by_power or "persistent", "persistent", step, amount=amount, type=types, dice=dice)]


def _regeneration(resolution: Resolution, step: steps.Regen) -> list[Effect]:
    effects.require_hit_points(resolution, (*step.targets, *resolution.fight.states)[0])
    amount = max(0, resolution.roll(step.amount).total)
    return [_effect("regeneration", "regeneration", step, amount=amount, unless=step.unless)]


def _bonus(_: Resolution, step: steps.Bonus) -> list[Effect]:
    return [
        _effect(
            step.stat,
            "bonus",
            step,
            amount=None if step.dice or step.advantage else step.amount,
            type=step.type or None,
            once=step.once,
            power=step.name,
            dice=step.dice,
            advantage=step.advantage,
            when=step.when,
            limit=step.limit,
        )
    ]


def _resistance(resolution: Resolution, step: steps.Withstand) -> list[Effect]:
    usual = resolution.system.creatures.default_vulnerability if step.quality == "vulnerable" else None
    amount = (usual or None) if step.amount is None else step.amount
    numbered = resolution.system.creatures.numbered_resistances and step.quality != "immune" and usual is None
    if numbered and amount is None:
        example = " ".join((step.quality, *step.targets[:1], step.type, "5"))
        raise Impossible(f"{step.quality} by how much? For example {example}")
    return [_effect(step.quality, "other", step, amount=amount, type=step.type, unless=step.unless)]


# Each function takes the step of its row, which the type of a mapping cannot express.
_EFFECTS_OF_STEP: Mapping[type, Callable[[Resolution, Any], list[Effect]]] = {
    steps.Apply: _conditions,
    steps.Mark: _mark,
    steps.Persist: _persistent_damage,
    steps.Regen: _regeneration,
    steps.Bonus: _bonus,
    steps.Withstand: _resistance,
}


def remind(resolution: Resolution, step: steps.Remind) -> None:
    """`remind`: adds a reminder to the start or the end of each target's turns."""
    for creature in step.targets:
        source = resolution.source(step.source, creature)
        effects.add(resolution, creature, Effect(0, step.text, "other", source, step.duration, point=step.point))


def say_reminder(resolution: Resolution, step: steps.Say) -> None:
    """Logs a power's reminder for its targets; a line to type names their ids, and that of the power's user."""
    if not step.targets:
        resolution.say("plain", text=step.text)
        return
    targets = ",".join(step.targets)
    said = (step.line or step.text).replace("TARGETS", targets).replace("TARGET", targets)
    text = said.replace("ITSELF", step.source)
    if step.line:
        resolution.say("line if so", targets=step.targets, line=text)
    else:
        resolution.say("reminder for", targets=step.targets, text=text)
