"""The prose of heroes' powers, which speaks of "you", "the target" and "an ally", as lines of powers.

A piece of a sentence about movement, or about something that the tracker does not count, becomes a reminder. A sentence
with a piece that is not understood becomes a reminder as a whole, and is noted.
"""

import re
from collections.abc import Collection, Iterable

from msgspec.structs import replace

from orcus_tui.importers.draft_text import Amount, DraftLine, EffectLine, Reminder, effect_line
from orcus_tui.importers.heroes import wording
from orcus_tui.importers.prose import SELF, Reading, Vocabulary
from orcus_tui.importers.sentences import OFFER, Sentence, Subject, Wording
from orcus_tui.importers.traits.prose_modifiers import conditional
from orcus_tui.rules.system import System


class HeroProse:
    """Reads the prose of the powers of a system's heroes."""

    def __init__(self, system: System) -> None:
        self._wording = wording.wording_of(system)

    def read(self, text: str, subject: Subject) -> Reading:
        """The lines of a text about a subject."""
        reading = Reading()
        intro, *bullets = wording.BULLET.split(text)
        if len(bullets) > 1 and (choice := self._bullets(intro, bullets, subject)):
            text = intro
            reading.lines.append(choice)
        for each in wording.SENTENCE_END.split(
            re.sub(r",? (?:and|but) (?=if (?:the target|it|they|you|your)\b)", ". ", text)
        ):
            said = each.strip(" ,.:*_").strip()
            sentence = Sentence(self._wording, subject, reading, said)
            if said and len(said) > wording.LONGEST:
                sentence.add(None)
            elif said:
                _SENTENCES.read(wording.in_usual_form(said), sentence)
        reading.lines = list(dict.fromkeys(reading.lines))
        return reading

    def _bullets(self, intro: str, bullets: list[str], subject: Subject) -> EffectLine | None:
        """The choice between the effects of a list; None if one is not understood."""
        lasts = wording.ENDINGS.search(intro)
        made: list[EffectLine] = []
        for each in bullets:
            said = re.sub(r"^[A-Z][\w ]{2,20}: *", "", each.strip(" .\n"))
            said = said if wording.ENDINGS.search(said) or lasts is None else f"{said} {lasts[0]}"
            read = self.read(said, replace(subject, of_hit=False))
            effects = effect_lines(read.lines)
            if read.unknown or len(effects) != 1 or effects[0].prefix or effects[0] in made:
                return None
            made += effects
        return _choice_of(made, self._wording)


def _choice_of(lines: Collection[EffectLine], family: Wording) -> EffectLine | None:
    line = effect_line("choose", " | ".join(map(str, lines)))
    return line if len(lines) > 1 and family.is_line(line) else None


# Sentences


def _aftereffect(found: re.Match[str], sentence: Sentence) -> bool:
    """Adds an aftereffect to the last line."""
    last = sentence.reading.lines[-1] if sentence.reading.lines else None
    lines = effect_lines(sentence.lines(found["then"]) or ())
    if not isinstance(last, EffectLine) or len(lines) != 1 or lines[0].verb != "apply":
        return False
    with_after = replace(last, after=lines[0].whole_effects[0])
    if sentence.wording.is_line(with_after):
        sentence.reading.lines[-1] = with_after
    return sentence.reading.lines[-1] is with_after


def _remind(found: re.Match[str], sentence: Sentence) -> None:
    sentence.add([Reminder(found[0])])


def _zone(found: re.Match[str], sentence: Sentence) -> bool:
    """Adds the zone of a power: what happens to creatures that start or end their turn in it."""
    lines = sentence.wording.lines(wording.in_usual_form(found["then"]), Subject("target"))
    effects = effect_lines(lines or ())
    if len(effects) != 1 or not sentence.subject.power:
        return False
    what = f'"{sentence.subject.power.lower()}" "{effects[0]}" {"end" if found["end"] else "start"}'
    line = effect_line("zone", what, "enc")
    if not sentence.wording.is_line(line):
        return False
    sentence.add([line])
    return True


def _half_damage(_: re.Match[str], sentence: Sentence) -> None:
    sentence.reading.halves = True


def _choice(found: re.Match[str], sentence: Sentence) -> bool:
    """Adds a choice of lines: `choose one: …`."""
    return _add_choice(re.split(r"(?i),? or |, (?!and )", found["list"]), sentence)


def _either(found: re.Match[str], sentence: Sentence) -> bool:
    """Adds a choice of two conditions: `the target is dazed or slowed`."""
    return _add_choice([f"{found['before']}{found[each]}{found['end']}" for each in ("a", "b")], sentence)


def _add_choice(parts: list[str], sentence: Sentence) -> bool:
    made = [sentence.lines(each) for each in parts]
    singles = [line for lines in made if lines and len(lines) == 1 for line in effect_lines(lines)]
    choice = _choice_of(singles, sentence.wording) if len(singles) == len(made) else None
    if choice:
        sentence.add([choice])
    return choice is not None


def _by_roll(found: re.Match[str], sentence: Sentence) -> None:
    """Sets the prefix of the rest of a sentence that depends on the attack roll."""
    sentence.prefix = f"natural {found['roll'].lower()}: " if found["roll"] else "crit: "


def _by_fact(found: re.Match[str], sentence: Sentence) -> bool:
    """Adds lines that depend on a fact, or, if they are not understood, offers."""
    about_self = re.sub(r"(?i)^(if|while|unless) you(?: are)?\b", rf"\1 {SELF}", found[0])
    prefix, rest = conditional(sentence.wording.words.system.id, about_self, "other")
    if not prefix:
        return False
    lines = _lines_or_damage(rest, sentence)
    if lines is None:
        sentence.add(_offers(found[0], sentence))
    else:
        sentence.add(lines, prefix)
    return True


def _by_judgment(found: re.Match[str], sentence: Sentence) -> bool:
    """Adds offers of lines under a condition that only the game master can judge, or a reminder if nothing counts."""
    said = found[0]
    if not wording.CONDITIONAL.search(wording.ENDINGS.without(said)):
        return False
    counts = wording.COUNTED.search(said) or sentence.wording.words.has_condition(said)
    sentence.add(_offers(said, sentence) if counts else [Reminder(said)])
    return True


def _offers(said: str, sentence: Sentence) -> list[DraftLine] | None:
    """The condition of a sentence as a reminder, and an offer of each of its effects."""
    found = next(filter(None, (each.fullmatch(said) for each in wording.IN_A_CASE)), None)
    if found is None or re.match(r"(?i)(?:you can )?only\b", found["then"]):
        return None
    lines = sentence.lines(re.sub(r"(?i)\b(?:instead|also) *", "", found["then"]))
    if lines is None:
        return None
    if not effect_lines(lines):
        return [Reminder(said)]
    made = [each if isinstance(each, Reminder) else replace(each, prefix=OFFER) for each in lines]
    return [Reminder(found["when"]), *made] if all(map(sentence.wording.is_line, made)) else None


def _plain(found: re.Match[str], sentence: Sentence) -> None:
    """Adds the lines of any other sentence; the first damage of a hit is that of the attack."""
    lines = _lines_or_damage(found[0], sentence)
    if lines and sentence.subject.of_hit and not sentence.prefix:
        lines = _take_damage(lines, sentence.reading)
    sentence.add(lines)


def _lines_or_damage(said: str, sentence: Sentence) -> list[DraftLine] | None:
    """The lines of a sentence, or of the damage that it begins with, and a reminder of the rest."""
    lines = sentence.lines(said)
    first = wording.DAMAGE_FIRST.match(said)
    if lines is not None or first is None:
        return lines
    left = re.sub(r"^[ ,]*(?:and |but )?", "", said[first.end() :])
    sentence.unknown.append(left)
    lines = sentence.lines(first[0])
    return None if lines is None else [*lines, Reminder(left)]


def _take_damage(lines: list[DraftLine], reading: Reading) -> list[DraftLine]:
    """The lines without the first damage of the target, which becomes that of the attack if it has none yet."""
    deals = (each for each in effect_lines(lines) if each.verb == "damage" and not each.own and not each.prefix)
    first = next(deals, None)
    if first is None or not isinstance(first.what, Amount) or reading.damage.dice or reading.lines:
        return lines
    reading.damage = first.what
    return [each for each in lines if each is not first]


def effect_lines(lines: Iterable[DraftLine]) -> list[EffectLine]:
    """The lines with an effect, without reminders."""
    return [each for each in lines if isinstance(each, EffectLine)]


_SENTENCES: Vocabulary[Sentence] = Vocabulary(
    (r"[*_]*aftereffect:?[*_]* *(?P<then>.+)\Z", _aftereffect),
    (rf"{wording.FORM}\Z", _remind),
    (rf"{wording.INSIDE}\Z", _zone),
    (r"(?:the target takes |deal |takes? )?half damage(?: on a miss)?\Z", _half_damage),
    (r"(?:the target takes |takes? )?half damage,? (?:and|but) ", _half_damage),
    (r"(?:the target (?:is|becomes) |you )?chooses?(?: one| either)?(?: of the following)?:? (?P<list>.+)\Z", _choice),
    (r"(?P<before>.*\b(?:is|are|becomes?) )(?:either )?(?P<a>\w+) or (?P<b>\w+)(?P<end>.*)\Z", _either),
    (r"(?P<roll>)(?:(?:on|if you score) a critical hit,? |on a crit,? )", _by_roll),
    (r"(?:on|if (?:the attack roll is|you roll)|with) an? natural (?P<roll>even|odd|\d+\+?)(?: (?:roll|hit))?,? ",
     _by_roll),
    (r".+\Z", _by_fact),
    (r".+\Z", _by_judgment),
    (r".+\Z", _plain),
    joint=r"\s+",
)  # fmt: skip
