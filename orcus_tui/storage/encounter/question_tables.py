"""The open questions of a fight in progress, as tables of its file."""

from collections.abc import Mapping
from string import Formatter
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from orcus_tui.model.damage import Damage
from orcus_tui.model.fight import Opposed, Question
from orcus_tui.model.message import PLAIN, Message, plain
from orcus_tui.rules import validators
from orcus_tui.rules.field_faults import FieldFaults, fault, mismatch
from orcus_tui.rules.field_table import Field, FieldTable
from orcus_tui.rules.messages import MESSAGES
from orcus_tui.rules.system import System

_CREATURES = validators.list_of(validators.CREATURE)


def _read_some(scope: validators.Scope, value: object) -> Any:
    if value == []:
        raise fault("expected at least one")
    return _CREATURES.read(scope, value)


_BY_FORM: Mapping[str, validators.Validator] = {
    "": validators.LINE,
    "word": validators.LINE,
    "name": validators.CREATURE,
    "names": _CREATURES,
    "names and": replace(_CREATURES, read=_read_some),
}
"""The validators of a message's values, by the form in the template."""


def _read_cause(scope: validators.Scope, value: object) -> Message | None:
    """A cause of damage: a text, or the key of a template with a value for each of its fields."""
    if isinstance(value, str):
        return plain(validators.LINE.read(scope, value)) if value else None
    if not isinstance(value, Mapping):
        raise mismatch("a text or a table", value)
    templates = {**MESSAGES, **scope.system.words.messages}
    forms = {key: _forms(template) for key, template in templates.items()}
    causes = [key for key, known in forms.items() if _BY_FORM.keys() >= set(known.values())]
    try:
        key = validators.one_of(lambda _: causes, "cause").read(scope, value.get("key", ""))
    except FieldFaults as wrong:
        raise FieldFaults(*wrong.under("key")) from None
    values = {name: _BY_FORM[form] for name, form in forms[key].items()}
    found = validators.table({"key": validators.LINE, **values}, required=values).read(scope, value)
    return Message(key, {name: found[name] for name in values})


def _forms(template: str) -> dict[str, str]:
    """The fields of a template, each with the form in which it is shown."""
    return {name: form or "" for _, name, form, _ in Formatter().parse(template) if name}


def _write_cause(_system: System, cause: Message) -> object:
    """A plain text unchanged, any other message by its key and values."""
    if cause.key == PLAIN:
        return cause.values["text"]
    values = {name: list(value) if isinstance(value, tuple) else value for name, value in cause.values.items()}
    return {"key": cause.key, **values}


DAMAGE = FieldTable(
    Damage("", 0),
    Field("rolled", validators.GAME_NUMBER, required=True),
    Field("source", validators.CREATURE),
    Field("halves", validators.COUNTED, attribute="halving_count"),
    Field("natural", validators.whole(1)),
    Field("cause", validators.Validator(_read_cause, {"type": ["string", "object"]}, write=_write_cause)),
    unstored=("target",),
)
"""The damage that a question is about; its target is the creature of the question."""

OPPOSED = FieldTable(
    Opposed("", ""),
    Field("creature", validators.CREATURE, required=True),
    Field("stat", validators.LINE, required=True),
    Field("rival", validators.CREATURE),
    Field("total", validators.GAME_NUMBER),
    Field("bonus", validators.GAME_NUMBER),
    Field("targets", validators.list_of(validators.CREATURE)),
)
"""The contest or action that a question's die belongs to."""


def _complete(_scope: validators.Scope, values: dict[str, Any]) -> None:
    """Sets the target of the damage and, for an older file, the values that its question has only in words."""
    from orcus_tui.storage.encounter.old_values import values_in_words  # few files have a question

    if "damage" in values:
        values["damage"] = replace(values["damage"], target=values["creature"])
    in_words = values_in_words(values)
    if "damage" in in_words:
        in_words["damage"] = convert(in_words["damage"], Damage)
    values |= {**in_words, **values}


def advantage_words(system: System) -> tuple[str, ...]:
    """The words for the two dice of a check or save, in every system, and those of the system's attacks."""
    return tuple(dict.fromkeys(("adv", "dis", *system.words.advantage_words)))


QUESTION = FieldTable(
    Question(0, "", "", "", 0),
    Field("id", validators.ID_NUMBER, required=True),
    Field("kind", validators.LINE, required=True),
    Field("creature", validators.CREATURE, required=True),
    Field("about", validators.LINE, required=True),
    Field("die", validators.whole(1, validators.FARTHEST), required=True),
    Field("effect", validators.ID_NUMBER),
    Field("needs", validators.GAME_NUMBER),
    Field("bonus", validators.GAME_NUMBER),
    Field("recovery", validators.GAME_NUMBER),
    Field(
        "edge",
        validators.one_of(advantage_words, "word for advantage or disadvantage"),
        attribute="advantage",
    ),
    Field("damage", DAMAGE.validator),
    Field("opposed", OPPOSED.validator),
    Field("members", validators.list_of(validators.CREATURE)),
    check=_complete,
)
