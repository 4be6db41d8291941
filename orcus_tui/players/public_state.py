"""The public state: all that players learn, made from a fight by a positive list.

A type of its own, made anew each time. What is not put into it here is never sent: no ids, no name of the fight,
nothing of creatures that are hidden.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.model.creature import Side
from orcus_tui.model.effect import Effect, EffectLabel
from orcus_tui.model.fight import Fight, Question, in_place_order
from orcus_tui.model.history import Timeline
from orcus_tui.model.player_settings import creature_setting, fight_setting
from orcus_tui.model.text import defense_name, halve, number
from orcus_tui.players.public_names import Appearances, is_seen, names_on_the_page, public_names, secret_names
from orcus_tui.players.secret_words import mentions, secret_words
from orcus_tui.rules.saves import ability_asked, total_needed
from orcus_tui.rules.stats import conditions_in_force, conditions_of, creature_standing, defenses, is_staggered
from orcus_tui.rules.system import System
from orcus_tui.rules.templates import Formatter
from orcus_tui.systems import SYSTEMS

Level = Literal["", "unhurt", "hurt", "staggered", "down", "dead"]
"""How badly a creature is hurt, as far as players see it."""
Phase = Literal["waiting", "setup", "turns", "finished"]
Waiting = Literal["", "delaying", "readied"]
QUARTERS = 4
WITHSTANDING = ("resist", "vulnerable", "immune")
"""The names of effects that change how much damage of a type a creature takes."""
WITHHELD = "effect"
"""What players read of an effect on a hero whose own words are secret."""


class PublicHealth(Struct, frozen=True):
    """What players see of a creature's hit points: `text` for reading, a bar of whole quarters where one is shown."""

    text: str = ""
    level: Level = ""
    quarters: int | None = None


class PublicCondition(Struct, frozen=True):
    """What a creature is under: what it means, how long it lasts, and who it is from, where players know that."""

    name: str
    means: str = ""
    lasts: str = ""
    source: str = ""


class PublicQuestion(Struct, frozen=True):
    """A die that a player is to roll: `save against 5 fire`, and what it must come to: `10+`."""

    text: str
    needs: str = ""


class PublicCreature(Struct, frozen=True):
    """A creature as players see it; `turns_until` is 0 for the one whose turn it is, 1 for the next."""

    name: str
    side: Side
    active: bool = False
    turns_until: int | None = None
    initiative: int | None = None
    waiting: Waiting = ""
    health: PublicHealth = PublicHealth()
    conditions: tuple[PublicCondition, ...] = ()
    defenses: Mapping[str, int] = {}
    questions: tuple[PublicQuestion, ...] = ()


class PublicTimer(Struct, frozen=True):
    """The timer of a turn: it began at `since` (seconds of the Unix clock), and counts down from `limit`, if any."""

    since: float
    limit: int | None = None


class PublicState(Struct, frozen=True):
    """All that players learn.

    `turn` is the place of the turn among those who are seen, `turns` how many they are. `problem` says why nothing new
    is heard of the fight.
    """

    sequence: int = 0
    phase: Phase = "waiting"
    round: int = 0
    turn: int | None = None
    turns: int = 0
    next: str = ""
    enemies_act: bool = False
    dials: Mapping[str, int] = {}
    timer: PublicTimer | None = None
    announcement: str = ""
    problem: str = ""
    creatures: tuple[PublicCreature, ...] = ()


class Onlooker:
    """Looks at a fight as players do, from its history: who was seen under which name, who was last seen to act."""

    def __init__(self) -> None:
        self._appearances = Appearances()

    def names(self, timeline: Timeline) -> dict[str, str]:
        """The names by which players know those they see, by id."""
        return public_names(timeline.fight, self._appearances.in_order(timeline))

    def state(self, timeline: Timeline) -> PublicState:
        """The public state of a fight as it is; without sequence, timer and problem, which are the feed's."""
        return public_state(timeline.fight, self.names(timeline), last_seen_moment(timeline))


def last_seen_moment(timeline: Timeline) -> Fight | None:
    """The latest fight in which a creature acts that is seen now: while a hidden one acts, the turn before."""
    now = timeline.fight
    if _acts_in_sight(now, now):
        return now
    for execution in reversed(timeline.executions):
        if _acts_in_sight(now, execution.after):
            return execution.after
    return timeline.start if _acts_in_sight(now, timeline.start) else None


def _acts_in_sight(now: Fight, then: Fight) -> bool:
    """Whether somebody that players see now acts in a fight, as it was then."""
    return then.active is not None and then.active in now.states and is_seen(now, then.active)


def public_state(fight: Fight, names: Mapping[str, str], moment: Fight | None) -> PublicState:
    """The public state of a fight, whose creatures players know by these names.

    Whose turn it is, the round and the dials are those of `moment`: while a hidden creature acts nothing moves. Before
    anybody has been seen to act the fight has not begun.
    """
    begun = fight.phase == "turns" and moment is not None
    active = moment.active if begun and moment else None
    enemies_act = begun and fight.active not in names and fight_setting(fight, "hidden_turn") == "enemies"
    listed = [each for each in _order(fight, begun=begun) if each in names]
    acting = [each for each in listed if each == active or _takes_turns(fight, each)]
    until = {} if enemies_act else _turns_until(acting, active)
    eyes = _Eyes(fight, names)
    creatures = (
        replace(eyes.creature(each), active=until.get(each) == 0, turns_until=until.get(each))
        for each in listed
        if not eyes.has_left_the_list(each)
    )
    dials = (moment if begun and moment else fight).counters
    following = next((each for each in acting if until.get(each) == 1), None)
    return PublicState(
        phase="turns" if begun else "finished" if fight.phase == "finished" else "setup",
        round=moment.round if begun and moment else 0,
        turn=acting.index(active) + 1 if active in until else None,
        turns=len(acting) if begun else 0,
        next=names[following] if following else "",
        enemies_act=enemies_act,
        dials={name: dials.get(name, first) for name, first in SYSTEMS[fight.system].counters.initial.items()},
        announcement=fight.announcement,
        creatures=tuple(creatures),
    )


def _order(fight: Fight, *, begun: bool) -> Iterable[str]:
    """The creatures in the order players see: as listed until turns run, which tells nothing of initiative."""
    return in_place_order(fight) if begun or fight.phase == "finished" else fight.states


def _takes_turns(fight: Fight, creature: str) -> bool:
    return creature in fight.order and not fight.states[creature].is_out and creature not in fight.delayed


def _turns_until(acting: list[str], active: str | None) -> dict[str, int]:
    """How many turns are left until each of those who act has its own, by what players see."""
    if active not in acting:
        return {}
    first = acting.index(active)
    return {creature: (place - first) % len(acting) for place, creature in enumerate(acting)}


class _Eyes:
    """What players see of single creatures in a fight."""

    def __init__(self, fight: Fight, names: Mapping[str, str]) -> None:
        self.fight = fight
        self.system: System = SYSTEMS[fight.system]
        self.names = names
        self.formatter = PublicFormatter(self.system, fight, names)

    def setting(self, creature: str, key: str) -> str:
        return creature_setting(self.fight, creature, key)

    def has_left_the_list(self, creature: str) -> bool:
        """Whether a creature is dead, and the dead are not shown."""
        return self.fight.states[creature].life == "dead" and self.setting(creature, "defeated") == "gone"

    def creature(self, creature: str) -> PublicCreature:
        """One creature; whose turn it is is not looked at."""
        fight, side = self.fight, self.fight.sheets[creature].side
        waiting: Waiting = "delaying" if creature in fight.delayed else "readied" if creature in fight.readied else ""
        shows_number = self.setting(creature, "initiative") == "yes"
        return PublicCreature(
            name=self.names[creature],
            side=side,
            initiative=fight.states[creature].initiative if shows_number else None,
            waiting=waiting,
            health=public_health(self.system, fight, creature),
            conditions=tuple(self._conditions(creature)) if self.setting(creature, "conditions") == "all" else (),
            defenses=self._defenses(creature),
            questions=tuple(self._questions(creature)) if side == "party" else (),
        )

    def _defenses(self, creature: str) -> dict[str, int]:
        wanted = self.setting(creature, "defenses")
        if wanted == "none":
            return {}
        now = defenses(self.system, self.fight, creature)
        return {defense_name(name): now[name] for name in now if wanted == "all" or name in wanted.split(",")}

    def _conditions(self, creature: str) -> Iterator[PublicCondition]:
        """Effects that can be seen, oldest first, then the conditions they bring with them.

        One whose words are secret is WITHHELD on a hero, so that its player asks, and left out on others.
        """
        known = self.formatter.conditions
        party = self.fight.sheets[creature].side == "party"
        shown: set[str] = set()
        for effect in self.fight.states[creature].effects:
            if not _is_visible(effect, party=party):
                continue
            is_secret = self.formatter.is_named_in_secret_words(effect)
            name = WITHHELD if is_secret else self.formatter.effect(effect)
            if name in shown or (is_secret and not party):
                continue
            shown |= {name, effect.name}
            means = known[effect.name].means if effect.kind == "condition" and effect.name in known else ""
            source = "" if effect.kind == "mark" or effect.source == creature else self.names.get(effect.source, "")
            yield PublicCondition(name, means, self._lasts(effect, creature), source)
        for name in sorted(self._conditions_brought(creature) - shown):
            if name in known:
                yield PublicCondition(self.formatter.word(name), known[name].means)

    def _conditions_brought(self, creature: str) -> set[str]:
        """The conditions in force, without those that hit points imply where players do not see these."""
        names = set(conditions_in_force(self.system, self.fight, creature))
        if (
            self.setting(creature, "hp") in ("bar", "none")
            and creature_standing(self.system, self.fight, creature) == "up"
        ):
            held = {each.name for each in self.fight.states[creature].effects}
            names -= set(self.system.conditions.implied(self.fight, creature)) - held
        return names

    def _lasts(self, effect: Effect, creature: str) -> str:
        """How long an effect lasts; empty where that is until removed, or nothing that players may know."""
        ending, anchor = effect.duration.ending, effect.duration.anchor
        if not effect.maintain and (
            ending == "removed"
            or (ending in ("start", "end") and anchor not in (creature, *self.names))
            or self.formatter.is_secret(effect.duration.words)
        ):
            return ""
        return self.formatter.lasts(effect, creature)

    def _questions(self, creature: str) -> Iterator[PublicQuestion]:
        for question in self.fight.questions:
            if creature == question.creature or creature in question.members:
                yield self._question(question)

    def _question(self, question: Question) -> PublicQuestion:
        """A question in the words of the system; what it is about only as far as players may know."""
        needed = total_needed(self.system, self.fight, question)
        ability = ability_asked(self.system, self.fight, question)
        kind = self.formatter.word(question.kind)
        about = self._about(question)
        text = f"{ability.capitalize()} {kind}" if ability else kind
        text = f"{text} against {about}" if about else text
        return PublicQuestion(text, "" if needed is None else f"{needed}+")

    def _about(self, question: Question) -> str:
        """What a die is about: effects that share a saving throw, without those in secret words, or damage."""
        if question.damage:
            damage = question.damage
            types = self.formatter.types(damage.types)
            return f"{number(halve(damage.rolled, damage.halves))} {types}".strip()
        held = self.fight.states[question.creature].effects
        one = next((each for each in held if each.id == question.effect), None)
        if one is None:
            return ""
        shared = [each for each in held if one.bundle is not None and each.bundle == one.bundle] or [one]
        known = [each for each in shared if not self.formatter.is_named_in_secret_words(each)]
        return self.formatter.effects(known) if known else ""


def _is_visible(effect: Effect, *, party: bool) -> bool:
    """Whether an effect is for players to see: reminders never are, numbers only on their own side."""
    if effect.point or effect.is_temporary_hit_points:
        return False
    if effect.kind in ("condition", "persistent", "mark"):
        return True
    own_words = effect.kind == "other" and effect.type is None
    return party or own_words


def public_health(system: System, fight: Fight, creature: str) -> PublicHealth:
    """What players see of a creature's hit points. A living creature is never down, nor its bar empty."""
    setting = creature_setting(fight, creature, "hp")
    standing = creature_standing(system, fight, creature)
    if standing != "up":
        return _health_of_the_fallen(system, fight, creature, setting, standing)
    left, most = system.health.remaining(fight.sheets[creature], fight.states[creature])
    level = _level(system, fight, creature, left, most)
    quarters = min(max(-(-left * QUARTERS // most), 1), QUARTERS) if most > 0 else None
    if setting == "exact":
        return PublicHealth(_figure(system, fight, creature), level, quarters)
    if setting == "words":
        return PublicHealth(_word(system, level), level)
    return PublicHealth(quarters=quarters) if setting == "bar" else PublicHealth()


def _health_of_the_fallen(system: System, fight: Fight, creature: str, setting: str, standing: str) -> PublicHealth:
    if standing == "out":
        return PublicHealth("out of the fight")
    level: Level = "dead" if standing == "dead" else "down"
    figure = _figure(system, fight, creature) if level == "down" and setting == "exact" else ""
    text = ", ".join(each for each in (level, figure) if each)
    return PublicHealth(text, level, 0 if setting in ("exact", "bar") else None)


def _level(system: System, fight: Fight, creature: str, left: int, most: int) -> Level:
    """How badly a creature that stands is hurt, from whole numbers."""
    if is_staggered(system, fight, creature) or 2 * left <= most:
        return "staggered"
    return "hurt" if left < most else "unhurt"


def _word(system: System, level: Level) -> str:
    """The word for a level: the system's own for staggered, if it has one."""
    return system.words.term("staggered") or "badly hurt" if level == "staggered" else level


def _figure(system: System, fight: Fight, creature: str) -> str:
    """`12/30 +5`, with temporary hit points; or what the damage track says: `hurt 2, wounded`."""
    state = fight.states[creature]
    figure = system.health.figure(fight.sheets[creature], state).strip("()")
    return f"{figure} +{state.temp_hp}" if state.temp_hp else figure


class PublicFormatter(Formatter):
    """Reads effects as players may read them: by public names, without secret words."""

    __slots__ = ("conditions", "names_seen", "secrets")

    def __init__(self, system: System, fight: Fight, names: Mapping[str, str]) -> None:
        super().__init__(system, fight)
        self.names_seen = names
        self.secrets = secret_words(secret_names(fight, names), names_on_the_page(names))
        self.conditions = conditions_of(system, fight)

    def name(self, creature: str) -> str:
        """The public name; nothing for a creature that is not seen."""
        return self.names_seen.get(creature, "")

    def effect(self, effect: Effect | EffectLabel) -> str:
        """What an effect is called, without secret words where the rest says enough: `persistent 5 fire`.

        The power or the source it goes by is named only where players know who it is from.
        """
        is_named_by_kind = effect.kind in ("persistent", "regeneration")
        if effect.source not in self.names_seen:
            effect = replace(effect, name=effect.kind if is_named_by_kind else effect.name, source="")
        if effect.against and effect.against not in self.names_seen:
            effect = replace(effect, against="")
        if is_named_by_kind and self.is_secret(effect.name):
            effect = replace(effect, name=effect.kind)
        if effect.kind == "bonus" and self.is_secret(effect.type or ""):
            effect = replace(effect, type=None)
        if effect.kind == "mark" and not effect.source:
            return self.word(effect.name)
        return super().effect(effect)

    def is_named_in_secret_words(self, effect: Effect) -> bool:
        """Whether all that an effect is called is words of the game master's, and they are secret."""
        in_own_words = effect.kind in ("condition", "mark", "other") and effect.name not in WITHSTANDING
        return in_own_words and self.is_secret(effect.name)

    def is_secret(self, words: str) -> bool:
        """Whether a person's own words mention a secret name; the system's words never do."""
        return words not in self.conditions and mentions(words, self.secrets)
