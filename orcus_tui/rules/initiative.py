"""Initiative: rolls, the order of turns, and places changed by hand."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence, Set
from functools import cached_property
from itertools import chain
from operator import itemgetter

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model import typed_steps
from orcus_tui.model.creature import State
from orcus_tui.model.events import DieRolled, FightChanged, QuestionAsked, QuestionClosed
from orcus_tui.model.fight import Question, with_state
from orcus_tui.model.message import Message, message
from orcus_tui.rules import expiry, turn_order
from orcus_tui.rules.dice_rolls import D20, add_advantage, d20_for, log_advantage, refuse_wrong_faces, roll_d20, terms
from orcus_tui.rules.effects import use_up
from orcus_tui.rules.facts import Moment
from orcus_tui.rules.modifiers import advantages, roll_bonus_dice
from orcus_tui.rules.stats import initiative_modifiers, total
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.hooks import Advantage, Modifier
from orcus_tui.rules.system.resolution import Resolution

INITIATIVE = "initiative"
FURTHER_INITIATIVE = "initiative of a further turn"
SHARED_INITIATIVE = "initiative of a group"
TIE = "tie"
MOST_ROLL_OFFS = 10
"""The most times that a tie is rolled off; after that, creatures stay in the listed order."""


def roll_initiative(resolution: Resolution, step: typed_steps.Init) -> None:
    """`init`: rolls for all targets, once for each group, or sets a total that was rolled at the table."""
    if step.ties and resolution.fight.phase != "turns":
        raise Impossible("ties are broken as the fight begins: `begin face FACE,FACE`", of="ties")
    resolution.typed.ties = list(step.ties)
    _roll_or_set(resolution, step)
    if resolution.typed.ties:
        raise Impossible(f"no tie is left for the die {resolution.typed.ties[0]}", of="ties")


def _roll_or_set(resolution: Resolution, step: typed_steps.Init) -> None:
    if step.total is not None:
        for creature in step.targets:
            rolled_before = resolution.state(creature).initiative is not None
            note_total(resolution, creature, step.total, message("initiative set"))
            note_further(resolution, creature, step.further)
            if not rolled_before:
                resolution.system.initiative.after_roll(resolution, creature)
        take_places(resolution, step.targets)
    elif step.face is not None:
        refuse_wrong_faces("face", step.face)
        for members in groups_by_die(resolution, step.targets):
            log_advantage(resolution, members[0], advantage_of(resolution, members[0]))
            with resolution.typed_bonus_dice((step.bonus_faces,), 0):
                take_face(resolution, members, step.face)
            roll_further(resolution, members)
        take_places(resolution, step.targets)
    else:
        roll_for(resolution, step.targets or without_initiative(resolution))


def without_initiative(resolution: Resolution) -> tuple[str, ...]:
    """The creatures present without initiative for each of their turns, in the order listed."""
    return tuple(
        creature
        for creature, state in resolution.fight.states.items()
        if (state.initiative is None or lacks_turns(resolution, creature))
        and state.place == "here"
        and state.life != "dead"
        and not state.shares_turn
        and not resolution.system.initiative.never_rolls(resolution.fight, creature)
    )


def roll_for(resolution: Resolution, creatures: tuple[str, ...]) -> None:
    """Rolls or asks for the initiative of these creatures, once for each group; the rolled ones take their places."""
    for creature in creatures:
        resolution.system.initiative.before_roll(resolution, creature)
    rolled: list[str] = []
    asked_before = {each.creature for each in resolution.fight.questions if each.kind == INITIATIVE}
    further = [
        each for each in creatures if resolution.state(each).initiative is not None and lacks_turns(resolution, each)
    ]
    for members in groups_by_die(resolution, (each for each in creatures if each not in further)):
        if not asked_before.isdisjoint(members):
            continue
        asked = replace(resolution.new_question(INITIATIVE, members[0], INITIATIVE), members=tuple(members))
        face = d20_for(resolution, asked, advantage_of(resolution, members[0]), None)
        if face is not None:
            take_face(resolution, members, face)
            roll_further(resolution, members)
            rolled += members
    for members in initiative_groups(resolution.view, further).values():
        if asked_before.isdisjoint(members):
            roll_further(resolution, members)
    take_places(resolution, rolled + further)


def initiative_groups(view: FightView, creatures: Iterable[str]) -> dict[str, list[str]]:
    """These creatures in groups that share an initiative roll, in the given order."""
    groups: dict[str, list[str]] = defaultdict(list)
    for creature in creatures:
        groups[view.system.initiative.rolls_with(view.fight, creature)].append(creature)
    return dict(groups)


def groups_by_die(resolution: Resolution, creatures: Iterable[str]) -> list[list[str]]:
    """These creatures in the groups that share a die; members with advantage or disadvantage roll separately."""
    shares: dict[tuple[str, int], list[str]] = {}
    for group, members in initiative_groups(resolution.view, creatures).items():
        for creature in members:
            shares.setdefault((group, advantage_of(resolution, creature).side), []).append(creature)
    return list(shares.values())


def advantage_of(resolution: Resolution, creature: str) -> Advantage:
    """The advantage or disadvantage of a creature's initiative roll."""
    known = resolution.system.initiative.advantage(resolution, creature)
    return add_advantage(known, advantages(Moment(resolution.view, creature), "initiative"))


def die_of(resolution: Resolution, creature: str) -> int:
    """A rolled die for a creature's initiative."""
    return roll_d20(resolution, creature, advantage_of(resolution, creature))


def ask_early(resolution: Resolution, creatures: tuple[str, ...]) -> None:
    """Asks for initiative during an opening round, so that latecomers have a place when round 1 begins."""
    roll_for(resolution, tuple(each for each in creatures if resolution.fight_asks(each)))


def resolve_answer(resolution: Resolution, question: Question, face: int) -> None:
    """Applies the die of an initiative that was asked for."""
    take_places(resolution, take_answer(resolution, question, face))


def take_answer(resolution: Resolution, question: Question, face: int) -> list[str]:
    """Sets the totals of all creatures that share a die that was asked for, and returns those creatures."""
    members = question.members or group_without_initiative(resolution, question.creature)
    present = [each for each in members if resolution.state(each).place != "gone"]
    take = take_further_face if question.about == FURTHER_INITIATIVE else take_face
    take(resolution, present, face)
    roll_further(resolution, present)
    return present


def group_without_initiative(resolution: Resolution, creature: str) -> tuple[str, ...]:
    """The members of a creature's group that lack initiative, including the creature.

    If a question names no members, its die is for these creatures.
    """
    together = resolution.system.initiative.rolls_with
    group = together(resolution.fight, creature)
    members = [each for each in without_initiative(resolution) if together(resolution.fight, each) == group]
    return tuple(members) or (creature,)


def take_from_groups(resolution: Resolution, latecomers: Iterable[str]) -> None:
    """Gives latecomers the initiative of the group that they belong to, if it has rolled."""
    states = resolution.fight.states
    reached: dict[str, int] = {}
    for members in initiative_groups(resolution.view, states).values():
        totals = (states[each].initiative for each in members)
        known = next((each for each in totals if each is not None), None)
        if known is not None:
            reached |= dict.fromkeys(members, known)
    for creature in latecomers:
        if creature in reached:
            note_total(resolution, creature, reached[creature], message("initiative of group"))


def take_face(resolution: Resolution, members: Sequence[str], face: int) -> None:
    """Sets the totals of a group from one die; each creature adds its modifier, and equal totals share a log line."""
    alike: dict[str, tuple[list[Modifier], list[str]]] = {}
    for creature in members:
        moment = Moment(resolution.view, creature)
        modifiers = initiative_modifiers(resolution.view, creature)
        modifiers += roll_bonus_dice(resolution, moment, "initiative")
        use_up(resolution, moment, "initiative")
        alike.setdefault(repr(modifiers), (modifiers, []))[1].append(creature)
    for added, (first, *others) in alike.values():
        kind = SHARED_INITIATIVE if others else INITIATIVE
        resolution.emit(DieRolled(kind, first, face, terms(added), others=tuple(others)))
        for creature in (first, *others):
            note_total(resolution, creature, face + total(added))
            resolution.change(creature, "further_turns", ())
            resolution.system.initiative.after_roll(resolution, creature)


def lacks_turns(resolution: Resolution, creature: str) -> bool:
    """Whether a creature lacks the initiative for some of its turns in a round."""
    return len(resolution.state(creature).further_turns) < resolution.sheet(creature).turns - 1


def roll_further(resolution: Resolution, members: Sequence[str]) -> None:
    """Rolls or asks for the initiative of the further turns of a group; bonuses count only for the first turn."""
    while lacking := [each for each in members if lacks_turns(resolution, each)]:
        if resolution.asks(lacking[0]):
            asked = resolution.new_question(INITIATIVE, lacking[0], FURTHER_INITIATIVE)
            resolution.emit(QuestionAsked(replace(asked, members=tuple(lacking))))
            return
        advantage = resolution.system.initiative.advantage(resolution, lacking[0])
        take_further_face(resolution, lacking, roll_d20(resolution, lacking[0], advantage))


def take_further_face(resolution: Resolution, members: Sequence[str], face: int) -> None:
    """Gives each member of a group a further turn a round, at the total of one die."""
    for creature in members:
        printed: list[Modifier] = [(resolution.sheet(creature).initiative, "", "")]
        resolution.emit(DieRolled(FURTHER_INITIATIVE, creature, face, terms(printed)))
        further = resolution.state(creature).further_turns
        note_further(resolution, creature, (*further, face + total(printed)))


def note_further(resolution: Resolution, creature: str, further: tuple[int, ...]) -> None:
    """Gives a creature the initiative of its further turns; the highest total becomes that of its first turn."""
    state = resolution.state(creature)
    first, *others = sorted((*further, *(() if state.initiative is None else (state.initiative,))), reverse=True)
    resolution.change(creature, "initiative", first)
    note = message("several turns", counts=(first, *others)) if others else None
    resolution.change(creature, "further_turns", tuple(others), note)


def set_total(resolution: Resolution, creature: str, reached: int, note: Message | None = None) -> None:
    """Gives a creature its initiative; in a running fight it takes its place at once."""
    note_total(resolution, creature, reached, note)
    take_places(resolution, (creature,))


def note_total(resolution: Resolution, creature: str, reached: int, note: Message | None = None) -> None:
    """Gives a creature its initiative and closes the question about it, without changing the order."""
    resolution.change(creature, "initiative", reached, note)
    for question in resolution.fight.questions:
        if question.creature == creature and question.kind == INITIATIVE:
            resolution.emit(QuestionClosed(question))
        elif creature in question.members and question.kind == INITIATIVE:
            left = tuple(each for each in question.members if each != creature)
            resolution.emit(QuestionAsked(replace(question, members=left)))


# Places


def sorted_order(resolution: Resolution) -> tuple[str, ...]:
    """The order of all creatures with an initiative; those that roll together stay together (Orcus §Initiative)."""
    states = resolution.fight.states.items()
    return order_with(resolution, (), {each for each, state in states if _has_place(state)})


def take_places(resolution: Resolution, creatures: Iterable[str]) -> None:
    """In a running fight, puts creatures into the order by their initiative, all of them at once."""
    fight = resolution.fight
    if fight.phase != "turns":
        return
    fixed = frozenset(fight.order) if resolution.system.initiative.is_order_fixed(fight) else frozenset()
    coming = {
        each
        for each in creatures
        if fight.states[each].place == "here" and each not in fixed and not fight.states[each].shares_turn
    }
    _drop_ties_of(resolution, coming)
    order = order_with(resolution, tuple(each for each in fight.order if each not in coming), coming)
    if order != resolution.fight.order:
        resolution.system.initiative.before_move(resolution, [each for each in fight.order if each in coming])
        turn_order.set_order(resolution, order)
    if not any(each.kind == TIE for each in resolution.fight.questions):
        forget_ties(resolution)


class _Staying:
    """The creatures that keep their places while others are inserted."""

    def __init__(self, resolution: Resolution, creatures: tuple[str, ...]) -> None:
        fight, rank = resolution.fight, resolution.system.initiative.rank
        self.creatures = creatures
        self.place = {each: place for place, each in enumerate(creatures)}
        self.ranks = {each: rank(fight, each) for each in creatures if fight.states[each].initiative is not None}
        self.tied: dict[tuple[int, ...], list[str]] = {}
        for each, own in self.ranks.items():
            self.tied.setdefault(own, []).append(each)

    def place_of(self, rank: tuple[int, ...]) -> int:
        """The place before the first creature of a lower rank, among creatures that were not moved by hand."""
        return next((self.place[each] for each in self._in_line if self.ranks[each] < rank), len(self.creatures))

    @cached_property
    def _in_line(self) -> list[str]:
        runs: list[list[str]] = [[]]
        for each, rank in self.ranks.items():
            before = max((run for run in runs if not run or self.ranks[run[-1]] >= rank), key=len)
            runs.append([*before, each])
        return max(runs, key=len)


def order_with(resolution: Resolution, stay: tuple[str, ...], coming: Set[str]) -> tuple[str, ...]:
    """The order of the creatures that stay and those that are inserted; ties are broken."""
    order = _order_of_first_turns(resolution, tuple(dict.fromkeys(stay)), coming)
    return _with_further_turns(resolution, order)


def _with_further_turns(resolution: Resolution, order: tuple[str, ...]) -> tuple[str, ...]:
    """The order with further turns, each placed after all first turns with the same initiative count."""
    fight = resolution.fight
    ranked: list[tuple[tuple[int, ...], str]] = []
    for each in order:
        state = fight.states[each]
        for count in state.further_turns:
            then = with_state(fight, each, replace(state, initiative=count))
            ranked.append((resolution.system.initiative.rank(then, each), each))
    if not ranked:
        return order
    staying, before = _Staying(resolution, order), defaultdict[int, list[str]](list)
    for rank, each in sorted(ranked, key=itemgetter(0), reverse=True):
        before[staying.place_of(rank)].append(each)
    placed = ((*before[place], each) for place, each in enumerate(order))
    return (*chain.from_iterable(placed), *before[len(order)])


def _order_of_first_turns(resolution: Resolution, stay: tuple[str, ...], coming: Set[str]) -> tuple[str, ...]:
    staying = _Staying(resolution, stay)
    ranked = _by_rank(resolution, (each for each in resolution.fight.states if each in coming))
    before: dict[int, list[str]] = defaultdict(list)
    behind: dict[str, list[str]] = {}
    for rank in sorted(ranked, reverse=True):
        mates = initiative_groups(resolution.view, staying.tied.get(rank, ()))
        blocks: list[list[str]] = []
        for leader, members in initiative_groups(resolution.view, ranked[rank]).items():
            if leader in mates:
                behind[mates[leader][-1]] = members
            else:
                blocks.append(members)
        for block, place in _places(resolution, staying, rank, blocks, [members[0] for members in mates.values()]):
            before[place] += block
    order: list[str] = []
    for place, each in enumerate(stay):
        order += (*before[place], each, *behind.get(each, ()))
    return (*order, *before[len(stay)])


def _places(
    resolution: Resolution, staying: _Staying, rank: tuple[int, ...], blocks: list[list[str]], tied: list[str]
) -> Iterable[tuple[list[str], int]]:
    """The blocks of a rank in order, each with the index of the place before which it is inserted.

    Ties with the leaders in `tied` are rolled off; the leaders keep their own order.
    """
    coming = tuple(each for block in blocks for each in block)
    if not tied:
        place = staying.place_of(rank)
        return [(block, place) for block in break_ties(resolution, blocks, coming)]
    if not blocks:
        return []
    listed = {each: number for number, each in enumerate(resolution.fight.states)}
    rolling = sorted([*blocks, *([each] for each in tied)], key=lambda block: listed[block[0]])
    place = staying.place[staying.tied[rank][-1]] + 1
    ordered = break_ties(resolution, rolling, coming)
    if ties_waiting_for(resolution, coming):
        return [(block, place) for block in blocks]
    found: list[tuple[list[str], int]] = []
    for block in reversed(ordered):
        if block[0] in staying.place:
            place = min(place, staying.place[block[0]])
        else:
            found.append((block, place))
    return reversed(found)


def break_ties(
    resolution: Resolution, blocks: list[list[str]], coming: tuple[str, ...] = (), rolled: int = 0
) -> list[list[str]]:
    """Orders tied blocks by a d20 each, the highest first; ties are rolled again, up to a limit, then stay as listed.

    While dice are asked for, the blocks stay as listed; the answers then give the creatures in `coming` their places.
    """
    if rolled == MOST_ROLL_OFFS or not rolls_off(resolution, blocks):
        return blocks
    dice = [_die_of_tie(resolution, block[0], coming, rolled) for block in blocks]
    if None in dice:
        for block, face in zip(blocks, dice, strict=True):
            resolution.remember(tie_key(block[0], rolled), face or 0)
        return blocks
    faces: dict[int, list[list[str]]] = {}
    for block, face in zip(blocks, dice, strict=True):
        faces.setdefault(face or 0, []).append(block)
    ordered: list[list[str]] = []
    for face in sorted(faces, reverse=True):
        ordered.extend(break_ties(resolution, faces[face], coming, rolled + 1))
    return ordered


def _die_of_tie(resolution: Resolution, leader: str, coming: tuple[str, ...], rolled: int) -> int | None:
    """The die of a tie: known, typed or rolled; None if the die is asked for."""
    face = resolution.fight.system_memory.get(tie_key(leader, rolled))
    if face is not None:
        return face
    if resolution.typed.ties:
        face = resolution.typed.ties.pop(0)
        refuse_wrong_faces("ties", face)
    elif resolution.fight.phase == "turns" and resolution.fight_asks(leader):
        _ask_for_tie(resolution, leader, coming)
        return None
    else:
        face = resolution.die(D20)
    resolution.emit(DieRolled(TIE, leader, face))
    return face


def _ask_for_tie(resolution: Resolution, leader: str, coming: tuple[str, ...]) -> None:
    """Asks for the die of a tie, only once for a creature that is tied with several others."""
    question = open_tie(resolution, leader) or resolution.new_question(TIE, leader, INITIATIVE)
    members = tuple(dict.fromkeys((*question.members, *coming)))
    if members != question.members:
        resolution.emit(QuestionAsked(replace(question, members=members)))


def open_tie(resolution: Resolution, leader: str) -> Question | None:
    """The open question for a creature's die of a tie."""
    return next((each for each in resolution.fight.questions if (each.kind, each.creature) == (TIE, leader)), None)


def ties_waiting_for(resolution: Resolution, coming: Collection[str]) -> list[Question]:
    """The open questions about ties that decide where these creatures act."""
    return [
        each for each in resolution.fight.questions if each.kind == TIE and not set(coming).isdisjoint(each.members)
    ]


def _drop_ties_of(resolution: Resolution, coming: Set[str]) -> None:
    """Closes the questions about ties of creatures whose places are decided again."""
    stale = ties_waiting_for(resolution, coming)
    for question in stale:
        resolution.emit(QuestionClosed(question, message("tie is over")))
    if stale:
        forget_ties(resolution)


def forget_ties(resolution: Resolution) -> None:
    """Forgets the dice of ties once the order is made."""
    known = resolution.fight.system_memory
    if not known:
        return
    of_ties = {tie_key(leader, rolled) for leader in resolution.fight.states for rolled in range(MOST_ROLL_OFFS)}
    others = {what: number for what, number in known.items() if what not in of_ties}
    if len(others) < len(known):
        resolution.emit(FightChanged("system_memory", others))


def rolls_off(resolution: Resolution, blocks: list[list[str]]) -> bool:
    """Whether these blocks of equal rank roll dice to break their tie."""
    return len(blocks) > 1 and resolution.system.initiative.rolls_off_ties(resolution.fight)


def tie_key(leader: str, rolled: int) -> str:
    """The key under which the die of a tie is remembered until the order is made."""
    return f"{TIE} {rolled} {leader}"


def blocks_by_rank(resolution: Resolution) -> Iterable[list[list[str]]]:
    """The creatures with initiative, high ranks first, each rank in blocks that roll together."""
    ranked = _by_rank(resolution, (each for each, state in resolution.fight.states.items() if _has_place(state)))
    return [[*initiative_groups(resolution.view, ranked[rank]).values()] for rank in sorted(ranked, reverse=True)]


def _by_rank(resolution: Resolution, creatures: Iterable[str]) -> dict[tuple[int, ...], list[str]]:
    ranked: dict[tuple[int, ...], list[str]] = {}
    for each in creatures:
        ranked.setdefault(resolution.system.initiative.rank(resolution.fight, each), []).append(each)
    return ranked


def _has_place(state: State) -> bool:
    """Whether a creature has its own place in the order."""
    return state.initiative is not None and state.place == "here" and not state.shares_turn


def cancel_waiting(resolution: Resolution, creature: str) -> None:
    """Cancels the delayed turn and readied action of a creature that dies or leaves.

    The delayed turn is over: effects that last until its end end now.
    """
    delays = creature in resolution.fight.delayed
    for field in ("delayed", "readied"):
        held = getattr(resolution.fight, field)
        if creature in held:
            resolution.emit(FightChanged(field, {each: what for each, what in held.items() if each != creature}))
    if delays:
        expiry.expire_at_end(resolution, creature)
