"""The figures of a fight: damage, healing, hits and falls of each creature, and the course from turn to turn."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from orcus_tui.commands.context import Context
from orcus_tui.commands.grammar import find_grammar
from orcus_tui.commands.lexer import words_of
from orcus_tui.commands.parse import FROM, split_speaker
from orcus_tui.errors import OrcusError
from orcus_tui.model import events
from orcus_tui.model.creature import Side
from orcus_tui.model.damage import Harm
from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Execution, Timeline
from orcus_tui.report.condition_spans import ConditionCourse, ConditionFigures
from orcus_tui.report.luck import Roll, attack_roll, save_roll
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.rules.stats import actions_left
from orcus_tui.systems import view_of

NOBODY = ""
"""The name for damage and healing without a named source."""

HALVED = "half"
"""The key of the change that halves the damage of an attack, as on a miss."""

CARRIED_OVER = "overflow"
"""The key of the cause of damage left over from a mook's death for the next of its mob; such damage is no overkill."""

BLOWS_KEPT = 3
"""The most blows before a fall that are recorded, to show what led to it."""


class CreatureFigures(Struct):
    """One creature's figures. Amounts are hit points, except `seconds`, the time of its turns.

    `dealt` is the damage to others, `taken` the damage to itself; `healed` includes its own healing. `overkill` is
    damage beyond the last hit point of a target, which is part of `dealt` where hit points go below 0. `absorbed` is
    the damage that its temporary hit points and resistances stopped. `dealt_to_own` is the part of `dealt` to its own
    side. `falls` is how often it went down or died, `turns_lost` the number of turns that it began without any action.
    `conditions` is the number that it caused on others, `biggest` the most damage of one of its blows, `rolls` has its
    d20s with a known target number.
    """

    name: str
    side: Side
    dealt: int = 0
    dealt_to_own: int = 0
    taken: int = 0
    healed: int = 0
    overkill: int = 0
    absorbed: int = 0
    hits: int = 0
    misses: int = 0
    criticals: int = 0
    kills: int = 0
    falls: int = 0
    saves_made: int = 0
    saves_failed: int = 0
    conditions: int = 0
    recoveries: int = 0
    limited_powers: int = 0
    turns: int = 0
    turns_lost: int = 0
    seconds: float = 0.0
    biggest: int = 0
    rolls: list[Roll] = field(default_factory=list)


class Blow(Struct, frozen=True):
    """Damage from one creature to another, and its power, if it came from one."""

    by: str
    amount: int
    power: str = ""


class FallFigures(Struct, frozen=True):
    """A creature that went down or died, with the last blows before it, in order.

    `turn` is the place of the turn in the course of the fight.
    """

    creature: str
    round: int
    turn: int
    dead: bool
    blows: tuple[Blow, ...]


class TurnEnd(Struct, frozen=True):
    """The end of a turn, with the share of its hit points that each side has left."""

    round: int
    creature: str
    shares: Mapping[str, float]


class FightFigures(Struct):
    """The figures of a fight, by creature, round and turn.

    `by_round` has the damage of each side in each round; damage without a named source is `unattributed`. `course`
    begins with the start of the fight and has the end of each turn; the turns in `falls` and `conditions` are places in
    it.
    """

    name: str
    system: str
    rounds: int = 0
    creatures: dict[str, CreatureFigures] = field(default_factory=dict)
    by_round: dict[int, dict[str, int]] = field(default_factory=dict)
    falls: list[FallFigures] = field(default_factory=list)
    course: list[TurnEnd] = field(default_factory=list)
    conditions: list[ConditionFigures] = field(default_factory=list)
    unattributed: int = 0
    healed_by_nobody: int = 0


def figures_of(timeline: Timeline, seconds: Mapping[str, float] | None = None) -> FightFigures:
    """The figures of a fight; `seconds` are those of each creature's turns, if they are known."""
    return _Fold(timeline.start).read(timeline.executions, seconds or {})


class _Fold:
    """The state of the fold: the fight as it was read up to now, and the blows that each creature has taken."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.view = view_of(fight)
        self.found = FightFigures(fight.name, fight.system)
        self.blows: dict[str, list[Blow]] = {}
        self.attacks: dict[tuple[str, str], _Attack] = {}
        self.conditions = ConditionCourse(fight)
        self.advantage: tuple[str, int] = ("", 0)
        self.whose_turn = fight.active or NOBODY
        self.speaker = ""
        for creature in fight.sheets:
            self._enter(creature)

    def _enter(self, creature: str) -> None:
        sheet = self.fight.sheets[creature]
        self.found.creatures.setdefault(creature, CreatureFigures(sheet.name, sheet.side))

    def read(self, executions: Iterable[Execution], seconds: Mapping[str, float]) -> FightFigures:
        self.found.course.append(TurnEnd(0, NOBODY, self._shares()))
        for execution in executions:
            before = self.fight
            self.speaker = speaker_of(execution.line, self.fight)
            turn = len(self.found.course) - (not self.whose_turn)
            for event in execution.events:
                self._read_event(event)
            self.attacks.clear()
            self.fight = execution.after
            self._note_changes(before, turn)
            if self.fight.phase == "finished":
                self._end_turn()
        self._end_turn()
        self.found.rounds = self.fight.round
        self.found.conditions = self.conditions.until(len(self.found.course) - 1)
        for creature, each in self.found.creatures.items():
            sheet = self.fight.sheets.get(creature)
            each.name, each.side = (sheet.name, sheet.side) if sheet else (each.name, each.side)
            each.seconds = round(seconds.get(creature, 0.0), 1)
        return self.found

    def _read_event(self, event: events.Event) -> None:
        read = _READERS.get(type(event))
        if read:
            read(self, event)
        self.fight = event.apply(self.fight)

    def of(self, creature: str) -> CreatureFigures | None:
        """The figures of a creature; None without a creature, or for an unknown one."""
        return self.found.creatures.get(creature)

    # Figures by event

    def hit_points(self, event: events.HitPointsChanged) -> None:
        """Damage or healing."""
        lost = event.was_hp - event.hp
        if event.harm:
            self._harm(event, lost, event.was_temp_hp - event.temp_hp)
        elif event.healing:
            self._healing(event, -lost)

    def _harm(self, event: events.HitPointsChanged, lost: int, soaked: int) -> None:
        harm = event.harm
        target = self.of(event.creature)
        if harm is None or target is None:
            return
        target.taken += lost
        target.absorbed += max(0, soaked) + max(0, _dealt_before(harm) - harm.amount)
        by = "" if self._is_of_terrain(event.creature, harm) else harm.source or self._speaker_about(event.creature)
        self.blows.setdefault(event.creature, []).append(Blow(by, lost, harm.power))
        source = self.of(by)
        if source is None:
            self.found.unattributed += lost
            return
        source.dealt += lost
        source.biggest = max(source.biggest, lost)
        source.dealt_to_own += lost if source.side == target.side else 0
        source.overkill += max(0, harm.amount - soaked - max(0, event.was_hp))
        if harm.cause and harm.cause.key == CARRIED_OVER:
            source.overkill -= harm.rolled
        in_round = self.found.by_round.setdefault(max(1, self.fight.round), {})
        in_round[source.side] = in_round.get(source.side, 0) + lost

    def _is_of_terrain(self, creature: str, harm: Harm) -> bool:
        """Whether a zone that belongs to nobody dealt the damage: its lines name the creature inside as the source."""
        zone = self.fight.zones.get(harm.power)
        return zone is not None and not zone.source and harm.source == creature

    def _speaker_about(self, creature: str) -> str:
        """The speaker of the line, if it is about another creature: damage to the speaker was dealt by someone else."""
        return self.speaker if self.speaker != creature else ""

    def _healing(self, event: events.HitPointsChanged, gained: int) -> None:
        healer = self.of(event.healer or self._speaker_about(event.creature))
        if healer:
            healer.healed += gained
        else:
            self.found.healed_by_nobody += gained

    def attack(self, event: events.AttackRolled) -> None:
        """A hit, a miss or a critical hit; the second roll of an attack replaces the first."""
        attacker = self.of(event.creature)
        if attacker is None or event.outcome not in _OUTCOMES:
            return
        if event.again and (first := self.attacks.pop((event.creature, event.target), None)):
            _count(attacker, first, -1)
        this = _Attack(event.outcome, attack_roll(event, self._advantage_of(event.creature)))
        self.attacks[event.creature, event.target] = this
        _count(attacker, this, 1)

    def save(self, event: events.SaveRolled) -> None:
        """A save made or failed."""
        saver = self.of(event.creature)
        if saver is None:
            return
        roll = save_roll(event, self._advantage_of(event.creature))
        saver.rolls.append(roll)
        if roll.success:
            saver.saves_made += 1
        else:
            saver.saves_failed += 1

    def two_dice(self, event: events.AdvantageRolled) -> None:
        """The better or the worse of two dice, for the next roll."""
        self.advantage = (event.creature, event.side)

    def _advantage_of(self, creature: str) -> int:
        whose, side = self.advantage
        self.advantage = ("", 0)
        return side if whose == creature else 0

    def effect(self, event: events.EffectAdded) -> None:
        """A condition caused on another creature."""
        source = self.of(event.effect.source)
        if source and event.effect.kind == "condition" and event.effect.source != event.creature:
            source.conditions += 1

    def state(self, event: events.StateChanged) -> None:
        """A recovery or a limited power used."""
        creature = self.of(event.creature)
        if creature is None:
            return
        if event.field == "recoveries":
            creature.recoveries += max(0, (self.fight.states[event.creature].recoveries or 0) - (event.value or 0))
        elif event.field == "spent":
            creature.limited_powers += len(set(event.value) - set(self.fight.states[event.creature].spent))

    def shared_turn(self, event: events.TurnShared) -> None:
        """The start of a turn within another's."""
        creature = self.of(event.creature)
        if creature and not event.again:
            creature.turns += 1

    def turn(self, event: events.TurnStarted) -> None:
        """The start of a turn, which ends the turn before it."""
        self._end_turn()
        self.whose_turn = event.creature
        creature = self.of(event.creature)
        if creature and not event.delayed:
            creature.turns += 1
            left = actions_left(self.view.moved(event.apply(self.fight)), event.creature)
            creature.turns_lost += not any(left.values())

    def newcomer(self, event: events.CreatureAdded) -> None:
        """A new creature."""
        self.found.creatures[event.creature] = CreatureFigures(event.sheet.name, event.sheet.side)

    def _end_turn(self) -> None:
        if self.whose_turn:
            self.found.course.append(TurnEnd(self.fight.round, self.whose_turn, self._shares()))
            self.whose_turn = NOBODY

    def _shares(self) -> dict[str, float]:
        """The share of its hit points, or boxes, that each side has left."""
        shares: dict[str, float] = {}
        for side in ("party", "foes"):
            both = [
                self.view.system.health.remaining(sheet, self.fight.states[each])
                for each, sheet in self.fight.sheets.items()
                if sheet.side == side
            ]
            most = sum(each[1] for each in both)
            shares[side] = sum(max(0, each[0]) for each in both) / most if most else 0.0
        return shares

    def _note_changes(self, before: Fight, turn: int) -> None:
        """Counts the falls and the conditions that a command changed.

        `turn` is the turn of the command; outside of turns, the last turn that has ended.
        """
        if before is self.fight:
            return
        states = self.fight.states
        changed = [each for each, state in states.items() if before.states.get(each) is not state]
        changed += [each for each in before.states if each not in states]
        self.conditions.read(before, self.fight, changed, turn, len(self.found.course))
        for creature in changed:
            if creature in states and creature in before.states:
                self._note_fall(creature, before, turn)

    def _note_fall(self, creature: str, before: Fight, turn: int) -> None:
        was, now = (creature_standing(self.view.moved(fight), creature) for fight in (before, self.fight))
        if was == now or now not in ("down", "dead") or was not in ("up", "down"):
            return
        figures, blows = self.found.creatures[creature], self.blows.get(creature, [])
        if was == "up":
            figures.falls += 1
        if now == "dead" and (killer := self.of(blows[-1].by if blows else NOBODY)):
            killer.kills += 1
        if now == "dead":
            self.conditions.end_all(creature, turn)
        last = tuple(blows[-BLOWS_KEPT:])
        self.found.falls.append(FallFigures(creature, self.fight.round, turn, now == "dead", last))


def _dealt_before(harm: Harm) -> int:
    """The damage before resistances; half of the roll if the attack deals half, as after a miss or a save."""
    return harm.rolled >> sum(each.key == HALVED for each in harm.changes)


class _Attack(Struct, frozen=True):
    """An attack roll that was counted."""

    outcome: str
    roll: Roll | None


def _count(attacker: CreatureFigures, attack: _Attack, by: int) -> None:
    for name in _OUTCOMES[attack.outcome]:
        setattr(attacker, name, getattr(attacker, name) + by)
    if attack.roll and by > 0:
        attacker.rolls.append(attack.roll)
    elif attack.roll:
        attacker.rolls.remove(attack.roll)


_OUTCOMES: Mapping[str, tuple[str, ...]] = {
    "hit": ("hits",),
    "miss": ("misses",),
    "critical hit": ("hits", "criticals"),
}
_READERS: Mapping[type[events.Event], Callable[[_Fold, Any], None]] = {
    events.HitPointsChanged: _Fold.hit_points,
    events.AttackRolled: _Fold.attack,
    events.SaveRolled: _Fold.save,
    events.AdvantageRolled: _Fold.two_dice,
    events.EffectAdded: _Fold.effect,
    events.StateChanged: _Fold.state,
    events.TurnStarted: _Fold.turn,
    events.TurnShared: _Fold.shared_turn,
    events.CreatureAdded: _Fold.newcomer,
}


# The speaker of a line

OF_AMOUNTS = ("damage", "heal")
"""The verbs that may leave out `by`; other lines name their source, or have none."""


def speaker_of(line: str, fight: Fight) -> str:
    """The creature whose player says that it deals damage or heals; empty for any other line.

    `from ari: damage ogre 9` is Ari's damage, even without `by ari`.
    """
    try:
        words = words_of(line)
        if not words or not FROM.startswith(words[0].key):
            return ""
        view = view_of(fight)
        head, words = split_speaker(words, Context(view))
        if not head or find_grammar(words[0], view.system)[0].verb.name not in OF_AMOUNTS:
            return ""
    except (OrcusError, IndexError):  # a line of an earlier version
        return ""
    name = " ".join(each.text for each in head[1:]).rstrip(":").casefold()
    known = fight.sheets
    return name if name in known else next((each for each in known if known[each].name.casefold() == name), "")
