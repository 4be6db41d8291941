"""The open questions of a fight in progress, as tables of its file."""

from collections.abc import Collection, Mapping
from string import Formatter
from typing import Any

from msgspec.structs import asdict

from orcus_tui.model.damage import Damage
from orcus_tui.model.fight import Question
from orcus_tui.model.message import PLAIN, Message, plain
from orcus_tui.rules import field_shapes
from orcus_tui.rules.field_shapes import FieldFaults, Read, fault, mismatch
from orcus_tui.rules.messages import MESSAGES
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter.readers import creature_among

ASKED = ("id", "kind", "creature", "about", "die")
"""The keys of every question."""
_FIELDS = dict(zip(Question.__struct_encode_fields__, Question.__struct_fields__, strict=True))
"""The fields of a question by their keys."""
_SAVE_RULES = {"concentrating": "concentration", "rally": "rally", "disengage": "disengage"}
_RULES = {"save": "save now", "check": "check"}


def question_reader(ids: Collection[str]) -> Read:
    """A reader of the table of a question."""
    creature, number = creature_among(ids), field_shapes.whole(1)
    rolled = field_shapes.GAME_NUMBER.read
    damage = {
        "rolled": rolled,
        "types": field_shapes.each(field_shapes.line),
        "range": field_shapes.line,
        "source": creature,
        "halves": field_shapes.whole(0),
        "natural": number,
        "cause": cause_reader(ids),
        "power": field_shapes.line,
        **dict.fromkeys(("missed", "crit", "persistent", "coup"), field_shapes.flag),
    }
    keys = {
        "id": field_shapes.id_number,
        "kind": field_shapes.line,
        "creature": creature,
        "about": field_shapes.line,
        "die": field_shapes.whole(1, field_shapes.FARTHEST),
        "effect": field_shapes.id_number,
        "needs": rolled,
        "bonus": rolled,
        "edge": field_shapes.one_of(
            lambda system: system.attacks.advantage_words, "word for advantage or disadvantage"
        ),
        "rule": field_shapes.line,
        "power": field_shapes.line,
        "ability": field_shapes.line,
        "damage": field_shapes.table(damage, required=("rolled",)),
        "members": field_shapes.each(creature),
        "starts_turn": field_shapes.flag,
        "recovery": rolled,
    }
    return field_shapes.table(keys, required=ASKED)


def cause_reader(ids: Collection[str]) -> Read:
    """A reader of what else dealt damage: a text, or the key of a template with a value for each of its fields."""
    creature = creature_among(ids)
    creatures = field_shapes.each(creature)
    by_form: Mapping[str, Read] = {
        "": field_shapes.line,
        "word": field_shapes.line,
        "name": creature,
        "names": creatures,
        "names and": _one_or_more(creatures),
    }

    def read(system: System, value: object) -> Message | None:
        if isinstance(value, str):
            return plain(field_shapes.line(system, value)) if value else None
        if not isinstance(value, Mapping):
            raise mismatch("a text or a table", value)
        forms = {key: _forms(template) for key, template in {**MESSAGES, **system.words.messages}.items()}
        causes = [key for key, known in forms.items() if by_form.keys() >= set(known.values())]
        try:
            key = field_shapes.one_of(lambda _: causes, "cause")(system, value.get("key", ""))
        except FieldFaults as wrong:
            raise FieldFaults(*wrong.under("key")) from None
        readers = {name: by_form[form] for name, form in forms[key].items()}
        found = field_shapes.table({"key": field_shapes.line, **readers}, required=readers)(system, value)
        return Message(key, {name: found[name] for name in readers})

    return read


def _forms(template: str) -> dict[str, str]:
    """The fields of a template, and the form each is shown in."""
    return {name: form or "" for _, name, form, _ in Formatter().parse(template) if name}


def _one_or_more(read: Read) -> Read:
    """The same reader, which refuses an empty list."""

    def read_some(system: System, value: object) -> Any:
        if value == []:
            raise fault("expected at least one")
        return read(system, value)

    return read_some


def question_from(values: Mapping[str, Any]) -> Question:
    """The question with the checked values of its table."""
    given = {_FIELDS[key]: value for key, value in values.items()}
    damage = given.pop("damage", None)
    if damage is not None:
        given["damage"] = Damage(given["creature"], **damage)
    return complete(Question(**given))


def complete(asked: Question) -> Question:
    """A question of an older file, with the fields that such files have only in its words."""
    fields = asdict(asked)
    if asked.kind == "recharge" and asked.power is None:
        fields["power"] = asked.about
    elif asked.kind == "save" and asked.needs is not None and asked.rule is None:
        fields["rule"] = _SAVE_RULES.get(asked.about)
    elif asked.kind == "toughness" and asked.damage is None:
        fields["damage"] = _damage(asked)
    elif asked.rule is None and asked.kind.count(" ") == 1:
        ability, which = asked.kind.split(" ")
        if which in _RULES and ability != "death":
            fields |= {"rule": _RULES[which], "ability": ability}
    return Question(**fields)


def _damage(asked: Question) -> Damage | None:
    """The damage in the words of a Toughness save: `3 lethal`, `3 lethal melee`."""
    bonus, *words = asked.about.split(" ")
    if not bonus.removeprefix("-").isdecimal() or not 1 <= len(words) <= 2:
        return None
    return Damage(asked.creature, int(bonus), (words[0],), "".join(words[1:]))


def question_table(question: Question) -> dict[str, object]:
    """The table of a question, without values at their defaults."""
    usual = asdict(Question(*(getattr(question, name) for name in ASKED)))
    table = {name: getattr(question, name) for name in ASKED}
    values = asdict(question)
    table |= {key: values[name] for key, name in _FIELDS.items() if values[name] != usual[name]}
    if question.members:
        table["members"] = list(question.members)
    if question.damage:
        table["damage"] = _damage_table(question.damage)
    return table


def _damage_table(damage: Damage) -> dict[str, object]:
    plain_damage = asdict(Damage(damage.target, 0))
    table: dict[str, object] = {"rolled": damage.rolled}
    for name, value in asdict(damage).items():
        if name not in ("target", "rolled", "cause") and value != plain_damage[name]:
            table[name] = list(value) if isinstance(value, tuple) else value
    if damage.cause:
        table["cause"] = _cause_value(damage.cause)
    return table


def _cause_value(cause: Message) -> object:
    """A text as it is, any other message by its key and values."""
    if cause.key == PLAIN:
        return cause.values["text"]
    values = {name: list(value) if isinstance(value, tuple) else value for name, value in cause.values.items()}
    return {"key": cause.key, **values}
