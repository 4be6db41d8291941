"""The prose of heroes' powers, which speaks of "you", "the target" and "an ally", as lines of powers.

A sentence is read piece by piece: each piece has a subject, an effect and perhaps a duration, which also applies to the
pieces before it. A piece about movement, or about something that the tracker does not count, becomes a reminder. A
sentence with a piece that is not understood becomes a reminder as a whole, and is noted.
"""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.commands.line_compiler import compile_line
from orcus_tui.importers.draft_text import (
    DraftLine,
    Effect,
    EffectLine,
    Reminder,
    compiles,
    effect_line,
    quoted_conditions,
    with_prefix,
)
from orcus_tui.importers.heroes import wording
from orcus_tui.importers.prose import SELF
from orcus_tui.importers.prose_effects import SystemWords
from orcus_tui.importers.traits.prose_modifiers import conditional
from orcus_tui.rules.system import System

_OFFER = "offer "


class HeroReading(Struct):
    """The lines of a text, its reminders, and the sentences that are not understood."""

    damage: str = ""
    miss: str = ""
    lines: list[DraftLine] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """The lines as text."""
        return [*map(str, self.lines)]


class Subject(Struct, frozen=True):
    """The creature that a text is about at first: `you`, `target` or `ally`.

    With `of_hit`, its damage is that of the attack.
    """

    who: str
    name: str = ""
    of_hit: bool = False
    targets_allies: bool = False


class _Piece(Struct):
    """The effects of a piece, whether it is about the user, and whether a duration can follow.

    `in_words` is an effect that only exists as text; without a duration it becomes a reminder.
    """

    effects: list[Effect]
    own: bool
    lasts: bool = False
    reminder: str = ""
    in_words: str = ""
    offered: bool = False


class HeroProse:
    """Reads the prose of the powers of a system's heroes."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._words = SystemWords(system)

    def read(self, text: str, subject: Subject) -> HeroReading:
        """The lines of a text about a subject."""
        reading = HeroReading()
        intro, *bullets = wording.BULLET.split(text)
        if len(bullets) > 1 and (choice := self._bullets(intro, bullets, subject)):
            text = intro
            reading.lines.append(choice)
        for each in wording.SENTENCE_END.split(
            re.sub(r",? (?:and|but) (?=if (?:the target|it|they|you|your)\b)", ". ", text)
        ):
            said = each.strip(" ,.:*_").strip()
            if not said:
                continue
            if self._is_aftereffect(said, subject, reading):
                continue
            lines = self._sentence(said, subject, reading) if len(said) <= wording.LONGEST else None
            if lines is None:
                reading.lines.append(Reminder(said))
                reading.unknown.append(said)
            else:
                reading.lines += lines
        reading.lines = list(dict.fromkeys(reading.lines))
        return reading

    def _bullets(self, intro: str, bullets: list[str], subject: Subject) -> EffectLine | None:
        """The choice between the effects of a list; None if one is not understood."""
        lasts = wording.DURATION.search(intro)
        made: list[str] = []
        for each in bullets:
            said = re.sub(r"^[A-Z][\w ]{2,20}: *", "", each.strip(" .\n"))
            said = said if wording.DURATION.search(said) or lasts is None else f"{said} {lasts[0]}"
            read = self.read(said, Subject(subject.who, subject.name, targets_allies=subject.targets_allies))
            effects = effect_lines(read.lines)
            if read.unknown or len(effects) != 1 or effects[0].prefix or str(effects[0]) in made:
                return None
            made.append(str(effects[0]))
        return self._choice_of(made)

    def _choice_of(self, made: list[str]) -> EffectLine | None:
        line = effect_line("choose", " | ".join(made))
        return line if len(made) > 1 and self._is_line(line) else None

    def _is_aftereffect(self, said: str, subject: Subject, reading: HeroReading) -> bool:
        """Reads an aftereffect into the last line; returns whether that was possible."""
        found = re.match(r"(?i)[*_]*aftereffect:?[*_]* *", said)
        last = reading.lines[-1] if reading.lines else None
        if found is None or last is None:
            return False
        lines = self._pieces(said[found.end() :], subject, reading, can_hit=False) or []
        after = lines[0] if len(lines) == 1 else None
        if not (isinstance(last, EffectLine) and isinstance(after, EffectLine) and after.verb == "apply"):
            return False
        with_after = replace(last, after=replace(after.effects[0], duration=after.duration))
        if self._is_line(with_after):
            reading.lines[-1] = with_after
        return reading.lines[-1] is with_after

    # Sentences

    def _sentence(self, said: str, subject: Subject, reading: HeroReading) -> list[DraftLine] | None:
        if wording.FORM.fullmatch(said):
            return [Reminder(said)]
        if zone := self._zone(said, subject):
            return [zone]
        said = re.sub(r"\s*\((?![^)]*save)[^)]*\)", "", said) if not re.match(r"\(", said) else said.strip("()")
        said = wording.in_usual_form(said)
        if found := re.fullmatch(
            r"(?i)(?:(?:the target takes |deal |takes? )?half damage(?: on a miss)?|(?P<all>full damage))", said
        ):
            reading.miss = "half"
            return [] if not found["all"] else None
        if found := re.match(r"(?i)(?:the target takes |takes? )?half damage,? (?:and|but) ", said):
            reading.miss = "half"
            said = said[found.end() :]
        if choice := self._choice(said, subject, reading):
            return choice
        prefix, rest = self._prefix(said)
        if prefix is None:
            if not wording.COUNTED.search(said) and not self._words.has_condition(said):
                return [Reminder(said)]
            return self._offer_lines(said, subject, reading)
        before = reading.damage
        lines = self._pieces(rest, subject, reading, can_hit=not prefix)
        if lines is None and (parted := wording.DAMAGE_FIRST.match(rest)):
            reading.damage = before
            return self._with_damage_first(prefix, rest[: parted.end()], rest[parted.end() :], subject, reading)
        if lines is None:
            return self._offer_lines(said, subject, reading) if prefix else None
        return [with_prefix(prefix, each) for each in lines]

    def _offer_lines(self, said: str, subject: Subject, reading: HeroReading) -> list[DraftLine] | None:
        """The lines for a condition that only the game master can judge: the condition, and an offer of each effect."""
        found = re.fullmatch(
            r"(?i)(?P<when>(?:if|when|on a (?:hit|miss)|unless|for each|for every)\b[^,]{3,160}), "
            r"(?:then )?(?P<then>.+)",
            said,
        )
        found = found or re.fullmatch(r"(?i)(?P<then>[^,]+?),? (?P<when>(?:if|unless|when)\b .{3,160})", said)
        if found is None or re.match(r"(?i)(?:you can )?only\b", found["then"]):
            return None
        lines = self._pieces(re.sub(r"(?i)\b(?:instead|also) *", "", found["then"]), subject, reading, can_hit=False)
        if lines is None or not effect_lines(lines):
            return lines and [Reminder(said)]
        made = [each if isinstance(each, Reminder) else replace(each, prefix=_OFFER) for each in lines]
        return [Reminder(found["when"]), *made] if all(map(self._is_line, made)) else None

    def _zone(self, said: str, subject: Subject) -> EffectLine | None:
        """The zone of a power: what happens to creatures that start or end their turn in it."""
        found = wording.INSIDE.fullmatch(said)
        lines = (
            self._pieces(wording.in_usual_form(found["then"]), Subject("target"), HeroReading(), can_hit=False)
            if found
            else None
        )
        effects = effect_lines(lines or ())
        if found is None or len(effects) != 1 or not subject.name:
            return None
        what = f'"{subject.name.lower()}" "{effects[0]}" {"end" if found["end"] else "start"}'
        line = effect_line("zone", what, "enc")
        return line if self._is_line(line) else None

    def _with_damage_first(
        self, prefix: str, damage: str, rest: str, subject: Subject, reading: HeroReading
    ) -> list[DraftLine] | None:
        """The damage that a sentence begins with, and a reminder of the rest, which is not understood."""
        lines = self._pieces(damage, subject, reading, can_hit=not prefix)
        left = re.sub(r"^[ ,]*(?:and |but )?", "", rest)
        reading.unknown.append(left)
        return None if lines is None else [with_prefix(prefix, each) for each in (*lines, Reminder(left))]

    def _prefix(self, said: str) -> tuple[str | None, str]:
        """The prefix of the lines of a conditional sentence, and the rest; the prefix is None if it is unknown."""
        crit = re.match(r"(?i)(?:on|if you score) a critical hit,? |on a crit,? ", said)
        if crit:
            return "crit: ", said[crit.end() :]
        natural = re.match(
            r"(?i)(?:on|if (?:the attack roll is|you roll)|with) an? natural (even|odd|\d+\+?)(?: (?:roll|hit))?,? ",
            said,
        )
        if natural:
            return f"natural {natural[1].lower()}: ", said[natural.end() :]
        about_self = re.sub(r"(?i)^(if|while|unless) you(?: are)?\b", rf"\1 {SELF}", said)
        prefix, rest = conditional(self._system.id, about_self, "other")
        if prefix:
            return prefix, rest
        return (None, said) if wording.CONDITIONAL.search(wording.DURATION.sub("", said)) else ("", said)

    def _choice(self, said: str, subject: Subject, reading: HeroReading) -> list[DraftLine] | None:
        """A choice of two lines: `the target is dazed or slowed`, `choose one: …`."""
        listed = re.match(
            r"(?i)(?:the target (?:is|becomes) |you )?(?:choose|chooses)(?: one"
            r"| either)?(?: of the following)?:? (?P<list>.+)",
            said,
        )
        if listed:
            parts = re.split(r"(?i),? or |, (?!and )", listed["list"])
        else:
            either = re.fullmatch(
                rf"(?i)(?P<before>.*\b(?:is|are|becomes?) )(?:either )?(?P<a>{self._words.condition}) "
                rf"or (?P<b>{self._words.condition})(?P<end>.*)",
                said,
            )
            parts = [f"{either['before']}{either[key]}{either['end']}" for key in ("a", "b")] if either else []
        if len(parts) < 2:
            return None
        made = [self._pieces(each, subject, reading, can_hit=False) for each in parts]
        singles = [each[0] for each in made if each and len(each) == 1 and isinstance(each[0], EffectLine)]
        choice = self._choice_of([*map(str, singles)]) if len(singles) == len(made) else None
        return [choice] if choice else None

    # Pieces

    def _pieces(self, said: str, subject: Subject, reading: HeroReading, *, can_hit: bool) -> list[DraftLine] | None:
        """The lines of a sentence's pieces; None if one is not understood."""
        who, lines, waiting = subject.who, list[DraftLine](), list[_Piece]()
        place = 0
        segments: list[tuple[str, str]] = []
        leading = ""
        first = wording.DURATION.match(said)
        if first and said[first.end() :].strip(" ,"):
            leading, said = wording.duration_word(first), said[first.end() :].strip(" ,")
        for found in wording.DURATION.finditer(said):
            segments.append((said[place : found.start()], wording.duration_word(found)))
            place = found.end()
        tail = said[place:]
        ends = wording.OTHER_END.search(tail)
        if ends and tail[: ends.start()].strip(" ,"):
            segments.append((tail[: ends.start()], f'until "{wording.quotable_words(ends["end"])}"'))
            tail = tail[ends.end() :]
        segments.append((tail, ""))
        for part, duration in segments:
            bare = re.sub(r"(?i)^[ ,()]*(?:(?:and|but|or until it takes damage)\b)? *", "", part).strip(" ,()")
            for piece in filter(None, wording.JOINT.split(bare)) if bare else ():
                read = self._piece(piece.strip(" ,()"), who, subject, reading, can_hit=can_hit)
                if read is None:
                    return None
                who, one = read
                if one is not None:
                    waiting.append(one)
            if duration or part is segments[-1][0]:
                lines += self._with_duration(waiting, duration or leading)
                waiting = []
        return lines if all(map(self._is_line, lines)) else None

    def _with_duration(self, waiting: list[_Piece], duration: str) -> Iterator[DraftLine]:
        """The lines of pieces that share a duration; one save ends all of them."""
        lasting = [each for each in waiting if each.lasts and not each.reminder and not each.offered]
        shared = duration[:4] == "save" and len(lasting) > 1 and len({each.own for each in lasting}) == 1
        if shared:
            yield EffectLine(tuple(effect for each in lasting for effect in each.effects), duration, own=lasting[0].own)
        for each in waiting:
            if each.reminder:
                yield Reminder(each.reminder)
            elif each.in_words and not duration:
                yield Reminder(each.in_words)
            elif not (shared and each in lasting):
                for effect in each.effects:
                    until = duration if each.lasts else ""
                    yield EffectLine((effect,), until, own=each.own, prefix=_OFFER if each.offered else "")

    def _piece(
        self, piece: str, who: str, subject: Subject, reading: HeroReading, *, can_hit: bool
    ) -> tuple[str, _Piece | None] | None:
        """The creature that a piece is about, and its meaning; None if the meaning is not known."""
        found = wording.SUBJECT.match(piece)
        if found:
            who = found.lastgroup or who
            if found["target"] and re.match(r"(?i)(?:it|they|them)\b", found["target"]) and subject.who == "you":
                who = "target"
        said = piece[found.end() :] if found else piece
        bare = wording.BEING.sub("", said).strip(" ,.")
        made = self._words.effects_of(bare)
        if made is not None:
            return who, self._with_subject(made, who, subject, reading, can_hit=can_hit)
        is_forbidden = wording.FORBIDDEN.match(said) is not None
        if self._is_played_out(piece, bare) and not is_forbidden:
            return who, _Piece([], own=False, reminder=piece)
        if len(piece.split()) <= wording.LONGEST_EFFECT and not re.search(wording.NO_WORDS, piece):
            words = wording.quotable_words(said)
            effect = Effect("apply", quoted_conditions(words))
            return who, _Piece([effect], own=who == "you", lasts=True, in_words=words)
        return None

    @staticmethod
    def _with_subject(
        made: tuple[list[str], bool], who: str, subject: Subject, reading: HeroReading, *, can_hit: bool
    ) -> _Piece | None:
        """The effects for the creature they are about; the first damage of a hit is that of the attack."""
        commands, lasts = made
        effects = [Effect(verb, what) for verb, _, what in (each.partition(" ") for each in commands)]
        if not effects:
            return None
        if who == "other" or (who == "ally" and not subject.targets_allies):
            return _Piece(effects, own=False, lasts=lasts, offered=True)
        is_hit = can_hit and subject.of_hit and who == "target" and effects[0].verb == "damage"
        if is_hit and not reading.damage and not reading.lines:
            reading.damage = str(effects[0].what)
            return None
        return _Piece(effects, own=who == "you" and commands != ["mark"], lasts=lasts)

    def _is_played_out(self, piece: str, bare: str) -> bool:
        """Whether a piece is about movement, further attacks, or other things that the tracker does not count."""
        if wording.MOVES.match(bare) or wording.ATTACKS_AGAIN.match(bare) or wording.AT_THE_TABLE.search(piece):
            return True
        return not (
            wording.COUNTED.search(piece) or wording.CONDITIONAL.search(piece) or self._words.has_condition(piece)
        )

    def _is_line(self, line: DraftLine) -> bool:
        return isinstance(line, Reminder) or compiles(line, compile_line, self._system)


def effect_lines(lines: Iterable[DraftLine]) -> list[EffectLine]:
    """The lines with an effect, without reminders."""
    return [each for each in lines if isinstance(each, EffectLine)]
