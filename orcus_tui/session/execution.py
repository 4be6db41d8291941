"""The rule of each step, and the execution of a command by its rule, with given dice."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import NO_LIBRARY, Context, Library, finder_in
from orcus_tui.commands.parse import Command, locate, parse
from orcus_tui.dice import DiceError, Face
from orcus_tui.errors import Impossible
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.events import AttackRolled, DieRolled, FightChanged, SaveRolled
from orcus_tui.model.fight import Fight, changed_creatures
from orcus_tui.model.history import Execution
from orcus_tui.model.message import plain
from orcus_tui.model.offer import Offer
from orcus_tui.model.power import RollLine
from orcus_tui.model.requests import Request
from orcus_tui.rules import (
    actions,
    answers,
    attacks,
    boundary_phases,
    challenges,
    checks,
    clock,
    damage,
    delay,
    effect_steps,
    effects,
    encounter_events,
    forms,
    group_attacks,
    initiative,
    life,
    newcomers,
    offers,
    opportunities,
    opposed,
    player_settings,
    power_effects,
    power_use,
    powers,
    resources,
    rest,
    roster,
    sustaining,
    triggers,
    turn,
    turn_order,
    zones,
)
from orcus_tui.rules.actions import follow_spent_actions
from orcus_tui.rules.dice_rolls import roll_to_log
from orcus_tui.rules.limits import refuse_beyond_limits
from orcus_tui.rules.resolution import Callbacks, Rules, resolution_of
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.session.dice_source import NoDieGiven

# A rule takes only the step it is listed with; the type of a mapping cannot express that.
_RULES: dict[type[steps.Step], Callable[[Resolution, Any], None]] = {
    typed_steps.Init: initiative.roll_initiative,
    typed_steps.Begin: turn.begin,
    typed_steps.Next: turn.next_turn,
    typed_steps.Surprise: boundary_phases.surprise,
    typed_steps.Delay: delay.delay,
    typed_steps.Ready: delay.ready,
    typed_steps.Act: delay.act,
    typed_steps.Finish: rest.finish,
    typed_steps.Rest: rest.rest,
    steps.DealDamage: damage.damage,
    steps.Heal: life.heal,
    steps.Temp: life.temp,
    steps.Recover: life.recover,
    steps.Rally: life.rally,
    steps.Kill: life.kill,
    steps.Knockout: life.knock_out,
    steps.Revive: life.revive,
    steps.Stabilize: life.stabilize,
    steps.Apply: effect_steps.put_effects,
    steps.Persist: effect_steps.put_effects,
    steps.Regen: effect_steps.put_effects,
    steps.Mark: effect_steps.put_effects,
    steps.Bonus: effect_steps.put_effects,
    steps.Withstand: effect_steps.put_effects,
    steps.Remove: effects.remove,
    steps.Remind: effect_steps.remind,
    steps.RemindRound: turn.remind_round,
    steps.Say: effect_steps.say_reminder,
    steps.MakeZone: zones.make_zone,
    steps.Into: zones.into,
    steps.OutOf: zones.out_of,
    steps.EndZone: zones.end_zone,
    steps.Maintain: sustaining.maintain,
    steps.Save: answers.save,
    steps.DeathSave: answers.roll_death_save,
    typed_steps.Attack: attacks.attack,
    typed_steps.AttackByEach: group_attacks.attack_by_each,
    typed_steps.UseByEach: group_attacks.use_by_each,
    typed_steps.UsePower: attacks.use,
    steps.FollowUp: power_use.follow_up,
    typed_steps.Do: opposed.do,
    typed_steps.Contest: opposed.contest,
    typed_steps.SystemStep: actions.system_verb,
    steps.Check: checks.check,
    typed_steps.Spend: powers.spend,
    steps.Recharge: powers.recharge,
    typed_steps.ActionPoint: actions.action_point,
    typed_steps.SpendAction: opportunities.mark_spent_action,
    typed_steps.RollDice: roll_to_log,
    typed_steps.Add: newcomers.add,
    steps.Summon: newcomers.summon,
    typed_steps.Share: newcomers.share,
    typed_steps.Drop: roster.drop,
    typed_steps.Reserve: roster.reserve,
    typed_steps.Enter: roster.enter,
    typed_steps.SetField: roster.set_field,
    typed_steps.Note: roster.note,
    steps.Hide: roster.hide,
    steps.Reveal: roster.reveal,
    typed_steps.Mask: roster.mask,
    typed_steps.Unmask: roster.unmask,
    typed_steps.SetPlayers: player_settings.set_players,
    typed_steps.SetInput: player_settings.set_input,
    typed_steps.Announce: player_settings.announce,
    typed_steps.ChangeSide: roster.change_side,
    typed_steps.Rename: roster.rename,
    typed_steps.Move: turn_order.move,
    typed_steps.SetOption: roster.set_option,
    typed_steps.SetCounter: resources.set_counter,
    steps.OwnCounter: resources.set_own_counter,
    steps.Become: forms.become,
    typed_steps.SetOutcome: rest.set_outcome,
    typed_steps.PassTime: clock.pass_time,
    typed_steps.StartTimer: clock.start_timer,
    typed_steps.StartChallenge: challenges.start,
    typed_steps.CountInChallenge: challenges.count,
    typed_steps.Ask: answers.ask,
    typed_steps.Answer: answers.answer,
    typed_steps.AnswerAll: answers.answer_all,
    typed_steps.Accept: offers.accept,
    typed_steps.Decline: offers.decline,
    steps.MakeOffer: offers.offer_line,
    steps.FurtherAttack: attacks.attack_further,
    RollLine: power_effects.roll_line,
}
RULES: Rules = _RULES


def execute(view: FightView, command: Command, face: Face, *, in_script: bool = False) -> Execution:
    """Executes a command and its consequences; the fight of the view is unchanged.

    `in_script`: it is not the first command of its script. Raises as `resolve` and `execution_of` do.
    """
    return execution_of(command, resolve(view, command, face), in_script=in_script)


def execution_of(command: Command, done: Resolution, *, in_script: bool = False) -> Execution:
    """The execution of a command that has been resolved.

    Raises Impossible if it exceeds the numbers that a file can hold.
    """
    refuse_beyond_limits(done)
    changed = done.fight is not done.began
    return Execution(
        command.text, done.fight, tuple(done.events), tuple(done.dice), changed=changed, in_script=in_script
    )


def resolve(view: FightView, command: Command, face: Face) -> Resolution:
    """The resolution of a command and its consequences; the fight of the view is unchanged.

    Raises Impossible if the command cannot be executed; CommandError if one of its words is the reason.
    """
    later: list[str] = []
    resolution = resolution_of(view, face, RULES, callbacks_of(view, command.library, later))
    resolution.overrule, resolution.optional = command.overrule, command.optional
    try:
        RULES[type(command.step)](resolution, command.step)
        triggers.finish(resolution)
        if resolution.actions_spent:
            follow_spent_actions(resolution)
        if resolution.began.fallen:
            life.forget_deaths(resolution)
        carry_out_events(resolution, command.library, later)
        if resolution.fight.offers:
            _lapse_offers_on_the_dead(resolution, command.library)
        if resolution.fight is resolution.began:
            _count_dice_as_change(resolution)
    except (DiceError, NoDieGiven) as error:
        raise Impossible(error.message) from error
    except Impossible as error:
        raise locate(error, command) from None
    return resolution


def callbacks_of(view: FightView, library: Library, later: list[str]) -> Callbacks:
    """The functions of the session for a resolution; the lines of events that must wait for its end go to `later`."""
    run_lines = partial(_carry_out_between_turns, library, later)
    return Callbacks(run_lines) if library is NO_LIBRARY else Callbacks(run_lines, finder_in(library, view.system))


def carry_out_events(resolution: Resolution, library: Library, later: Iterable[str]) -> None:
    """Carries out the lines that waited, then announces the events that a command triggered, with their lines.

    From then on, the resolution has the creatures that have changed.
    """
    resolution.changed = tuple(changed_creatures(resolution.began, resolution.fight))
    if lines := (*later, *encounter_events.announce(resolution, resolution.changed)):
        _carry_out_lines(resolution, lines, library)
        resolution.changed = tuple(changed_creatures(resolution.began, resolution.fight))


def _count_dice_as_change(resolution: Resolution) -> None:
    """Counts a command without a result as a change if it rolled for a creature, so that it can be amended."""
    if any(isinstance(each, AttackRolled | DieRolled | SaveRolled) for each in resolution.events):
        resolution.emit(FightChanged("last_targets", resolution.fight.last_targets))


def _lapse_offers_on_the_dead(resolution: Resolution, library: Library) -> None:
    """Closes the open offers of which all targets are dead, if one died in this command, or it made the offer."""
    began, fight = resolution.began, resolution.fight
    made_before = {each.id for each in began.offers}
    made = {each.id for each in fight.offers if each.id not in made_before and _is_of_another_event(fight, each)}
    died = {each for each in resolution.changed if _has_died(began, fight, each)}
    if not died and not made:
        return
    dead = {each for each, state in fight.states.items() if state.life == "dead"}
    if not dead:
        return
    context = Context(resolution.began_view, library=library)
    hopeless: list[Offer] = []
    for each in fight.offers:
        named = _targets_of_offer(each, context) if each.id in made_before | made else set()
        if named and named <= dead and (each.id in made or named & died):
            hopeless.append(each)
    offers.close(resolution, hopeless)


def _has_died(began: Fight, fight: Fight, creature: str) -> bool:
    """Whether a creature was in the fight when the command began, and has died since."""
    is_dead = fight.states[creature].life == "dead"
    return is_dead and creature in began.states and began.states[creature].life != "dead"


def _is_of_another_event(fight: Fight, offer: Offer) -> bool:
    """Whether an offer comes from an event of the encounter other than a death (that may offer the dead something)."""
    event = fight.briefing.event_that_offers(offer)
    return event is not None and event.occasion != "dies"


def _targets_of_offer(offer: Offer, context: Context) -> set[str]:
    """The creatures that an offer names as its targets; empty if one of its lines names none, or revives them.

    The lines are only read if a person wrote them, or an older program that did not store their targets.
    """
    if offer.targets is not None:
        return set(offer.targets)
    found: set[str] = set()
    for line in offer.choices:
        try:
            command = parse(line.with_words(), context)
        except CommandError:
            return set()
        targets = steps.targets_of(command.step) if command else ()
        if not targets or isinstance(command and command.step, steps.Revive):
            return set()
        found.update(targets)
    return found


_TURNS = (typed_steps.Begin, typed_steps.Next, typed_steps.Delay, typed_steps.Act, typed_steps.Finish)
"""The steps that end or begin turns: in an event between two turns, they wait until the next turn has begun."""


def _carry_out_between_turns(library: Library, later: list[str], resolution: Resolution, lines: Iterable[str]) -> None:
    """Carries out the lines of an event after one turn has ended and before the next begins."""
    for line in lines:
        try:
            command = parse(line, Context(resolution.view, library=library))
        except CommandError:
            command = None
        if command and not isinstance(command.step, _TURNS):
            _carry_out_lines(resolution, (line,), library)
        else:
            later.append(line)


def _carry_out_lines(resolution: Resolution, lines: Iterable[str], library: Library) -> None:
    """Carries out the lines of an event; a line that is wrong or impossible by now is only noted in the log."""
    for line in lines:
        try:
            command = parse(line, Context(resolution.view, library=library))
        except CommandError as error:
            resolution.say("line skipped", line=line, reason=plain(error.message))
            continue
        if command is None or isinstance(command.step, Request):
            resolution.say("line skipped", line=line, reason=plain("the rules cannot carry out such a line"))
        else:
            resolution.optional, resolution.in_event = command.optional, True
            resolution.attempt(command.step, line)
            resolution.in_event = False
            triggers.finish(resolution)
