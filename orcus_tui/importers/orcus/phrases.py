"""A sentence of an Orcus power without conditions, as lines of the command language.

`the target is dazed and takes persistent 5 fire damage (save ends), and the ogre shifts 2 squares`: atoms, each about
a creature, and durations, each of which applies to everything since the last.
"""

import re
from collections.abc import Collection, Iterable

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.names import condition_names
from orcus_tui.commands.power_lines import compile_line
from orcus_tui.importers.draft_text import (
    PRONE,
    UNTIL_REMOVED,
    WHILE_GRAPPLED,
    Amount,
    Conditions,
    DraftLine,
    Duration,
    Effect,
    EffectLine,
    Quoted,
    Reminder,
    Save,
    Until,
    quotable,
)
from orcus_tui.importers.prose import any_of, until
from orcus_tui.model.text import name_key
from orcus_tui.systems.orcus.system import ORCUS

TYPES = any_of(ORCUS.words.damage_types)
DICE = r"(?:\d{1,3}d\d{1,3}(?: *[+-] *\d{1,4})?|\d{1,4})(?!\d)"

_CONDITIONS = condition_names(ORCUS)
_CONDITION_WORDS = any_of(tuple(_CONDITIONS))
_JOINT = r"\s*,\s*(?:and\s+)?|\s+and\s+"
STATE = (
    rf"\b(?:{_CONDITION_WORDS}|damage|hit points?|heals?|recover\w*|bonus|penalty|persistent|save|saves|sav\w+ throws?|"
    r"resist\w*|vulnerab\w*|immun\w*|combat advantage|prone|swallowed|dies|killed|destroyed|takes? \d+|plus \d+|"
    r"refresh\w*|recharg\w*|regains? the use|choose|chooses|"
    r"\d+d\d+(?! (?:years|squares)))\b"
)
DURATION = (
    r"\((?P<saved>save ends[^()]{0,60})\)|\((?P<lasting>until [^()]{1,120}|indefinitely)\)|"
    r"\b(?P<until>until (?:[^,.;()](?! and (?:the|is|are|takes?|it|its|knocked|pushed|placed|falls?)\b)){1,150}"
    r"[^,.;()]?)"
)
_TURN = r"until the (?P<point>end|start|beginning) of (?P<whose>.+?)(?:'s?)? next turn"
TARGET = r"(?:(?:the|each|any|that) )?(?:targets?|(?:target )?creatures?|enem(?:y|ies)|victim)|it|they|he|she"
_TARGETS_TURN = r"(?:the )?(?:targets?|creature)|its|it|their|his|her"
_BEING = r"(?:also )?(?:(?:is|are|becomes?|be|gets?|instead|also|then|itself|that is) )*"

_ARTICLE = re.compile(r"(?:the |this |an? )?", re.IGNORECASE)
_COMMON = ("the", "and", "target", "creature", "enemy")


class Speaker(Struct, frozen=True):
    """The creature a text is about: its names in lower case, and whether a verb without a subject is about it.

    No pattern has a name in it: to compile one for each creature takes longer than to read the creature.
    """

    names: tuple[str, ...]
    of_itself: bool = False

    def after_name(self, text: str) -> str | None:
        """The words after the creature's name, with or without an article; None if a text begins otherwise."""
        named = _ARTICLE.sub("", text, count=1)
        ends = (len(name) for name in self.names if named[: len(name)].lower() == name)
        return next((named[end:].lstrip() for end in ends if not named[end : end + 1].strip()), None)


def speaker_for(name: str, *, of_itself: bool = False) -> Speaker:
    """The speaker with a name, also called by parts of it: `the flying head`, `the head`."""
    words = [word for word in re.findall(r"[\w'-]+", name.lower()) if len(word) > 2 and word not in _COMMON]
    ends = [" ".join(words[at:]) for at in range(len(words))]
    beginnings = [" ".join(words[: at + 1]) for at in range(len(words))]
    return Speaker(tuple(sorted({*ends, *beginnings, name.lower()}, key=len, reverse=True)), of_itself)


class Atom(Struct):
    """One statement: a condition by its name or in words, effects on lines of their own, or a reminder.

    `lasts` is for effects that a duration can follow; a condition always can be.
    """

    condition: str | Quoted = ""
    effects: tuple[Effect, ...] = ()
    reminder: Reminder | None = None
    lasts: bool = False
    own: bool = False


def lines_of(sentence: str, speaker: Speaker) -> list[DraftLine] | None:
    """The lines of a sentence, each duration applying to all statements since the last; None if any is unclear."""
    plain = _join_types(re.sub(r"(?i)\b(attack) and (damage rolls)\b", r"\1+\2", sentence))
    own, start = speaker.of_itself, 0
    lines: list[DraftLine] = []
    ends = [*re.finditer(DURATION, plain, re.IGNORECASE)]
    for ending in (*ends, None):
        said = plain[start : ending.start() if ending else len(plain)]
        part = re.sub(r"(?i)^[ ,]*(?:(?:and|though|but)\b)? *", "", said).strip(" ,")
        start = ending.end() if ending else len(plain)
        if not part and ending is None:
            break
        atoms = _atoms(part, speaker, own=own, timed=ending is not None)
        if not atoms:
            return None
        own = atoms[-1].own
        written = _lines_with_duration(atoms, ending, speaker)
        if written is None:
            return None
        lines += written
    return lines if all(_is_line(line) for line in lines) else None


def _join_types(text: str) -> str:
    """Damage types joined as in the command language: `cold and necrotic damage` is `cold+necrotic damage`."""
    return re.sub(rf"(?i)\b({TYPES})(?:,? and |, )({TYPES})(?= damage)", r"\1+\2", text)


def _atoms(part: str, speaker: Speaker, *, own: bool, timed: bool) -> list[Atom]:
    """The statements between two durations; none if any of them is unclear."""
    atoms: list[Atom] = []
    verb = ""
    for piece in _pieces(part):
        if not piece:
            continue
        who, said = _subject(piece, speaker)
        own = own if who is None else who
        leading = re.match(r"(?i)(?:takes?|loses?|suffers?|gains?|cannot|can't|may|can)\b", said)
        atom = _atom(said, own=own, timed=timed)
        if atom is None and verb and who is None:
            atom = _atom(f"{verb} {said}", own=own, timed=timed)
        if atom is None:
            return []
        verb = leading[0] if leading else verb
        atom.own = own
        atoms.append(atom)
    return atoms


def _pieces(part: str) -> list[str]:
    """The statements of a passage; everything a creature cannot do is one statement."""
    forbidden = re.fullmatch(r"(?i)(?P<before>(?:.+?(?:,? and |, ))?)(?P<whole>(?:\S+ ){0,3}(?:cannot|can't) .+)", part)
    if forbidden is None or re.search(r"(?i)\band (?:the|it|is|takes?|an?)\b", forbidden["whole"]):
        return re.split(_JOINT, part)
    before = re.split(_JOINT, re.sub(r"(?:,? and|,) *$", "", forbidden["before"])) if forbidden["before"] else []
    return [*before, forbidden["whole"]]


def _subject(piece: str, speaker: Speaker) -> tuple[bool | None, str]:
    """Whether a statement is about the creature itself (None: the same as before), and the statement."""
    said = speaker.after_name(piece)
    if said and re.match(r"\w", said):
        return True, said
    target = re.match(rf"(?i)(?:{TARGET})\s+(?=\w)", piece)
    if target:
        pronoun = re.match(r"(?i)(?:it|they|he|she)\b", piece)
        return (None if pronoun else False), piece[target.end() :]
    return None, piece


def _atom(said: str, *, own: bool, timed: bool) -> Atom | None:
    bare = re.sub(rf"(?i)^{_BEING}", "", said).strip(" ,.")
    alone = _of_itself_alone if own else _of_target_alone
    for read in (_condition, _persistent, alone, _modifier, _weakness, _gain, _movement):
        atom = read(bare)
        if atom is not None:
            return atom
    if own or not bare:
        return None
    worded = timed or re.match(r"(?i)(?:exposed to|contracts|swallowed|placed under|infected)\b", bare)
    return Atom(condition=Quoted(quotable(_remark(said, bare)))) if worded and _can_be_words(bare) else None


def _remark(said: str, bare: str) -> str:
    return bare if re.match(r"(?i)(?:is|are|becomes?)\b", said) else said.strip(" ,.")


def _can_be_words(bare: str) -> bool:
    """Whether own words are enough for an effect: no numbers that the tracker would have to count."""
    if len(bare) > 150:
        return False
    forbidden = re.match(r"(?i)cannot |can't ", bare)
    return forbidden is not None or re.search(r"(?i)\d+ |\brecover(?:y|ies)\b|\bdamage\b|\bor\b", bare) is None


def _condition(bare: str) -> Atom | None:
    if re.fullmatch(r"(?i)(?:knocked |falls? |fall |turned )?(?:prone)", bare):
        return Atom(effects=(PRONE,))
    if re.fullmatch(r"(?i)grants? combat advantage", bare):
        return Atom(condition="exposed")
    if re.fullmatch(r"(?i)falls? (?:asleep|unconscious)|knocked unconscious", bare):
        return Atom(condition="unconscious")
    over = re.fullmatch(rf"(?i)no longer (?P<what>{_CONDITION_WORDS})|(?P<grapple>grapple) ends", bare)
    if over:
        return Atom(effects=(Effect("remove", _CONDITIONS[name_key(over["what"] or "grappled")]),))
    if re.fullmatch(r"(?i)still grappled", bare):
        return Atom(reminder=Reminder(bare))
    name = _CONDITIONS.get(name_key(re.sub(r"(?i)^placed ", "", bare)))
    return Atom(condition=name) if name and name not in ("marked", "prone") else None


def _persistent(bare: str) -> Atom | None:
    found = re.fullmatch(
        rf"(?i)(?:takes? |suffers? |deals? )?(?:persistent|ongoing) (?P<n>{DICE})(?: (?P<type>[a-z+]+))??(?: damage)?|"
        rf"(?i:(?:takes? |suffers? |deals? )?(?P<m>{DICE}) (?:persistent|ongoing)(?: (?P<other>[a-z+]+))??"
        r"(?: damage)?)",
        bare,
    )
    if found is None:
        return None
    amount, kinds = found["n"] or found["m"], found["type"] or found["other"] or ""
    return Atom(effects=(Effect("persist", Amount(amount, _types(kinds))),), lasts=True)


def _of_target_alone(bare: str) -> Atom | None:
    return Atom(effects=(Effect("mark"),), lasts=True) if bare.lower() == "marked" else None


def _of_itself_alone(bare: str) -> Atom | None:
    return Atom(effects=(Effect("kill"),)) if bare.lower() in ("destroyed", "killed", "dies") else None


_STATS = {"attack rolls": "attack", "attacks": "attack", "damage rolls": "damage", "damage": "damage"}
_STATS |= {"saving throws": "saves", "saves": "saves", "all defenses": "defenses", "defenses": "defenses", "ac": "ac"}
_STATS |= {"speed": "speed", "fortitude": "fortitude", "fort": "fortitude", "reflex": "reflex", "will": "will"}


def _modifier(bare: str) -> Atom | None:
    """`takes a -2 penalty to AC`, `gains a +2 power bonus on attack and damage rolls`."""
    found = re.fullmatch(
        r"(?i)(?:(?:takes?|suffers?|gains?|receives?|gets?|has|have) )?(?:a |an )?(?P<n>[+-]\d{1,2}) "
        r"(?:(?P<type>power|feat|item) )?(?:penalty|bonus) (?:to|on) (?:its |their )?"
        r"(?P<stat>[a-z+ ]+?)(?: defenses?)?",
        bare,
    )
    if found is None:
        return None
    both = found["stat"].lower().replace("attack+damage rolls", "attack rolls+damage rolls")
    stats = [_STATS.get(each.strip()) or _STATS.get(f"{each.strip()} rolls") for each in both.split("+")]
    if not all(stats):
        return None
    typed = f" {found['type'].lower()}" if found["type"] else ""
    return Atom(effects=tuple(Effect("bonus", f"{found['n']} {stat}{typed}") for stat in stats), lasts=True)


def _weakness(bare: str) -> Atom | None:
    """`becomes vulnerable to poison 5`, `gains resistance 5 to all damage`."""
    found = re.fullmatch(
        rf"(?i)(?:gains? )?(?P<what>vulnerab|resist)\w+ (?:to )?(?:(?P<n>\d{{1,3}}) (?:to )?)?(?P<type>{TYPES}|all)"
        r"(?: damage)?(?: (?P<m>\d{1,3}))?",
        bare,
    )
    if found is None or not (found["n"] or found["m"]):
        return None
    verb = "vulnerable" if found["what"].lower() == "vulnerab" else "resist"
    return Atom(effects=(Effect(verb, f"{found['type'].lower()} {found['n'] or found['m']}"),), lasts=True)


def _gain(bare: str) -> Atom | None:
    each_turn = re.fullmatch(
        rf"(?i)takes? (?P<n>{DICE})(?: (?P<type>{TYPES}))? damage at the (?:start|beginning) of "
        r"(?:each of )?(?:its|their) turns?",
        bare,
    )
    if each_turn:
        each = "" if each_turn["n"].isdecimal() else "each"
        damage = Amount(each_turn["n"], _types(each_turn["type"] or ""), each)
        return Atom(effects=(Effect("persist", damage, UNTIL_REMOVED),))
    healed = re.fullmatch(rf"(?i)(?:heals?|regains?) (?P<n>{DICE})(?: damage| hit points| HP)?", bare)
    if healed:
        return Atom(effects=(Effect("heal", healed["n"]),))
    temporary = re.fullmatch(rf"(?i)(?:(?:gains?|gets?|has) )?(?P<n>{DICE}) temporary (?:hit points|HP)", bare)
    return Atom(effects=(Effect("temp", temporary["n"]),)) if temporary else None


def _types(joined: str) -> tuple[str, ...]:
    """The damage types in a statement, as they are joined there."""
    return tuple(joined.lower().split("+")) if joined else ()


_MOVES = (
    r"(?i)(?:(?:may|can|must|immediately|then) )*(?:push|pull|slid|slide|shunt|shift|teleport|move|"
    r"fl(?:y|ies)\b|swap|drop|disarm|jump|swim|charge|lowered|lifted|pulled|removed from play|"
    r"subject to a secondary attack|makes? |use|repeat)"
)


def _movement(bare: str) -> Atom | None:
    """Movement, or another attack: a reminder."""
    if not re.match(_MOVES, bare) or re.search(STATE, bare, re.IGNORECASE):
        return None
    return Atom(reminder=Reminder(bare))


# Atoms, as lines


def _lines_with_duration(atoms: list[Atom], ending: "re.Match[str] | None", speaker: Speaker) -> list[DraftLine] | None:
    """The lines of statements up to an ending; None for an ending without anything to end."""
    lasting = [each for each in atoms if each.condition or each.lasts]
    if ending is not None and not lasting and atoms[-1].effects == (PRONE,):
        atoms[-1].lasts = True  # unusual, but a few are prone until they save
    elif ending is not None and not lasting:
        return None
    duration = _duration(ending, speaker, of_itself=bool(lasting and lasting[-1].own)) if ending else ""
    apart = ending is not None and (ending["saved"] or "").lower().endswith("each")
    saved = ending is not None and bool(ending["saved"]) and not apart
    groups: dict[bool, list[str | Quoted]] = {}
    beside: dict[bool, list[Effect]] = {}
    lines: list[DraftLine] = []
    for atom in atoms:
        if atom.condition:
            held = "" if _is_the_grapple(atom, duration, len(lasting)) else duration
            if apart or (held != duration):
                lines.append(EffectLine((_apply([atom.condition]),), held, own=atom.own))
            else:
                groups.setdefault(atom.own, []).append(atom.condition)
        elif atom.lasts and saved:
            beside.setdefault(atom.own, []).extend(atom.effects)
        elif atom.reminder:
            lines.append(replace(atom.reminder, own=atom.own))
        else:
            lasts = duration if atom.lasts else ""
            lines += [EffectLine((each,), lasts, own=atom.own) for each in atom.effects]
    together = [
        _join_effects(groups.get(own, ()), beside.get(own, ()), duration, own=own) for own in {**groups, **beside}
    ]
    return [*together, *lines]


def _is_the_grapple(atom: Atom, duration: Duration, count: int) -> bool:
    """Whether a statement is a grapple with nothing to say how long: its end is the end of what is said beside it."""
    escapes = isinstance(duration, Until) and re.fullmatch("(?:it|they) escapes?", duration.words)
    ends_with_it = duration == WHILE_GRAPPLED or escapes
    return atom.condition == "grappled" and not atom.own and (count > 1 or bool(ends_with_it))


def _join_effects(
    conditions: Collection[str | Quoted], others: Iterable[Effect], duration: Duration, *, own: bool
) -> EffectLine:
    """Effects that share a duration, and a saving throw, in one line."""
    applied = (_apply(conditions),) if conditions else ()
    return EffectLine((*applied, *others), duration, own=own)


def _apply(conditions: Iterable[str | Quoted]) -> Effect:
    return Effect("apply", Conditions(tuple(conditions)))


def _duration(ending: "re.Match[str]", speaker: Speaker, *, of_itself: bool) -> Duration:
    if ending["saved"]:
        penalty = re.search(r"with an? [-+]?(\d+) penalty", ending["saved"])
        return Save(f"save:{ORCUS.saves.needs + int(penalty[1])}") if penalty else Save()
    words = (ending["lasting"] or ending["until"]).strip(" ,.")
    turn = re.fullmatch(_TURN, words, re.IGNORECASE)
    if turn:
        point = "eont" if turn["point"].lower() == "end" else "sont"
        of_target = re.fullmatch(_TARGETS_TURN, turn["whose"], re.IGNORECASE)
        if of_target or speaker.after_name(turn["whose"]) == "":
            return f"t{point}" if of_target and not of_itself else point
    if re.fullmatch(r"(?i)until the end of the (?:encounter|fight)", words):
        return "enc"
    return "" if words.lower() == "indefinitely" else until(words[len("until") :].strip())


def _is_line(line: DraftLine) -> bool:
    try:
        compile_line(line.text, ORCUS)
    except CommandError:
        return False
    return True
