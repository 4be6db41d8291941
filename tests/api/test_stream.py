"""The engine as JSON Lines: exactly one answer to each line, whatever the line is."""

import json
import subprocess
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

import orcus_tui
from orcus_tui.api.stream import LONGEST, Engine, encoded, lines_of
from tests.api.test_fight import FORD
from tests.campaign.inputs.fitting_lines import fitting_line
from tests.campaign.inputs.lines import damaged_line_of, line_by
from tests.helpers.disks.shell import PROGRAM


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    path = tmp_path / "ford.toml"
    path.write_text(FORD, encoding="utf-8")
    return Engine(orcus_tui.load(path, seed=1), _raise)


def _raise(error: Exception) -> None:
    raise error


def ask(engine: Engine, request: object) -> dict[str, Any]:
    """The answer to a request, as another program reads it."""
    line = request if isinstance(request, bytes) else json.dumps(request).encode()
    answer = encoded(engine.answer(line))
    assert answer.count(b"\n") == 1
    found: dict[str, Any] = json.loads(answer)
    return found


def test_the_greeting_names_the_format_the_version_and_the_systems(engine: Engine) -> None:
    greeting = json.loads(encoded(engine.greeting()))
    assert list(greeting) == ["orcus", "version", "systems"]
    assert (greeting["orcus"], greeting["version"]) == (1, orcus_tui.__version__)
    assert "srd5" in greeting["systems"]


OUTCOME = ["id", "rev", "events", "text", "questions", "offers"]


@pytest.mark.parametrize(
    ("request_", "keys"),
    [
        ({"id": 7, "do": "damage ogre 14 fire"}, OUTCOME),
        ({"id": 7, "do": "# nothing"}, OUTCOME),
        ({"id": 7, "do": "show"}, OUTCOME),
        ({"id": 8, "try": "begin"}, [*OUTCOME, "preview"]),
        ({"id": 9, "state": True}, ["id", "rev", "state"]),
        ({"id": 10, "public": True}, ["id", "rev", "public"]),
        ({"id": 11, "complete": "dam", "at": 3}, ["id", "candidates"]),
        ({"id": 11, "complete": "dam"}, ["id", "candidates"]),
        ({"id": 12, "do": "damage ogre 1", "if_rev": 0}, OUTCOME),
        ({"do": "damage ogre 1"}, OUTCOME),
        ({"id": [1, {"a": None}], "do": "damage ogre 1"}, OUTCOME),
    ],
)
def test_an_answer_has_the_keys_of_its_request(engine: Engine, request_: dict[str, Any], keys: list[str]) -> None:
    answer = ask(engine, request_)
    assert list(answer) == keys
    assert answer["id"] == request_.get("id")


def test_a_line_that_is_carried_out_comes_back_with_events_and_text(engine: Engine) -> None:
    answer = ask(engine, {"id": 1, "do": "damage ogre 14"})
    assert answer["rev"] == 1
    assert answer["text"] == ["Ogre takes 14: 60 → 46"]
    (event,) = answer["events"]
    assert (event["kind"], event["creature"], event["text"]) == ("hit_points_changed", "ogre", "Ogre takes 14: 60 → 46")
    assert ask(engine, {"do": "undo"})["rev"] == 2


def test_open_questions_and_offers_match_state(engine: Engine) -> None:
    for line in ("begin", "ask all", "apply ari dazed save ends", "spent ari move"):
        answer = ask(engine, {"do": line})
    answer = ask(engine, {"do": "next"})
    state = ask(engine, {"state": True})["state"]
    assert answer["questions"] == state["questions"] != []
    assert answer["offers"] == state["offers"]


def test_an_error_reply_has_all_its_keys_and_changes_nothing(engine: Engine) -> None:
    answer = ask(engine, {"id": 3, "do": "damage ogrr 5"})
    assert answer["error"] == {
        "message": 'no creature is called "ogrr" (did you mean "ogre"?)',
        "column": 8,
        "suggestion": "ogre",
        "near": ["ogre"],
    }
    assert ask(engine, {"id": 3, "do": "revive ogre"})["error"] == {
        "message": "Ogre is not dead",
        "column": 1,
        "suggestion": None,
        "near": [],
    }
    assert ask(engine, {"state": True})["rev"] == 0


def test_the_journal_names_the_speaker_of_a_line(engine: Engine) -> None:
    assert ask(engine, {"do": "damage ogre 14", "as": "Ari's phone"})["text"] == ["Ogre takes 14: 60 → 46"]
    assert ask(engine, {"do": "log"})["text"][0] == '> from "Ari\'s phone": damage ogre 14'
    wrong = ask(engine, {"do": "damage ogrr 14", "as": "gm"})["error"]
    assert (wrong["column"], wrong["suggestion"]) == (8, "ogre")
    assert ask(engine, {"do": " # nothing", "as": "gm"})["rev"] == 1


def test_a_try_changes_nothing(engine: Engine) -> None:
    before = ask(engine, {"state": True})
    assert "60 → 46" in ask(engine, {"try": "damage ogre 14"})["text"][0]
    assert ask(engine, {"state": True}) == before


def test_a_request_for_an_earlier_revision_is_refused(engine: Engine) -> None:
    ask(engine, {"do": "damage ogre 1"})
    assert "moved on" in ask(engine, {"id": 5, "do": "damage ogre 1", "if_rev": 0})["error"]["message"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"hello", "not JSON"),
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 60_000, "not JSON"),
        (b'"text"', "expected an object"),
        (b"[]", "expected an object"),
        (b"null", "expected an object"),
        (b'{"do": "' + b"x" * LONGEST + b'"}', "at most 64 kB"),
    ],
)
def test_a_line_that_is_not_a_request_gets_an_error_without_an_id(engine: Engine, line: bytes, why: str) -> None:
    answer = ask(engine, line)
    assert answer["id"] is None
    assert why in answer["error"]["message"]
    assert ask(engine, {"id": 1, "do": "damage ogre 1"})["rev"] == 1


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        ({"id": 1}, "expected one of"),
        ({"id": 1, "do": "next", "try": "next"}, "got 2"),
        ({"id": 1, "do": 5}, "do: expected a text"),
        ({"id": 1, "state": 1}, "state: expected true"),
        ({"id": 1, "public": False}, "public: expected true"),
        ({"id": 1, "do": "next", "as": 3}, "as: expected a name"),
        ({"id": 1, "do": "next", "as": " "}, "as: expected a name"),
        ({"id": 1, "complete": "d", "at": "x"}, "at: expected a whole number"),
        ({"id": 1, "do": "next", "if_rve": 3}, 'unknown key "if_rve" (did you mean "if_rev"?)'),
        ({"id": 1, "do": "next", "if_rev": "3"}, "if_rev: expected a whole number"),
        ({"id": 1, "follow": "nothing-there"}, 'no unfinished fight is called "nothing-there"'),
    ],
)
def test_a_wrong_request_says_what_is_wrong(
    engine: Engine, request_: dict[str, Any], why: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    answer = ask(engine, request_)
    assert answer["id"] == 1
    assert why in answer["error"]["message"]


def test_a_line_that_is_too_long_is_cut_and_the_next_is_complete() -> None:
    data = b"one\n\n" + b"x" * (3 * LONGEST) + b"\ntwo\r\nlast"
    found = [*lines_of(BytesIO(data))]
    assert [line[:4] for line in found] == [b"one", b"", b"xxxx", b"two", b"last"]
    assert len(found[2]) > LONGEST


@pytest.mark.parametrize("seed", range(4))
def test_random_lines_always_get_exactly_one_answer(
    engine: Engine, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(seed)
    monkeypatch.chdir(tmp_path)  # some lines write files
    for number in range(100):
        kind = chance.randrange(3)
        fitting = fitting_line(chance, engine.fight._session.fight)  # what fits depends on the fight
        line = (fitting, line_by(chance), damaged_line_of(chance.randrange(10**6)))[kind]
        answer = ask(engine, {"id": number, chance.choice(["do", "do", "try", "complete"]): line})
        is_text = not any("\ud800" <= sign <= "\udfff" for sign in line)
        assert answer["id"] == (number if is_text else None)
        assert "defect" not in answer.get("error", {}).get("message", "")


def run_engine(*arguments: str, lines: bytes, folder: Path) -> subprocess.CompletedProcess[bytes]:
    environment = {"XDG_STATE_HOME": str(folder / "state"), "PATH": "", "XDG_CONFIG_HOME": str(folder / "config")}
    return subprocess.run(
        [*PROGRAM, "engine", *arguments], input=lines, capture_output=True, cwd=folder, env=environment, check=False
    )


def test_the_program_answers_each_line_and_ends_with_its_input(tmp_path: Path) -> None:
    (tmp_path / "ford.toml").write_text(FORD, encoding="utf-8")
    begin, damage, leave = ({"id": 1, "do": "begin"}, {"id": 2, "do": "damage ogre 5"}, {"id": 3, "do": "quit"})
    requests = (json.dumps(begin), "nonsense", json.dumps(damage), json.dumps(leave), '{"id": 4, "state": true}')
    lines = "\n".join(requests).encode()
    done = run_engine("ford.toml", "--seed", "1", lines=lines, folder=tmp_path)
    answers = [json.loads(each) for each in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, b"")
    assert [each.get("id", "greeting") for each in answers] == ["greeting", 1, None, 2, 3, 4]
    assert not (tmp_path / "state").exists()


def test_a_journal_is_written_on_request_and_another_engine_follows_and_resumes_it(tmp_path: Path) -> None:
    (tmp_path / "ford.toml").write_text(FORD, encoding="utf-8")
    run_engine("ford.toml", "--journal", lines=b'{"do": "damage ogre 5"}\n', folder=tmp_path)
    (journal,) = (tmp_path / "state").rglob("*.jsonl")
    done = run_engine(lines=json.dumps({"id": 1, "follow": journal.stem}).encode(), folder=tmp_path)
    assert json.loads(done.stdout.splitlines()[1]) == {"id": 1, "following": journal.stem, "rev": 1}
    done = run_engine("--resume", journal.stem, lines=b'{"id": 1, "state": true}', folder=tmp_path)
    assert json.loads(done.stdout.splitlines()[1])["state"]["creatures"]["ogre"]["hp"] == 55


def test_lines_added_to_a_followed_journal_are_news(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with orcus_tui.load(tmp_path / "ford.toml", journal=True) as played:
        ask(engine, {"id": 1, "follow": played.journal})
        assert engine.news() is None
        played.do("damage ogre 5")
        played.do("damage ogre 6")
        news = engine.news()
        assert news is not None
        assert news["rev"] == 2
        assert [each["text"] for each in news["events"]] == ["Ogre takes 5: 60 → 55", "Ogre takes 6: 55 → 49"]
        assert "changes nothing" in ask(engine, {"do": "damage ogre 1"})["error"]["message"]


@pytest.mark.parametrize("arguments", [("--resume", "x", "ford.toml"), ("--system", "srd5", "ford.toml")])
def test_contradicting_options_are_refused(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = run_engine(*arguments, lines=b"", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
