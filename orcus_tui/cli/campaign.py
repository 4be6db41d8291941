"""`orcus-tui campaign`: the fights of a group from evening to evening."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

import msgspec
import typer

from orcus_tui.campaign.open_campaign import OpenCampaign
from orcus_tui.campaign.opening import complete, new_campaign, open_campaign, session_between_fights
from orcus_tui.cli import FAILED
from orcus_tui.cli.options import CampaignOptions
from orcus_tui.cli.output import (
    print_json,
    print_line,
    print_lines,
    print_message,
    print_messages,
    refuse,
    refuse_to_overwrite,
    refusing_errors,
)
from orcus_tui.config.paths import state_folder
from orcus_tui.model import requests
from orcus_tui.model.text import plural
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.storage.atomic import write_atomically


def run_campaign(options: CampaignOptions) -> None:
    """Shows the campaign of a folder, or runs the action of the first word.

    Exits with status 1 if a file is missing.
    """
    first, *rest = options.words or [""]
    if options.json and first in _ACTIONS and first != "history":
        refuse("--json is for the campaign itself and for `history`")
    if first in _ACTIONS:
        with refusing_errors():
            _ACTIONS[first](options, rest)
        return
    if rest:
        refuse(f'unknown "{first}"; use {", ".join(_ACTIONS)}, or name a folder')
    folder = Path(first) if first else options.folder
    if not folder.exists():
        refuse(f'no folder "{folder}"; use {", ".join(_ACTIONS)}, or name the folder of a campaign')
    with refusing_errors():
        _show(options, folder)


def open_in(folder: Path) -> OpenCampaign:
    """The campaign of a folder; prints the ends of fights that were only now written to its file."""
    campaign = open_campaign(folder, state_folder())
    print_messages(complete(campaign))
    return campaign


@contextmanager
def _opened(folder: Path) -> Iterator[OpenCampaign]:
    campaign = open_in(folder)
    try:
        yield campaign
    finally:
        campaign.close()


def _show(options: CampaignOptions, folder: Path) -> None:
    with _opened(folder) as campaign:
        if options.json:
            print_json(msgspec.to_builtins(campaign.campaign))
        else:
            print_lines(_lines_of(campaign, requests.ShowCampaign()))
        missing = campaign.missing()
    for path in missing:
        print_message(f"{path}: there is no such file")
    if missing:
        raise typer.Exit(FAILED)


def _new(options: CampaignOptions, words: Sequence[str]) -> None:
    if len(words) > 1:
        refuse("name one folder: orcus-tui campaign new FOLDER")
    new = new_campaign(Path(words[0]) if words else options.folder)
    print_line(f"wrote {new.path} with {plural(new.fights, 'fight')}")
    for fault in new.left_out:
        print_message(f"left out: {str(fault).splitlines()[0]}")


def _add(options: CampaignOptions, words: Sequence[str]) -> None:
    match words:
        case [file] | [file, "after", _]:
            request = requests.AddFight(file, words[2] if len(words) == 3 else "")
            _print(options, request)
        case _:
            refuse("orcus-tui campaign add FILE [after FILE]")


def _skip(options: CampaignOptions, words: Sequence[str]) -> None:
    if len(words) != 1:
        refuse("orcus-tui campaign skip FILE")
    _print(options, requests.SkipFight(words[0]))


def _history(options: CampaignOptions, words: Sequence[str]) -> None:
    if not words:
        refuse("orcus-tui campaign history NAME")
    name = " ".join(words)
    if not options.json:
        _print(options, requests.History(name))
        return
    from orcus_tui.campaign.history import history_table

    with _opened(options.folder) as campaign:
        print_json(history_table(campaign.campaign, campaign.journals, name))


def _recap(options: CampaignOptions, words: Sequence[str]) -> None:
    lines = _lines(options, requests.Recap(" ".join(words)))
    if options.output is None:
        print_lines(lines)
        return
    refuse_to_overwrite(options.output, force=options.force)
    write_atomically(options.output, "\n".join(lines) + "\n")
    print_line(f"wrote {options.output}")


def _play(options: CampaignOptions, words: Sequence[str]) -> None:
    from orcus_tui.cli.tracker import open_campaign_in_tracker

    raise typer.Exit(open_campaign_in_tracker(Path(words[0]) if words else options.folder, in_ascii=options.ascii))


def _print(options: CampaignOptions, request: requests.CampaignRequest) -> None:
    print_lines(_lines(options, request))


def _lines(options: CampaignOptions, request: requests.CampaignRequest) -> Sequence[str]:
    with _opened(options.folder) as campaign:
        return _lines_of(campaign, request)


def _lines_of(campaign: OpenCampaign, request: requests.CampaignRequest) -> Sequence[str]:
    session = session_between_fights(campaign, RandomDice(Random()), None)
    return campaign.handle(session, request).lines


_ACTIONS: Mapping[str, Callable[[CampaignOptions, Sequence[str]], None]] = {
    "new": _new,
    "play": _play,
    "add": _add,
    "skip": _skip,
    "history": _history,
    "recap": _recap,
}
