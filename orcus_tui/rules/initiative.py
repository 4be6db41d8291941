"""Initiative: who rolls, in what order they act, and places changed by hand."""

from collections.abc import Iterable

from msgspec.structs import replace

from orcus_tui.model import steps
from orcus_tui.model.events import DieRolled, FightChanged, QuestionAsked, QuestionClosed
from orcus_tui.model.fight import Question
from orcus_tui.model.message import Message, message
from orcus_tui.rules.advantage import log_advantage, roll_d20
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.stats import initiative_groups, initiative_modifiers, total
from orcus_tui.rules.sums import terms
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import Advantage
from orcus_tui.rules.system.hooks import Modifier

INITIATIVE = "initiative"
SHARED_INITIATIVE = "initiative of a group"


def roll_initiative(resolution: Resolution, step: steps.Init) -> None:
    """`init`: rolls for all targets, one roll a group, or sets what was rolled at the table."""
    if step.total is not None:
        for creature in step.targets:
            rolled_before = resolution.state(creature).initiative is not None
            set_total(resolution, creature, step.total, message("initiative set"))
            if not rolled_before:
                resolution.system.initiative.after_roll(resolution, creature)
    elif step.face is not None:
        if not 1 <= step.face <= 20:
            raise Impossible(f"a d20 shows 1 to 20, not {step.face}")
        for members in sharing_a_die(resolution, step.targets):
            log_advantage(resolution, members[0], advantage_of(resolution, members[0]))
            take_face(resolution, members, step.face)
    else:
        roll_for(resolution, step.targets or without_initiative(resolution))


def without_initiative(resolution: Resolution) -> tuple[str, ...]:
    """Those on stage who have no initiative yet, in the order listed."""
    return tuple(
        creature
        for creature, state in resolution.fight.states.items()
        if state.initiative is None and state.place == "here" and state.life != "dead"
    )


def roll_for(resolution: Resolution, creatures: tuple[str, ...]) -> None:
    """Rolls, or asks for, the initiative of these, once for each group."""
    for members in sharing_a_die(resolution, creatures):
        if any(each.creature in members and each.kind == INITIATIVE for each in resolution.fight.questions):
            continue
        if resolution.asks(members[0]):
            log_advantage(resolution, members[0], advantage_of(resolution, members[0]))
            asked = resolution.new_question(INITIATIVE, members[0], INITIATIVE)
            resolution.emit(QuestionAsked(replace(asked, members=tuple(members))))
        else:
            take_face(resolution, members, die_of(resolution, members[0]))


def sharing_a_die(resolution: Resolution, creatures: Iterable[str]) -> list[list[str]]:
    """These creatures by the die they share: a group, but those with advantage or disadvantage apart from the rest."""
    shares: dict[tuple[str, int], list[str]] = {}
    for group, members in initiative_groups(resolution.system, resolution.fight, creatures).items():
        for creature in members:
            shares.setdefault((group, advantage_of(resolution, creature).side), []).append(creature)
    return list(shares.values())


def advantage_of(resolution: Resolution, creature: str) -> Advantage:
    """What gives a creature's initiative advantage."""
    return resolution.system.initiative.advantage(resolution, creature)


def die_of(resolution: Resolution, creature: str) -> int:
    """The die of a creature's initiative, rolled here."""
    return roll_d20(resolution, creature, advantage_of(resolution, creature))


def ask_early(resolution: Resolution, creatures: tuple[str, ...]) -> None:
    """Asks those who roll after an opening round while it runs, so that round 1 may find them in their places."""
    roll_for(resolution, tuple(each for each in creatures if resolution.asks(each, while_trying=False)))


def resolve_answer(resolution: Resolution, question: Question, face: int) -> None:
    """The die of an initiative that was asked for, for all who share it and are still there."""
    members = question.members or group_without_initiative(resolution, question.creature)
    take_face(resolution, [each for each in members if resolution.state(each).place != "gone"], face)


def group_without_initiative(resolution: Resolution, creature: str) -> tuple[str, ...]:
    """A creature and those of its group that have no initiative yet: who share a die in questions that do not say."""
    together = resolution.system.initiative.rolls_with
    group = together(resolution.fight, creature)
    members = [each for each in without_initiative(resolution) if together(resolution.fight, each) == group]
    return tuple(members) or (creature,)


def take_from_group(resolution: Resolution, creature: str) -> None:
    """Gives a latecomer the total of those it would have rolled with, where there is one."""
    fight, together = resolution.fight, resolution.system.initiative.rolls_with
    group = together(fight, creature)
    for each, state in fight.states.items():
        if each != creature and state.initiative is not None and together(fight, each) == group:
            set_total(resolution, creature, state.initiative, message("initiative of group"))
            return


def take_face(resolution: Resolution, members: list[str], face: int) -> None:
    """One die for a group: each adds its own modifier; those who add the same share a line of the log."""
    alike: dict[tuple[Modifier, ...], list[str]] = {}
    for creature in members:
        modifiers = initiative_modifiers(resolution.system, resolution.fight, creature)
        alike.setdefault(tuple(modifiers), []).append(creature)
    for added, (first, *others) in alike.items():
        kind = SHARED_INITIATIVE if others else INITIATIVE
        resolution.emit(DieRolled(kind, first, face, terms(added), others=tuple(others)))
        for creature in (first, *others):
            set_total(resolution, creature, face + total(added))
            resolution.system.initiative.after_roll(resolution, creature)


def set_total(resolution: Resolution, creature: str, reached: int, note: Message | None = None) -> None:
    """Gives a creature its initiative; while turns run it takes its place at once."""
    resolution.change(creature, "initiative", reached, note)
    for question in resolution.fight.questions:
        if question.creature == creature and question.kind == INITIATIVE:
            resolution.emit(QuestionClosed(question))
        elif creature in question.members and question.kind == INITIATIVE:
            left = tuple(each for each in question.members if each != creature)
            resolution.emit(QuestionAsked(replace(question, members=left)))
    fight = resolution.fight
    stays = creature in fight.order and resolution.system.initiative.order_stands(fight)
    if fight.phase == "turns" and resolution.state(creature).place == "here" and not stays:
        take_place(resolution, creature)


def sorted_order(resolution: Resolution) -> tuple[str, ...]:
    """The order of all who have an initiative; those who roll together stay so (Orcus §Initiative)."""
    fight, system = resolution.fight, resolution.system
    ready = [each for each, state in fight.states.items() if state.initiative is not None and state.place == "here"]
    ties: dict[tuple[int, ...], list[str]] = {}
    for creature in ready:
        ties.setdefault(system.initiative.rank(fight, creature), []).append(creature)
    ordered: list[str] = []
    for rank in sorted(ties, reverse=True):
        blocks = initiative_groups(system, fight, ties[rank]).values()
        for block in break_ties(resolution, list(blocks)):
            ordered.extend(block)
    return tuple(ordered)


def break_ties(resolution: Resolution, blocks: list[list[str]]) -> list[list[str]]:
    """Orders tied blocks by a d20 each, high first; equal dice roll again."""
    if len(blocks) < 2 or not resolution.system.initiative.rolls_off_ties(resolution.fight):
        return blocks
    faces: dict[int, list[list[str]]] = {}
    for block in blocks:
        face = resolution.die(20)
        resolution.emit(DieRolled("tie", block[0], face))
        faces.setdefault(face, []).append(block)
    ordered: list[list[str]] = []
    for face in sorted(faces, reverse=True):
        ordered.extend(break_ties(resolution, faces[face]))
    return ordered


def take_place(resolution: Resolution, creature: str) -> None:
    """Puts a creature into a running order by its initiative; ties as at the start of the fight."""
    fight = resolution.fight
    others = [each for each in fight.order if each != creature]
    rank = resolution.system.initiative.rank(fight, creature)
    known = [each for each in others if fight.states[each].initiative is not None]
    ranks = {each: resolution.system.initiative.rank(fight, each) for each in known}
    tied = [each for each in known if ranks[each] == rank]
    together = resolution.system.initiative.rolls_with
    leader = together(fight, creature)
    # The last first: of hundreds that roll together it is mostly one of them, and systems look for a leader in all.
    mate = next((each for each in reversed(tied) if together(fight, each) == leader), None)
    if mate is not None:
        index = others.index(mate) + 1
    else:
        index = _among_tied(resolution, creature, others, tied) if tied else _between(others, ranks, rank)
    put_at(resolution, creature, others, index)


def _between(others: list[str], ranks: dict[str, tuple[int, ...]], rank: tuple[int, ...]) -> int:
    """The place before the first that ranks lower, of those whose own places still follow their initiative."""
    in_line: list[list[str]] = [[]]
    for each in ranks:
        before = max((run for run in in_line if not run or ranks[run[-1]] >= ranks[each]), key=len)
        in_line.append([*before, each])
    lower = (others.index(each) for each in max(in_line, key=len) if ranks[each] < rank)
    return next(lower, len(others))


def _among_tied(resolution: Resolution, creature: str, others: list[str], tied: list[str]) -> int:
    leaders = [members[0] for members in initiative_groups(resolution.system, resolution.fight, tied).values()]
    listed = [each for each in resolution.fight.states if each in (*leaders, creature)]
    blocks = break_ties(resolution, [[each] for each in listed])
    after = blocks[blocks.index([creature]) + 1 :]
    if after:
        return min(others.index(each) for (each,) in after)
    return others.index(tied[-1]) + 1


def put_at(resolution: Resolution, creature: str, others: list[str], index: int, note: Message | None = None) -> None:
    """Gives a creature a place among the others; if that is not where it was, it leaves what it had."""
    order = (*others[:index], creature, *others[index:])
    if order != resolution.fight.order:
        resolution.system.initiative.before_move(resolution, creature)
        set_order(resolution, order, note)


def set_order(resolution: Resolution, order: tuple[str, ...], note: Message | None = None) -> None:
    """Sets a new order."""
    if order != resolution.fight.order:
        resolution.emit(FightChanged("order", order, note))


def cancel_waiting(resolution: Resolution, creature: str) -> None:
    """Cancels the delayed turn and readied action of a creature that dies or leaves."""
    for field in ("delayed", "readied"):
        held = getattr(resolution.fight, field)
        if creature in held:
            resolution.emit(FightChanged(field, {each: what for each, what in held.items() if each != creature}))


def move(resolution: Resolution, step: steps.Move) -> None:
    """`move`: a tie, or any place in the order, by hand."""
    (creature,) = step.targets
    fight = resolution.fight
    if fight.phase != "turns":
        raise Impossible("there is no order yet; it is made when the fight begins")
    for each in (creature, step.anchor):
        if each not in fight.order:
            raise Impossible(f"{resolution.name(each)} has no place in the order")
    if creature == step.anchor:
        raise Impossible(f"{resolution.name(creature)} cannot act {step.where} itself")
    others = [each for each in fight.order if each != creature]
    index = others.index(step.anchor) + (step.where == "after")
    note = message("moved before" if step.where == "before" else "moved after", mover=creature, anchor=step.anchor)
    put_at(resolution, creature, others, index, note)
