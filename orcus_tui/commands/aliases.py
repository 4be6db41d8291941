"""Aliases: a person's own commands, each a line with parameters that replaces the first word of a typed line.

`$1` to `$9` are the words after the alias, `$2=3` has a default, `$*` is all of the words, and `{target?}` is a target
after the numbered words. Without any of these, the words are added to the line. An alias of several lines has `;`
between them.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError, Unfinished
from orcus_tui.commands.lexer import Word, split_lines, words_of

TARGET = "{target?}"
_PARAMETER = re.compile(r"\$(?P<place>[1-9])(?:=(?P<default>[^\s\",;]*))?|(?P<all>\$\*)|(?P<target>\{target\?\})")


def lines_in(text: str) -> list[str]:
    """The lines of an alias, without empty ones and comments. Raises CommandError for a line that cannot be read."""
    return [line.strip() for line, _ in split_lines(text) if words_of(line)]


def has_parameters(text: str) -> bool:
    """Whether an alias takes its words by parameters; else they are added to its line."""
    return _PARAMETER.search(text) is not None


def help_of(text: str) -> str:
    """The help line of an alias: the comment at its end; empty without one."""
    last = split_lines(text)[-1][0]
    words = words_of(last)
    rest = last[words[-1].end - 1 :] if words else last
    return rest.strip().removeprefix("#").strip()


def expanded(text: str, alias: Word, arguments: Sequence[Word]) -> list[list[Word]]:
    """The words of each line of an alias, with its parameters filled in.

    Words from the alias's own text have the column of the alias. Raises CommandError.
    """
    try:
        lines = lines_in(text)
        read = [words_of(line) for line in lines]
    except CommandError as error:
        raise CommandError(f"in the alias: {error.message}", alias.column) from None
    if not read:
        raise CommandError(f'the alias "{alias.text}" is empty', alias.column)
    if has_parameters(text):
        _refuse_too_many(text, arguments)
        found = [[each for word in words for each in _filled(word, alias, arguments, text)] for words in read]
    else:
        if len(read) > 1 and arguments:
            raise CommandError(f'unexpected "{arguments[0].text}": the alias takes no words', arguments[0].column)
        found = [[*_placed(words, alias), *(arguments if len(read) == 1 else ())] for words in read]
    return [_overruled(words, alias) for words in found]


def _refuse_too_many(text: str, arguments: Sequence[Word]) -> None:
    most = _count(text)
    if most is not None and len(arguments) > most:
        raise CommandError(f'unexpected "{arguments[most].text}"', arguments[most].column)


def _count(text: str) -> int | None:
    """How many words an alias takes at most; None for any number."""
    found = [*_PARAMETER.finditer(text)]
    if any(each["all"] for each in found):
        return None
    return max((int(each["place"] or 0) for each in found), default=0) + any(each["target"] for each in found)


def _filled(word: Word, alias: Word, arguments: Sequence[Word], text: str) -> Iterator[Word]:
    """The words that replace a word of the alias.

    They are the typed words if it is only a parameter, else the word with its parameters filled in.
    """
    alone = _PARAMETER.fullmatch(word.raw)
    if alone and alone["all"]:
        yield from arguments
    elif alone and (typed := _argument(alone, arguments, text)) is not None:
        yield typed
    else:
        raw = _PARAMETER.sub(lambda found: _text_of(found, alias, arguments, text), word.raw)
        yield from _placed(words_of(raw), alias)


def _argument(found: re.Match[str], arguments: Sequence[Word], text: str) -> Word | None:
    """The typed word for a parameter, or None."""
    place = int(found["place"]) if found["place"] else (_count(text) or 1)
    return arguments[place - 1] if place <= len(arguments) else None


def _text_of(found: re.Match[str], alias: Word, arguments: Sequence[Word], text: str) -> str:
    """The text for a parameter. Raises Unfinished where a word is missing."""
    if found["all"]:
        return " ".join(each.raw for each in arguments)
    typed = _argument(found, arguments, text)
    if typed is not None:
        return typed.raw
    if found["default"] is not None:
        return found["default"]
    end = arguments[-1].end if arguments else alias.end
    what = "a target" if found["target"] else found[0]
    raise Unfinished(f'the alias "{alias.text}" needs {what}: {text}', end)


def _placed(words: Sequence[Word], alias: Word) -> list[Word]:
    return [replace(word, column=alias.column, end=alias.column) for word in words]


def _overruled(words: list[Word], alias: Word) -> list[Word]:
    """The words of the line; a `!` after the alias moves to the verb of its line."""
    if words and alias.key.endswith("!") and not words[0].key.endswith("!"):
        verb = words[0]
        words[0] = replace(verb, raw=f"{verb.raw}!", text=f"{verb.text}!", key=f"{verb.key}!")
    return words
