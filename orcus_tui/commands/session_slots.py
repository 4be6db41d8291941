"""Arguments of lines for the session: answers to questions, offers, changed commands, fights of a campaign."""

from collections.abc import Iterable

from msgspec.structs import replace

from orcus_tui.commands import amounts
from orcus_tui.commands.command_error import Candidate, CommandError
from orcus_tui.commands.context import WordCursor
from orcus_tui.commands.creature_slots import TARGETS
from orcus_tui.commands.lexer import Word, pieces
from orcus_tui.commands.names import own_words
from orcus_tui.commands.slot import Slot, form, rest, single
from orcus_tui.model import typed_steps
from orcus_tui.model.fight import name_of


def _answer(cursor: WordCursor) -> typed_steps.Answer | typed_steps.AnswerAll:
    """The answer to a question (without a number, the oldest): a face, a total, or a roll; or a roll for all."""
    if cursor.skip("all", "al", "a"):
        return typed_steps.AnswerAll()
    answer = _total_or_roll(cursor)
    if answer:
        return answer
    face = _answer_face(cursor)
    if cursor.word is None or face.bonus_faces:
        return face
    return replace(_total_or_roll(cursor) or _answer_face(cursor), question=face.face)


def _total_or_roll(cursor: WordCursor) -> typed_steps.Answer | None:
    """A total, or an answer that the program rolls; None for a face."""
    if cursor.skip("total", "tota", "tot", "to", "t"):
        return typed_steps.Answer(total=_answer_total(cursor))
    return typed_steps.Answer() if cursor.skip("roll", "rol", "ro", "r") else None


def _answer_total(cursor: WordCursor) -> int:
    """A total, which may be below 1."""
    word = cursor.take("the total, e.g. total 17")
    total = amounts.any_number(word)
    if total is None:
        raise CommandError(f'"total" takes a number, not "{word.text}"', word.column)
    return total


def _answer_face(cursor: WordCursor) -> typed_steps.Answer:
    """A face, with or without bonus dice as in `8+2`."""
    word = cursor.take()
    first, *more = [amounts.positive(each) for each in pieces(word, "+")]
    if first is None or None in more:
        raise CommandError(f'`answer` takes numbers, total, roll or all, not "{word.text}"', word.column)
    return typed_steps.Answer(face=first, bonus_faces=tuple([each or 0 for each in more]))


def _offer_answers(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    yield Candidate("roll", "rolls for the oldest question, or after a number for that one")
    yield Candidate("total", "the total with its bonuses, in place of the die")
    yield Candidate("all", "rolls for every open question")
    names = cursor.fight.sheets
    for question in cursor.fight.questions:
        yield Candidate(str(question.id), f"{names[question.creature].name}: {question.kind}, {question.about}")


def offered_numbers(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    """The numbers of the open offers, with their lines."""
    return (Candidate(str(each.id), f"{name_of(cursor.fight, each.creature)}: {each.line}")
            for each in cursor.fight.offers)  # fmt: skip


def _numbers_of_offers(word: Word) -> tuple[int, int] | None:
    """The first and the last number of offers: `3` or `1-3`."""
    first, dash, last = word.key.partition("-")
    ends = [amounts.positive(replace(word, text=each, key=each)) for each in (first, last if dash else first)]
    return (ends[0], ends[1]) if ends[0] and ends[1] and ends[0] <= ends[1] else None


def _offered_words(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    """The targets that may complete an offer, or the numbers of a choice."""
    number = cursor.values.get("number")
    offer = next((each for each in cursor.fight.offers if number in (None, each.id)), None)
    if offer is None or len(offer.choices) == 1:
        return TARGETS.offer(cursor, typed)
    return (Candidate(str(place), line.with_words()) for place, line in enumerate(offer.choices, 1))


def _amendment(cursor: WordCursor) -> tuple[int, str, int]:
    """How many commands to go back, the new words, and their column; a lone number is taken as the words."""
    count = 1
    if len(cursor.words) - cursor.at > 1:
        number = amounts.whole(cursor.peek())
        if number:
            count = number
            cursor.at += 1
    column = cursor.column
    words = " ".join(word.raw for word in cursor.words[cursor.at :])
    cursor.at = len(cursor.words)
    return count, words, column


ANSWER = Slot(
    "[N] FACE|[N] total N|[N] roll|all", "answer", "what the die shows, total, roll, or all", _answer, _offer_answers
)
AMENDMENT = Slot("[N] WORDS…", "amendment", "the words to add or replace", _amendment, greedy=True)
DECLINED = single("N", "numbers", "the number of an offer", _numbers_of_offers, offered_numbers)
OFFER_WORDS = replace(rest("WORDS…", "words", "words to add, such as a target"), offer=_offered_words)


def _added(cursor: WordCursor) -> tuple[str, str]:
    """The file to add, and the file after `after`."""
    file = cursor.take("a file").text
    return file, cursor.take("a file").text if cursor.skip("after") else ""


def _skipped(cursor: WordCursor) -> str:
    return cursor.take("a file").text


def _left_out(cursor: WordCursor) -> str:
    return own_words(cursor.take("award, or the name of a treasure"), "a name")


NEXT = form("next", "number", '"next"', "the next planned fight")
ADDED = form("add FILE [after FILE]", "files", "a file", "adds a fight", _added)
SKIPPED = form("skip FILE", "file", "a file", "skips a planned fight", _skipped)
LEFT_OUT = form(
    'leave award|"THING"',
    "what",
    "award, or a treasure in quotes",
    "leaves out what the last `finish` wrote",
    _left_out,
)


def quoted(shown: str, key: str) -> Slot:
    """A text in quotes that may be left out."""

    def read(cursor: WordCursor) -> str | None:
        return own_words(cursor.take(), "a text") if cursor.peek().is_quoted else None

    return Slot(shown, key, "a text in quotes", read)


THING = Slot('"THING"', "thing", "the name of a treasure, in quotes",
             lambda cursor: own_words(cursor.take(), "a name"), greedy=True)  # fmt: skip
