"""Steps that only the session can execute: views of the fight, undo, and files."""

from orcus_tui.model.steps import Step, Targets


class Request(Step, frozen=True):
    """The base of the steps for the session."""


class Preview(Request, frozen=True):
    """`preview`: the result of `next`, or of several turns with `targets`."""

    targets: Targets = ()


class Show(Request, frozen=True):
    """`show`: the fight, or one creature."""

    target: str = ""


class Why(Request, frozen=True):
    """`why`: the origin of a number or a condition."""

    target: str
    name: str = ""


class ShowLog(Request, frozen=True):
    """`log`: the last commands and their results."""

    count: int = 20


class Help(Request, frozen=True):
    """`help`: the help on one verb or all verbs."""

    verb: str = ""


class Undo(Request, frozen=True):
    """`undo`: undoes commands; with `turn`, all those of the current turn."""

    count: int = 1
    turn: bool = False


class Redo(Request, frozen=True):
    """`redo`: redoes undone commands."""

    count: int = 1


class Amend(Request, frozen=True):
    """`amend`: changes the words of a command, from `column` on, then executes it and all later commands again."""

    count: int
    words: str
    column: int = 1


class Before(Request, frozen=True):
    """`before`: executes the step of `line` before the last command that changed the fight, then that command again.

    `overrule`: a `!` overrides a rule for the line. `optional` are the targets that are named only through a set, such
    as `@party`. `offer` is the number of an offer that is accepted; the step then comes before the command that made
    the offer.
    """

    step: Step
    line: str
    verb: str
    overrule: bool = False
    optional: frozenset[str] = frozenset()
    offer: int = 0


class RetroactiveStep(Request, frozen=True):
    """Executes a step before the last attack roll or save of a creature, then that command and all later ones again."""

    creature: str
    step: Step


class Write(Request, frozen=True):
    """`write`: writes the fight to a file."""

    file: str = ""


class Keep(Request, frozen=True):
    """`keep`: saves the heroes to their party file, or to another file."""

    file: str = ""


class Open(Request, frozen=True):
    """`open`: opens an encounter or a fight in progress."""

    file: str


class Run(Request, frozen=True):
    """`run`: executes a script."""

    file: str


class RunLines(Request, frozen=True):
    """An alias of several lines, as `typed`: executes them as one command."""

    alias: str
    typed: str
    lines: tuple[str, ...]


class Macro(Request, frozen=True):
    """`macro`: makes an alias of the last lines."""

    name: str
    count: int = 1


class Export(Request, frozen=True):
    """`export`: writes the log to a file."""

    file: str


class Alias(Request, frozen=True):
    """`alias`: gives a line a short name."""

    name: str
    line: str


class CampaignRequest(Request, frozen=True):
    """The base of the requests for the campaign that is open."""


class ShowCampaign(CampaignRequest, frozen=True):
    """`campaign`: the fights of the campaign, its day, XP and loot."""


class BeginNext(CampaignRequest, frozen=True):
    """`begin next`: opens the next planned fight with the party as it is now."""


class AddFight(CampaignRequest, frozen=True):
    """`campaign add`: adds a fight to the end, or after the fight of another file."""

    file: str
    after: str = ""


class SkipFight(CampaignRequest, frozen=True):
    """`campaign skip`: marks a planned fight as skipped."""

    file: str


class LeaveOut(CampaignRequest, frozen=True):
    """`campaign leave`: removes the award or a treasure of the fight that just ended."""

    what: str


class Award(CampaignRequest, frozen=True):
    """`award`: gives XP that the heroes share; `targets` are all heroes if none are named."""

    xp: int
    why: str = ""
    targets: Targets = ()


class Found(CampaignRequest, frozen=True):
    """`found`: adds a treasure, which `by` takes."""

    thing: str
    value: int = 0
    by: str = ""


class Give(CampaignRequest, frozen=True):
    """`give`: gives a treasure to a hero."""

    thing: str
    to: str


class History(CampaignRequest, frozen=True):
    """`history`: what a hero did in the fights of the campaign."""

    name: str


class Recap(CampaignRequest, frozen=True):
    """`recap`: what happened in a fight, by default in the last that ended."""

    fight: str = ""


class PlayersRequest(Request, frozen=True):
    """The base of the requests for the players' phones."""


class ShowInbox(PlayersRequest, frozen=True):
    """`players inbox`: the undecided proposals of phones."""


class ShowSeats(PlayersRequest, frozen=True):
    """`players seats`: the phones that speak for heroes."""


class AcceptProposals(PlayersRequest, frozen=True):
    """`players accept`: carries out a proposal, the oldest without a number, or all."""

    number: int | None = None
    all: bool = False


class RefuseProposals(PlayersRequest, frozen=True):
    """`players refuse`: refuses a proposal, the oldest without a number, or all."""

    number: int | None = None
    all: bool = False


class Unseat(PlayersRequest, frozen=True):
    """`players unseat`: ends the seats of a hero, or all."""

    name: str


class NewAddress(PlayersRequest, frozen=True):
    """`players new address`: replaces the address of the players' view, and ends all seats."""


class Quit(Request, frozen=True):
    """`quit`: quits."""
