"""The engine as JSON Lines: any bytes in, exactly one answer out."""

import json
from io import BytesIO
from pathlib import Path
from random import Random

from orcus_tui.api.fight import Fight
from orcus_tui.api.stream import VERBS, Engine, encoded, lines_of
from tests.campaign.inputs.fights import fight_of
from tests.campaign.inputs.hurtful_words import hurtful_word
from tests.campaign.inputs.lines import script_of
from tests.campaign.instruments.limits import within_limits
from tests.campaign.lines import any_line
from tests.campaign.trials import Broken, Campaign
from tests.helpers.fights.sessions import session_on

LINES_EACH = 500
_LINE_KEYS = ("do", "do", "do", "do", "try", "complete")
_ODD = (
    b"", b"\0", b"null", b"[]", b"{", b'{"id":', b"[" * 5000, b'"' + b"x" * 70_000 + b'"', b"\xff\xfe", b"NaN",
    b"1e999",
    b'{"id": 1e999, "do": "next"}', b'{"do": "\\ud800"}', b'{"id": {"a": [1]}, "state": true}', b'{"do": null}',
    b'{"do": "next", "do": "next"}', b'{"follow": "../x"}', b'{"follow": ""}', b"\xef\xbb\xbf{}",
)  # fmt: skip
"""Lines that are not requests, and odd requests."""


def try_engine(seed: int, _folder: Path) -> int:
    """Random requests, and lines that are not requests: each gets an answer with its id, without a defect."""
    chance = Random(seed)
    engine = Engine(Fight(session_on(fight_of(seed), seed)), _raise)
    lines = [_request(chance, number, line) for number, line in enumerate(script_of(seed, LINES_EACH))]
    data = b"".join(each.replace(b"\n", b" ") + b"\n" for each in lines)
    read = [*lines_of(BytesIO(data))]
    if len(read) != len(lines):
        raise Broken(f"{len(read)} lines were read of {len(lines)}")
    for line in read:
        with within_limits(f"{line!r:.300}"):
            answer = encoded(engine.answer(line))
        _check(line, answer)
    return len(lines)


def _raise(error: Exception) -> None:
    raise error


def _request(chance: Random, number: int, line: str) -> bytes:
    kind = chance.random()
    if kind < 0.1:
        return chance.choice(_ODD)
    if kind < 0.15:
        return hurtful_word(chance).encode(errors="surrogatepass")
    request: dict[str, object] = {"id": number}
    if kind < 0.2:
        request[chance.choice(tuple(VERBS))] = True
    else:
        request[chance.choice(_LINE_KEYS)] = any_line(chance, line)
    if chance.random() < 0.2:
        request[chance.choice(("as", "at", "if_rev", "x"))] = chance.choice((hurtful_word(chance), number, None, 3.5))
    return json.dumps(request, ensure_ascii=chance.random() < 0.5).encode(errors="surrogatepass")


def _check(line: bytes, answer: bytes) -> None:
    """Raises Broken unless the answer is one object on a line, with the id of the request or null."""
    found = json.loads(answer)
    if answer.count(b"\n") != 1 or not isinstance(found, dict) or "id" not in found:
        raise Broken(f"{line!r:.300}: {answer!r:.300}")
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError):
        asked = None
    expected = asked.get("id") if isinstance(asked, dict) else None
    if found["id"] not in (expected, None) or (found["id"] is None and expected is not None and "error" not in found):
        raise Broken(f"{line!r:.300}: {answer!r:.300}")


CAMPAIGNS = (Campaign("engine", "any bytes into the engine: exactly one answer to each line", "lines", try_engine, 2),)
