"""The public state: everything players learn of a fight, built from a positive list.

It is rebuilt as a separate type each time. Anything that is not put into it here is never sent, such as ids, the name
of the fight, or anything about hidden creatures.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.model.creature import Side
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight, Question, Turn, in_place_order
from orcus_tui.model.history import Timeline
from orcus_tui.model.player_settings import INPUT_KINDS, creature_setting, fight_setting, input_kinds
from orcus_tui.model.text import defense_name, halve, number
from orcus_tui.model.turn_places import places_to_come
from orcus_tui.players.opaque import OpaqueKeys, asking_mark
from orcus_tui.players.public_names import Appearances, PublicFormatter, is_seen, public_names
from orcus_tui.rules.in_force import conditions_in_force, creature_standing, is_staggered
from orcus_tui.rules.saves import ability_asked, total_needed
from orcus_tui.rules.stats import actions_left, defenses
from orcus_tui.rules.system import FightView, System
from orcus_tui.systems import SYSTEMS, view_of

Level = Literal["", "unhurt", "hurt", "staggered", "down", "dead"]
"""The level of a creature's injuries, as players see it."""
Phase = Literal["waiting", "setup", "turns", "finished"]
Waiting = Literal["", "delaying", "readied"]
QUARTERS = 4
WITHHELD = "effect"
"""The text that players see instead of an effect on a hero, if the effect's name is secret."""


class PublicHealth(Struct, frozen=True):
    """The hit points of a creature as players see them: a text, and a bar if one is shown.

    Next to exact numbers the bar has the exact percentage; alone it only has whole quarters, rounded up.
    """

    text: str = ""
    level: Level = ""
    quarters: int | None = None
    percent: int | None = None


class PublicCondition(Struct, frozen=True):
    """An effect on a creature: its meaning, its duration and, if players know it, its source."""

    name: str
    means: str = ""
    lasts: str = ""
    source: str = ""


class PublicQuestion(Struct, frozen=True):
    """A die for a player to roll: `save against 5 fire`, and the total needed: `10+`.

    `natural` is the lowest face of the die that is enough, `bonus` the number added to the face.
    """

    text: str
    needs: str = ""
    question: str = ""
    die: int = 0
    natural: int | None = None
    bonus: int | None = None


class PublicCreature(Struct, frozen=True):
    """A creature as players see it; `turns_until` is 0 for the active creature and 1 for the next.

    `key` identifies the creature in messages from phones. `actions` are the actions that a hero has left in its turn,
    `input` the kinds of input that its phones can send.
    """

    name: str
    side: Side
    key: str = ""
    active: bool = False
    turns_until: int | None = None
    initiative: int | None = None
    waiting: Waiting = ""
    health: PublicHealth = PublicHealth()
    conditions: tuple[PublicCondition, ...] = ()
    defenses: Mapping[str, int] = {}
    questions: tuple[PublicQuestion, ...] = ()
    actions: Mapping[str, int] = {}
    input: tuple[str, ...] = ()


class PublicZone(Struct, frozen=True):
    """A zone that players know of, and the creatures they see inside."""

    name: str
    inside: tuple[str, ...] = ()


class PublicTimer(Struct, frozen=True):
    """The timer of a turn that began at `since` (Unix time); counts up, or down from `limit` seconds."""

    since: float
    limit: int | None = None


class PublicState(Struct, frozen=True):
    """Everything players learn.

    `start` identifies this start of the view, and `turn` the present turn in messages from phones. `place` is the
    position of the active creature among the visible ones, `turns` their number. `problem` says why the fight cannot be
    followed. `input` has the kinds of input that any phone can send, `damage_types` and `choices` the words for them.
    """

    sequence: int = 0
    start: str = ""
    phase: Phase = "waiting"
    round: int = 0
    turn: str = ""
    place: int | None = None
    turns: int = 0
    next: str = ""
    enemies_act: bool = False
    dials: Mapping[str, int] = {}
    timer: PublicTimer | None = None
    announcement: str = ""
    problem: str = ""
    creatures: tuple[PublicCreature, ...] = ()
    zones: tuple[PublicZone, ...] = ()
    input: tuple[str, ...] = ()
    damage_types: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


class PlayerPerspective:
    """A fight as players see it, from its history: the names they have seen, and the last turn they saw.

    In a terminal, where nothing is sent, the keys need no secret.
    """

    def __init__(self, keys: OpaqueKeys | None = None) -> None:
        self._appearances = Appearances()
        self.keys = keys or OpaqueKeys(b"")

    def names(self, timeline: Timeline) -> dict[str, str]:
        """The public names of the visible creatures, by id."""
        return public_names(timeline.fight, self._appearances.in_order(timeline))

    def state(self, timeline: Timeline) -> PublicState:
        """The public state of a fight, without sequence, timer and problem, which the feed adds."""
        marks = {each.id: asking_mark(timeline, each) for each in timeline.fight.questions}
        return public_state(timeline.fight, self.names(timeline), last_seen_moment(timeline), KeyRing(self.keys, marks))


class KeyRing(Struct, frozen=True):
    """The keys of a fight's creatures, turn and questions; `marks` are the marks of the open questions, by id."""

    keys: OpaqueKeys
    marks: Mapping[int, str]

    def question(self, question: Question) -> str:
        """The key of an open question."""
        return self.keys.question(question, self.marks.get(question.id, ""))


def last_seen_moment(timeline: Timeline) -> Fight | None:
    """The latest state of the fight in which a creature acts that players see now.

    During a hidden creature's turn, it is an earlier state.
    """
    now = timeline.fight
    if _visible_creature_acts(now, now):
        return now
    for execution in reversed(timeline.executions):
        if _visible_creature_acts(now, execution.after):
            return execution.after
    return timeline.start if _visible_creature_acts(now, timeline.start) else None


def _visible_creature_acts(now: Fight, then: Fight) -> bool:
    """Whether a creature that is visible now acts in the fight as it was then."""
    return then.active is not None and then.active in now.states and is_seen(now, then.active)


def public_state(fight: Fight, names: Mapping[str, str], moment: Fight | None, ring: KeyRing) -> PublicState:
    """The public state of a fight whose creatures players know by `names`.

    Turn, round and counters are those of `moment`, so that nothing changes while a hidden creature acts. For players,
    the fight begins when they first see a creature act.
    """
    begun = fight.phase == "turns" and moment is not None
    active = moment.active if begun and moment else None
    enemies_act = begun and fight.active not in names and fight_setting(fight, "hidden_turn") == "enemies"
    listed = [each for each in _order(fight, begun=begun) if each in names]
    acting = [each for each in fight.order if each in names and (each == active or _takes_turns(fight, each))]
    until = _turns_until(fight, moment, acting) if begun and moment and not enemies_act else {}
    view = PlayerCreatureView(fight, names, ring)
    left = _actions_of_hero(moment) if moment else {}
    shown = [each for each in listed if not view.is_left_out(each)]
    creatures = tuple([_at_its_place(view.creature(each), until.get(each), left) for each in shown])
    kinds = tuple(kind for kind in INPUT_KINDS if any(kind in each.input for each in creatures))
    dials = (moment if begun and moment else fight).counters
    following = next((each for each in listed if until.get(each) == 1), None)
    return PublicState(
        phase="turns" if begun else "finished" if fight.phase == "finished" else "setup",
        round=moment.round if begun and moment else 0,
        turn=ring.keys.turn(moment) if begun and moment else "",
        place=_turn_number(acting, moment.turn) if moment and moment.turn and active in until else None,
        turns=len(acting) if begun else 0,
        next=names[following] if following else "",
        enemies_act=enemies_act,
        dials={name: dials.get(name, first) for name, first in SYSTEMS[fight.system].counters.initial.items()},
        announcement=fight.announcement,
        creatures=creatures,
        zones=tuple(view.zones()),
        input=kinds,
        damage_types=tuple(view.system.words.damage_types) if "did" in kinds or "hp" in kinds else (),
        choices=tuple(sorted(view.formatter.conditions)) if "did" in kinds else (),
    )


def _at_its_place(creature: PublicCreature, until: int | None, left: Mapping[str, int]) -> PublicCreature:
    """A creature with the number of turns until its own.

    A hero whose phones may end its turn also has the actions left.
    """
    actions = left if until == 0 and "done" in creature.input else {}
    return replace(creature, active=until == 0, turns_until=until, actions=actions)


def _actions_of_hero(moment: Fight) -> Mapping[str, int]:
    """The actions left of the hero whose turn it is, as players see it."""
    is_hero = moment.active is not None and moment.sheets[moment.active].side == "party"
    return actions_left(view_of(moment), moment.active) if moment.active and is_hero else {}


def _order(fight: Fight, *, begun: bool) -> Iterable[str]:
    """The creatures in the order that players see: as listed until the fight begins, to hide initiative."""
    return in_place_order(fight) if begun or fight.phase == "finished" else fight.states


def _takes_turns(fight: Fight, creature: str) -> bool:
    return creature in fight.order and not fight.states[creature].is_out and creature not in fight.delayed


def _turns_until(fight: Fight, moment: Fight, acting: list[str]) -> dict[str, int]:
    """The number of turns until each creature's next turn, as players see it; this may be its partner's turn."""
    if moment.active not in acting:
        return {}
    then = replace(fight, turn=moment.turn, acted=moment.acted, passed=moment.passed)
    to_come, able = (fight.order[place] for place in places_to_come(then)), frozenset(acting)
    coming = [moment.active, *(each for each in to_come if each in able), *acting]
    until = {creature: number for number, creature in reversed([*enumerate(coming)])}
    partners = {each: state.shares_turn or "" for each, state in fight.states.items() if not state.is_out}
    return until | {each: until[partner] for each, partner in partners.items() if partner in until}


def _turn_number(acting: list[str], turn: Turn) -> int:
    """The position of a turn among the turns of a round."""
    places = [place for place, each in enumerate(acting, 1) if each == turn.creature]
    return places[min(turn.slot, len(places)) - 1]


class PlayerCreatureView:
    """The creatures of a fight as players see them."""

    def __init__(self, fight: Fight, names: Mapping[str, str], ring: KeyRing) -> None:
        self.view = view_of(fight)
        self.ring = ring
        self.fight = fight
        self.system = self.view.system
        self.names = names
        self.formatter = PublicFormatter(self.view, names)

    def setting(self, creature: str, key: str) -> str:
        return creature_setting(self.fight, creature, key)

    def is_left_out(self, creature: str) -> bool:
        """Whether a creature is dead and the dead are not shown."""
        return self.fight.states[creature].life == "dead" and self.setting(creature, "defeated") == "gone"

    def zones(self) -> Iterator[PublicZone]:
        """The zones of creatures that players see, without secret names; auras only with someone inside."""
        for name, zone in self.fight.zones.items():
            inside = tuple([self.names[each] for each in zone.inside if each in self.names])
            is_known = not zone.source or zone.source in self.names
            if is_known and not self.formatter.is_secret(name) and (inside or not zone.aura):
                yield PublicZone(name, inside)

    def creature(self, creature: str) -> PublicCreature:
        """A creature as players see it, without the turn."""
        fight, side = self.fight, self.fight.sheets[creature].side
        waiting: Waiting = "delaying" if creature in fight.delayed else "readied" if creature in fight.readied else ""
        shows_number = self.setting(creature, "initiative") == "yes"
        return PublicCreature(
            name=self.names[creature],
            side=side,
            key=self.ring.keys.creature(creature, side),
            initiative=fight.states[creature].initiative if shows_number else None,
            waiting=waiting,
            health=public_health(self.view, creature),
            conditions=tuple(self._conditions(creature)) if self.setting(creature, "conditions") == "all" else (),
            defenses=self._defenses(creature),
            questions=tuple(self.questions(creature)) if side == "party" else (),
            input=input_kinds(fight, creature) if side == "party" else (),
        )

    def _defenses(self, creature: str) -> dict[str, int]:
        wanted = self.setting(creature, "defenses")
        if wanted == "none":
            return {}
        now = defenses(self.view, creature)
        return {defense_name(name): now[name] for name in now if wanted == "all" or name in wanted.split(",")}

    def _conditions(self, creature: str) -> Iterator[PublicCondition]:
        """The visible effects, oldest first, then the conditions they imply.

        An effect with a secret name is shown as WITHHELD on a hero, so that the player asks about it, and left out on
        others.
        """
        known = self.formatter.conditions
        party = self.fight.sheets[creature].side == "party"
        shown: set[str] = set()
        for effect in self.fight.states[creature].effects:
            if not _is_visible(effect, party=party):
                continue
            is_secret = self.formatter.has_secret_name(effect)
            name = WITHHELD if is_secret else self.formatter.effect(effect)
            if name in shown or (is_secret and not party):
                continue
            shown |= {name, effect.name}
            means = known[effect.name].means if effect.kind == "condition" and effect.name in known else ""
            source = "" if effect.kind == "mark" or effect.source == creature else self.names.get(effect.source, "")
            yield PublicCondition(name, means, self._lasts(effect, creature), source)
        for name in sorted(self._implied_conditions(creature) - shown):
            if name in known:
                yield PublicCondition(self.formatter.word(name), known[name].means)

    def _implied_conditions(self, creature: str) -> set[str]:
        """The conditions in force; those implied by hit points only if players see hit points."""
        names = set(conditions_in_force(self.view, creature))
        if self.setting(creature, "hp") in ("bar", "none") and creature_standing(self.view, creature) == "up":
            held = {each.name for each in self.fight.states[creature].effects}
            names -= set(self.system.conditions.implied(self.fight, creature)) - held
        return names

    def _lasts(self, effect: Effect, creature: str) -> str:
        """The duration of an effect; empty if it lasts until removed, or is secret."""
        ending, anchor = effect.duration.ending, effect.duration.anchor
        if not effect.maintain and (
            ending == "removed"
            or (ending in ("start", "end") and anchor not in (creature, *self.names))
            or (effect.zone and effect.source not in (creature, *self.names))
            or self.formatter.is_secret(effect.duration.words)
        ):
            return ""
        return self.formatter.duration_of(effect, creature)

    def questions(self, creature: str) -> Iterator[PublicQuestion]:
        for question in self.fight.questions:
            if creature == question.creature or creature in question.members:
                yield self._question(question)

    def _question(self, question: Question) -> PublicQuestion:
        """A question in the words of the system, with only what players may know."""
        needed = total_needed(self.view, question)
        ability = ability_asked(self.view, question)
        kind = self.formatter.word(question.kind)
        about = self._about(question)
        text = f"{ability.capitalize()} {kind}" if ability else kind
        text = f"{text} against {about}" if about else text
        from orcus_tui.session.ahead.chances import natural_of  # here, since few views have a question

        natural = natural_of(self.view, question, needed)
        needs = "" if needed is None else f"{needed}+"
        return PublicQuestion(text, needs, self.ring.question(question), question.die, natural.face, natural.bonus)

    def _about(self, question: Question) -> str:
        """The subject of a die: damage, or effects that share a saving throw, without those with secret names."""
        if question.damage:
            damage = question.damage
            types = self.formatter.types(damage.types)
            return f"{number(halve(damage.rolled, damage.halving_count))} {types}".strip()
        held = self.fight.states[question.creature].effects
        one = next((each for each in held if each.id == question.effect), None)
        if one is None:
            return ""
        shared = [each for each in held if one.bundle is not None and each.bundle == one.bundle] or [one]
        known = [each for each in shared if not self.formatter.has_secret_name(each)]
        return self.formatter.effects(known) if known else ""


def _is_visible(effect: Effect, *, party: bool) -> bool:
    """Whether players may see an effect: never a reminder, and effects with numbers only on their own side."""
    if effect.point or effect.is_temporary_hit_points:
        return False
    if effect.kind in ("condition", "persistent", "mark"):
        return True
    own_words = effect.kind == "other" and effect.type is None
    return party or own_words


def public_health(view: FightView, creature: str) -> PublicHealth:
    """A creature's hit points as players see them. A creature that is up never has an empty bar."""
    fight = view.fight
    setting = creature_setting(fight, creature, "hp")
    standing = creature_standing(view, creature)
    if standing != "up":
        return _health_of_the_fallen(view, creature, setting, standing)
    left, most = view.system.health.remaining(fight.sheets[creature], fight.states[creature])
    level = _level(view, creature, left, most)
    if setting == "exact":
        return PublicHealth(_figure(view, creature), level, percent=_bar(left, most, 100))
    if setting == "words":
        return PublicHealth(_word(view.system, level), level)
    return PublicHealth(quarters=_bar(left, most, QUARTERS)) if setting == "bar" else PublicHealth()


def _bar(left: int, most: int, parts: int) -> int | None:
    """How many parts of a bar are filled, rounded up; None for a creature without hit points."""
    return min(max(-(-left * parts // most), 1), parts) if most > 0 else None


def _health_of_the_fallen(view: FightView, creature: str, setting: str, standing: str) -> PublicHealth:
    if standing == "out":
        return PublicHealth("out of the fight")
    level: Level = "dead" if standing == "dead" else "down"
    figure = _figure(view, creature) if level == "down" and setting == "exact" else ""
    text = ", ".join(each for each in (level, figure) if each)
    return PublicHealth(text, level, 0 if setting == "bar" else None, 0 if setting == "exact" else None)


def _level(view: FightView, creature: str, left: int, most: int) -> Level:
    """The level of injuries of a creature that is up."""
    if is_staggered(view, creature) or 2 * left <= most:
        return "staggered"
    return "hurt" if left < most else "unhurt"


def _word(system: System, level: Level) -> str:
    """The word for a level, with the system's own word for staggered."""
    return system.words.term("staggered") or "badly hurt" if level == "staggered" else level


def _figure(view: FightView, creature: str) -> str:
    """Hit points with temporary ones (`12/30 +5`), or the damage track (`hurt 2, wounded`)."""
    state = view.fight.states[creature]
    figure = view.system.health.figure(view.fight.sheets[creature], state).strip("()")
    return f"{figure} +{state.temp_hp}" if state.temp_hp else figure
