"""Proposals of phones in words, for the game master's screen: `Ketta: 9 damage to Kiln Toad`, `7 left`."""

from orcus_tui.commands.context import Context
from orcus_tui.commands.parse import parse
from orcus_tui.errors import OrcusError
from orcus_tui.model.fight import Fight, name_of
from orcus_tui.players.inbox import claim_text, lines_of
from orcus_tui.players.messages import Proposal
from orcus_tui.session.ahead.dry_run import DryRunner
from orcus_tui.session.ahead.preview import preview_command


def proposal_text(fight: Fight, proposal: Proposal) -> str:
    """A proposal, after the name of its hero."""
    if proposal.kind == "claim":
        return claim_text(fight, proposal)
    return f"{name_of(fight, proposal.hero)}: {_words(fight, proposal)}"


def _words(fight: Fight, proposal: Proposal) -> str:
    amount = " ".join(filter(None, (str(abs(proposal.amount)), proposal.type)))
    match proposal.kind:
        case "done":
            return "the turn is over"
        case "hp":
            what = "temporary hit points" if proposal.temporary else "damage taken" if proposal.amount < 0 else "healed"
            return f"{amount} {what}"
        case "did":
            dealt = (f"{amount} damage" * bool(proposal.amount), proposal.condition)
            names = ", ".join(name_of(fight, each) for each in proposal.targets)
            return f"{' and '.join(filter(None, dealt))} to {names}"
        case "react":
            return "the reaction is used"
        case "recover":
            return "a recovery"
        case "roll":
            return "rolls" if proposal.die is None else f"{proposal.die} on the die"
    return proposal.text


def proposal_effect(context: Context, proposal: Proposal) -> str:
    """The effect that a proposal would have now: the hit points left of its target, or the preview of its lines."""
    lines = lines_of(context.fight, proposal)
    is_amount = proposal.amount and not proposal.temporary and len(lines) == 1
    about = proposal.targets or (proposal.hero,)
    left = _left(context, lines[0], about[0]) if is_amount and len(about) == 1 else ""
    return left or "; ".join(each for line in lines for each in _preview(context, line))


def _left(context: Context, line: str, creature: str) -> str:
    """The hit points that a creature has after a line, such as `7 left`; empty if it falls, or has a track instead."""
    try:
        command = parse(line, context)
        run = DryRunner(context, overrule=command.overrule).run(command.step) if command else None
    except OrcusError:
        return ""
    left = run.fight.states[creature].hp if run and context.fight.sheets[creature].max_hp else None
    return f"{left} left" if left and left > 0 else ""


def _preview(context: Context, line: str) -> tuple[str, ...]:
    try:
        command = parse(line, context)
    except OrcusError as fault:
        return (str(fault),)
    return preview_command(command, context) if command else ()
