"""Fights of a campaign played to their ends, with figures worked out by hand."""

import json
import shutil
import tomllib
from typing import Any

from orcus_tui.campaign.campaign_file import Edit
from orcus_tui.campaign.open_campaign import OpenCampaign
from tests.campaigns.conftest import CAMPAIGN, PARTY
from tests.helpers.disks.shell import Shell

WIN_FORD = "begin next; begin; damage ogre 80 by ari; finish"


def campaign_of(shell: Shell) -> dict[str, Any]:
    return tomllib.loads((shell.folder / "campaign.toml").read_text(encoding="utf-8"))


def play(shell: Shell, *lines: str) -> str:
    played = shell("play", "--campaign", ".", "-c", "; ".join(lines))
    assert played.returncode == 0, played.stderr
    return played.stdout


def test_a_fight_that_ends_writes_its_state_award_and_loot(shell: Shell) -> None:
    play(shell, WIN_FORD)
    written = campaign_of(shell)
    fight, award, horn = written["fight"][0], written["award"], written["treasure"]
    assert (fight["state"], fight["day"]) == ("won", 12)
    assert fight["journal"].endswith("the-ford")
    assert award == [{"day": 12, "xp": 450, "to": ["ari", "bel"], "why": "ford.toml"}]
    assert horn == [{"name": "Silver horn", "value": 120, "found": 12}]


def test_the_comments_and_the_order_of_the_file_stay(shell: Shell) -> None:
    play(shell, WIN_FORD)
    text = (shell.folder / "campaign.toml").read_text(encoding="utf-8")
    for line in CAMPAIGN.splitlines():
        assert line in text


def test_during_play_nothing_is_written(shell: Shell) -> None:
    play(shell, "begin next", "begin", "damage ogre 80 by ari")
    assert (shell.folder / "campaign.toml").read_text(encoding="utf-8") == CAMPAIGN


def test_undoing_finish_takes_its_entries_out_byte_for_byte(shell: Shell) -> None:
    play(shell, WIN_FORD, "undo")
    assert (shell.folder / "campaign.toml").read_text(encoding="utf-8") == CAMPAIGN


def test_redoing_finish_writes_them_again(shell: Shell) -> None:
    play(shell, WIN_FORD, "undo", "redo")
    assert campaign_of(shell)["fight"][0]["state"] == "won"


def test_the_party_begins_the_next_fight_as_saved(shell: Shell) -> None:
    play(shell, "begin next", "begin", "damage ari 12 by ogre", "damage ogre 80 by ari", "finish", "keep")
    shown = play(shell, "begin next", "show ari")
    assert "28/40" in shown


def test_the_party_is_saved_in_a_fight_without_a_party_file(shell: Shell) -> None:
    play(shell, "begin next", "begin", "damage bel 5", "damage ogre 80", "finish", "keep")
    assert 'name = "Bel"' in (shell.folder / "party.toml").read_text(encoding="utf-8")
    assert "hp = 25" in (shell.folder / "party.toml").read_text(encoding="utf-8")


def test_a_fight_without_a_hero_that_is_up_is_lost_and_has_no_loot(shell: Shell) -> None:
    play(shell, "begin next", "begin", "kill ari,bel", "finish")
    written = campaign_of(shell)
    assert written["fight"][0]["state"] == "lost"
    assert "treasure" not in written


def test_a_fight_with_a_foe_still_up_ends_in_flight(shell: Shell) -> None:
    shown = play(shell, "begin next", "begin", "finish")
    assert not [line for line in shown.splitlines() if not line.strip()], "nothing to award or to keep: no line"
    assert campaign_of(shell)["fight"][0]["state"] == "fled"


def test_awards_of_two_fights_add_up_for_each_hero(shell: Shell) -> None:
    play(shell, WIN_FORD)
    play(shell, "begin next", "begin", "damage wolf1,wolf2 20 by bel", "finish")
    shown = shell("campaign").stdout
    assert "Ari: 326 XP" in shown  # 450 / 2 + 202 / 2
    assert "2. salt.toml: won, day 12" in shown


def test_begin_next_is_refused_in_a_fight_and_when_no_fight_is_left(shell: Shell) -> None:
    during = shell("play", "--campaign", ".", "-c", "begin next; begin; begin next")
    assert (during.returncode, during.stderr) == (1, "<line>:3:1: the fight is not over; `finish` it first\n")
    play(shell, WIN_FORD)
    play(shell, "begin next", "begin", "kill @foes", "finish")
    after = shell("play", "--campaign", ".", "-c", "begin next")
    assert after.stderr == "<line>:1:1: no fight is planned; `campaign add FILE` adds one\n"


def test_without_a_campaign_its_verbs_say_how_to_open_one(shell: Shell) -> None:
    for line in ("campaign", "begin next", "award 10", 'found "Ring"', "recap"):
        refused = shell("play", "ambush.toml", "-c", line)
        assert "no campaign is open; `orcus-tui campaign play FOLDER` opens one" in refused.stderr


# Awards and loot outside fights


def test_awards_and_loot_are_written_at_once_and_taken_back_by_undo(shell: Shell) -> None:
    for line in ('award 100 "for the song" for bel', 'found "Ring" 30 by ari', "campaign skip salt.toml"):
        play(shell, line, "undo")
        assert (shell.folder / "campaign.toml").read_text(encoding="utf-8") == CAMPAIGN
    play(shell, 'award 100 "for the song" for bel', 'found "Ring" 30', 'give "ring" to bel')
    written = campaign_of(shell)
    assert written["award"] == [{"day": 12, "xp": 100, "to": ["bel"], "why": "for the song"}]
    assert written["treasure"] == [{"name": "Ring", "value": 30, "found": 12, "by": "bel"}]


def test_an_entry_changed_by_hand_is_not_removed(shell: Shell) -> None:
    path = shell.folder / "campaign.toml"
    shell.write("script.txt", "award 100 for bel\nundo\n")
    session_text = "award 100 for bel"
    play(shell, session_text)
    path.write_text(path.read_text(encoding="utf-8").replace("xp = 100", "xp = 90"), encoding="utf-8")
    assert campaign_of(shell)["award"][0]["xp"] == 90
    refused = shell("play", "--campaign", ".", "-c", "undo")
    assert refused.returncode == 1


def test_fights_are_added_after_others(shell: Shell) -> None:
    assert "rats.toml: there is no such file" in shell("campaign", "add", "rats.toml").stderr
    shell.write("rats.toml", FORD_WITHOUT_LOOT)
    assert shell("campaign", "add", "rats.toml", "after", "ford.toml").stdout == "rats.toml is fight 2 of 3\n"
    assert [each["file"] for each in campaign_of(shell)["fight"]] == ["ford.toml", "rats.toml", "salt.toml"]
    assert shell("campaign", "skip", "rats.toml").stdout == "rats.toml: skipped\n"
    assert "is already skipped" in shell("campaign", "skip", "rats.toml").stderr


FORD_WITHOUT_LOOT = 'format = 1\n[[creature]]\nname = "Rat"\nmax_hp = 4\n'


# Looking back


def test_history_adds_up_the_fights_of_a_hero(shell: Shell) -> None:
    play(
        shell,
        "begin next",
        "begin",
        "damage ari 12 by ogre",
        "damage ogre 50 by ari",
        "damage ogre 30 by ari",
        "finish",
    )
    lines = shell("campaign", "history", "Ari").stdout.splitlines()
    assert lines[:4] == [
        "Ari: 1 fight",
        "down 0 times, 0 deaths, 1 kill",
        "damage: dealt 80, taken 12; healed 0",
        "biggest hit: 50",
    ]
    again = shell("campaign", "history", "Ari").stdout.splitlines()
    assert again == lines  # from the cached figures
    assert 'no finished fight of the campaign has a "Cor"' in shell("campaign", "history", "Cor").stderr


def test_the_history_for_other_programs(shell: Shell) -> None:
    play(shell, WIN_FORD)
    found = json.loads(shell("campaign", "history", "Ari", "--json").stdout)
    assert found["problems"] == []
    (fight,) = found["fights"]
    assert (fight["file"], fight["dealt"], fight["kills"], fight["died"]) == ("ford.toml", 80, 1, False)
    assert shell("campaign", "recap", "--json").returncode == 2


def test_the_history_and_the_recap_read_archived_journals(shell: Shell) -> None:
    play(shell, WIN_FORD)
    history, recap = shell("campaign", "history", "Ari").stdout, shell("campaign", "recap").stdout
    shutil.rmtree(shell.state / "figures")
    assert shell("recover", "--archive", campaign_of(shell)["fight"][0]["journal"]).returncode == 0
    assert shell("campaign", "history", "Ari").stdout == history
    assert shell("campaign", "recap").stdout == recap


def test_a_recap_says_what_happened(shell: Shell) -> None:
    play(shell, WIN_FORD)
    assert shell("campaign", "recap", "-o", "last.md").stdout == "wrote last.md\n"
    text = (shell.folder / "last.md").read_text(encoding="utf-8")
    assert text.startswith("# The ford\n\nDay 12.\nAri and Bel fought Ogre.\n")
    assert "- Round 1: Ogre dies, after 80 from Ari" in text
    assert "- The party won after 1 round." in text
    assert "- 450 XP: 2 heroes → 225 each" in text
    assert "- Silver horn (120)" in text


# At the plain prompt


def test_the_plain_prompt_proposes_by_number(shell: Shell) -> None:
    lines = (
        *["begin next", "begin", "damage ari 12 by ogre", "damage ogre 80 by ari", "finish", "2", "1"],
        "",
        "campaign",
    )
    done = shell.process("play", "--campaign", ".", "--plain", "--width", "200", given="\n".join(lines).encode())
    assert done.returncode == 0, done.stderr
    assert "Type begin next, campaign or help." in done.stdout
    assert "1 keep the party. 2 leave out 450 XP. 3 leave out loot: Silver horn (120). 0 nothing more." in done.stdout
    assert "Left out: award.\n1 keep the party. 2 leave out loot" in done.stdout
    assert "Saved to party.toml." in done.stdout
    assert "award" not in campaign_of(shell)
    assert campaign_of(shell)["treasure"][0]["name"] == "Silver horn"
    assert "hp = 28" in (shell.folder / "party.toml").read_text(encoding="utf-8")


def test_leave_out_lists_the_possible_words(shell: Shell) -> None:
    refused = shell("play", "--campaign", ".", "-c", f"{WIN_FORD}; campaign leave ring")
    assert 'the end of this fight added no "ring" (award, Silver horn)' in refused.stderr
    early = shell("play", "--campaign", ".", "-c", "campaign leave award")
    assert "no fight of the campaign has just ended" in early.stderr


# Faults


def test_a_broken_file_is_refused_with_its_place(shell: Shell) -> None:
    for text, place in (
        (CAMPAIGN.replace("day = 12", "day = twelve"), "campaign.toml:6:"),
        (CAMPAIGN.replace('clock = "18:40"', 'clock = "25:00"'), "campaign.toml:7:9: clock: expected a time of day"),
        (CAMPAIGN + 'state = "drawn"\n', "campaign.toml:15:9: fight[2].state:"),
        (CAMPAIGN + "colour = 1\n", "campaign.toml:15:10: fight[2].colour: unknown key"),
        (CAMPAIGN.replace('system = "orcus"', 'system = "chess"'), "campaign.toml:4:10: system: unknown system"),
    ):
        shell.write("campaign.toml", text)
        for arguments in (("campaign",), ("play", "--campaign", ".", "-c", "campaign")):
            refused = shell(*arguments)
            assert refused.returncode == 2, refused.stdout
            assert refused.stderr.startswith(place), refused.stderr


def test_a_missing_file_is_named_and_everything_else_works(shell: Shell) -> None:
    (shell.folder / "salt.toml").unlink()
    shown = shell("campaign")
    assert (shown.returncode, shown.stderr) == (1, "salt.toml: there is no such file\n")
    assert "1. ford.toml: planned" in shown.stdout
    played = shell("play", "--campaign", ".", "-c", WIN_FORD)
    assert (played.returncode, played.stderr) == (1, "salt.toml: there is no such file\n")
    assert campaign_of(shell)["fight"][0]["state"] == "won"


def test_a_fight_of_another_system_is_refused(shell: Shell) -> None:
    shell.write("ford.toml", FORD_WITHOUT_LOOT + 'kind = "standard"\n' + "")
    shell.write("ford.toml", 'format = 1\nsystem = "srd5"\n[[creature]]\nname = "Rat"\nmax_hp = 4\n')
    refused = shell("play", "--campaign", ".", "-c", "begin next")
    assert "ford.toml is for" in refused.stderr
    assert refused.returncode == 1


def test_an_end_that_was_never_written_is_written_at_the_next_start(shell: Shell) -> None:
    play(shell, WIN_FORD)
    shell.write("campaign.toml", CAMPAIGN)  # the state after a kill between writing the journal and the file
    assert "ford.toml: won, written now from its journal" in shell("campaign").stderr
    assert campaign_of(shell)["award"][0]["xp"] == 450
    assert shell("campaign").stderr == ""


def test_a_new_campaign_lists_the_encounters_of_its_folder(shell: Shell) -> None:
    (shell.folder / "campaign.toml").unlink()
    assert shell("campaign", "new", ".").stdout == "wrote campaign.toml with 3 fights\n"
    assert [each["file"] for each in campaign_of(shell)["fight"]] == ["ambush.toml", "ford.toml", "salt.toml"]
    assert shell("campaign", "new", ".").returncode == 2


def test_the_difficulty_is_that_of_the_campaigns_system_and_party(shell: Shell) -> None:
    shell.write("campaign.toml", CAMPAIGN.replace('"orcus"', '"archmage"'))
    shell.write("party.toml", PARTY.replace('"orcus"', '"archmage"'))
    shell.write("ford.toml", 'format = 1\n[[creature]]\nname = "Rat"\nkind = "mook"\nlevel = 3\nmax_hp = 4\n')
    assert "1. ford.toml: planned: 12 % of the budget" in shell("campaign").stdout


def test_a_new_campaign_has_the_party_file_and_its_system(shell: Shell) -> None:
    for name in ("campaign.toml", "ambush.toml"):
        (shell.folder / name).unlink()
    shell.write("a-dream.toml", 'format = 1\nsystem = "srd5"\n[[creature]]\nname = "Rat"\nmax_hp = 4\n')
    shell.write("broken.toml", 'format = 1\n[[creature]]\nname = "Rat"\nmax_hp = "4"\n')
    new = shell("campaign", "new", ".")
    assert new.stdout == "wrote campaign.toml with 2 fights\n"
    assert [line.partition(" the ")[0] for line in new.stderr.splitlines()] == [
        "left out: a-dream.toml: for SRD 5.1, open and move actions;",
        'left out: broken.toml:4: creature[1].max_hp: expected a whole number, got "4"',
    ]
    assert [campaign_of(shell)[key] for key in ("system", "party")] == ["orcus", "party.toml"]


def test_a_new_campaign_has_the_party_that_most_files_name(shell: Shell) -> None:
    (shell.folder / "campaign.toml").unlink()
    shell.write("others.toml", PARTY.replace('"orcus"', '"archmage"'))
    rat = '\n[[creature]]\nname = "Rat"\nmax_hp = 4\n'
    shell.write("a.toml", f'format = 1\nsystem = "srd5"\nparty = "gone.toml"{rat}')
    shell.write("b.toml", f'format = 1\nparty = "others.toml"{rat}')
    shell.write("c.toml", f'format = 1\nparty = "party.toml"{rat}')
    shell.write("d.toml", f'format = 1\nparty = "others.toml"{rat}')
    shell("campaign", "new", ".")
    assert [campaign_of(shell)[key] for key in ("system", "party")] == ["archmage", "others.toml"]


def test_fights_may_be_named_without_toml(shell: Shell) -> None:
    assert shell("campaign", "add", "ambush", "after", "ford").stdout == "ambush.toml is fight 2 of 3\n"
    assert shell("campaign", "skip", "ford").stdout == "ford.toml: skipped\n"


def test_a_word_that_is_not_a_folder_is_refused_with_the_known_words(shell: Shell) -> None:
    assert 'no folder "lst"; use new, play, add, skip' in shell("campaign", "lst").stderr
    (shell.folder / "campaign.toml").unlink()
    assert "`orcus-tui campaign new .` makes one" in shell("campaign").stderr


def test_the_next_fight_reports_what_was_not_saved(shell: Shell) -> None:
    hurt = ("begin next", "begin", "damage ari 12 by ogre", "damage ogre 80 by ari", "finish")
    assert "the heroes are as party.toml has them; not saved: Ari: hp 28" in play(shell, *hurt, "begin next")
    assert "not saved" not in play(shell, "begin next", "damage ari 5", "keep", "begin next")


def test_only_a_fight_that_was_won_has_loot(shell: Shell) -> None:
    assert "Silver horn" not in play(shell, "begin next", "begin", "finish")
    assert "treasure" not in campaign_of(shell)


def test_an_encounter_is_checked_with_the_system_of_its_campaign(shell: Shell) -> None:
    shell.write("campaign.toml", CAMPAIGN.replace('"orcus"', '"archmage"'))
    shell.write("ford.toml", 'format = 1\n[[creature]]\nname = "Rat"\nmax_hp = 4\ndefenses = { pd = 14 }\n')
    assert shell("check", "ford.toml", "campaign.toml").returncode == 0
    shell.write("campaign.toml", CAMPAIGN + "colour = 1\n")
    assert shell("check", "campaign.toml").stderr.startswith("campaign.toml:15:10: fight[2].colour: unknown key")


def test_a_campaign_is_not_an_encounter(shell: Shell) -> None:
    refused = shell("play", "campaign.toml", "-c", "begin")
    assert refused.stderr.startswith("campaign.toml: this is a campaign; `orcus-tui campaign play FOLDER`")


# Time


def test_time_that_passes_moves_day_and_clock(shell: Shell) -> None:
    play(shell, "pass 10m")
    assert campaign_of(shell)["clock"] == "18:50"
    play(shell, "pass 6h")
    assert (campaign_of(shell)["day"], campaign_of(shell)["clock"]) == (13, "00:50")
    play(shell, "pass 10m", "undo")
    assert campaign_of(shell)["clock"] == "00:50"


def test_a_rest_moves_the_clock_by_its_own_time(shell: Shell) -> None:
    play(shell, "rest long")
    assert (campaign_of(shell)["day"], campaign_of(shell)["clock"]) != (12, "18:40")


# On paper


def test_encounters_are_printed_as_one_page(shell: Shell) -> None:
    assert shell("print", "ford.toml", "salt.toml", "-o", "out.html").stdout.startswith("wrote out.html")
    text = (shell.folder / "out.html").read_text(encoding="utf-8")
    for part in ("<h1>The ford</h1>", "<h1>The salt steps</h1>", "Silver horn (120)", "<h3>Ogre</h3>", "<p>□ □ </p>"):
        assert part in text
    for outside in ("http", "<script", "src="):
        assert outside not in text
    assert "Goblin" in shell("print", "--cards", "goblin", "--system", "archmage").stdout
    assert shell("print").returncode == 2
    assert shell("print", "ford.toml", "-o", "out.html").returncode == 2


def test_the_fights_of_a_campaign_are_printed_with_its_party(shell: Shell) -> None:
    alone = shell("print", "ford.toml").stdout
    assert alone.count('class="tent"') == 2
    both = shell("print", "campaign.toml").stdout
    assert both.count("<h1>") == 2
    assert both.count('class="tent"') == 2
    play(shell, "campaign skip ford", "campaign skip salt")
    assert "no fight is planned" in shell("print", "campaign.toml").stderr


def test_a_sheet_has_timers_and_challenges(shell: Shell) -> None:
    clocks = '[[timer]]\nname = "Torch"\nleft = "1h"\n[[challenge]]\nname = "Free them"\nneeds = 3\nlimit = 2\n'
    shell.write("ford.toml", "format = 1\n" + clocks + '[[creature]]\nname = "Rat"\nmax_hp = 4\n')
    sheet = shell("print", "ford.toml").stdout
    assert "<p>Torch: 1 hour</p>" in sheet
    assert "<p>Free them: successes □ □ □ before failures □ □</p>" in sheet


# Two programs


def test_a_second_program_can_only_read_the_campaign(shell: Shell) -> None:
    first = OpenCampaign(shell.folder / "campaign.toml", shell.state)
    assert first.file.read_only == ""
    second = shell("campaign", "skip", "ford.toml")
    assert (second.returncode, second.stderr) == (2, "the campaign is read-only: another program has it open\n")
    assert "1. ford.toml: planned" in shell("campaign").stdout
    first.file.write(Edit(values={"day": 14}))
    assert shell("campaign", "skip", "ford.toml").returncode == 2
    first.close()
    assert shell("campaign", "skip", "ford.toml").returncode == 0
