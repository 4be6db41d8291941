"""The formatter of effects for players: with public names, without secret words."""

from collections.abc import Mapping

from msgspec.structs import replace

from orcus_tui.model.effect import Effect, EffectLabel, when_text
from orcus_tui.model.modifier import QUALITIES
from orcus_tui.players.public_names import secret_names, visible_names
from orcus_tui.players.secret_words import mentions, secret_words
from orcus_tui.rules.in_force import conditions_of
from orcus_tui.rules.system import FightView
from orcus_tui.rules.templates import Formatter


class PublicFormatter(Formatter):
    """Formats effects for players: with public names, without secret words."""

    __slots__ = ("conditions", "names_seen", "secrets")

    def __init__(self, view: FightView, names: Mapping[str, str]) -> None:
        super().__init__(view)
        self.names_seen = names
        self.secrets = secret_words(secret_names(view.fight, names), visible_names(names))
        self.conditions = conditions_of(view)

    def name(self, creature: str) -> str:
        """The public name; empty for a creature that players do not see."""
        return self.names_seen.get(creature, "")

    def effect(self, effect: Effect | EffectLabel) -> str:
        """The name of an effect, without secret words if the rest is clear: `persistent 5 fire`.

        Its power or source is only named if players know the source.
        """
        is_named_by_kind = effect.kind in ("persistent", "regeneration")
        if effect.source not in self.names_seen:
            effect = replace(effect, name=effect.kind if is_named_by_kind else effect.name, source="")
        if effect.against and effect.against not in self.names_seen:
            effect = replace(effect, against="")
        if is_named_by_kind and self.is_secret(effect.name):
            effect = replace(effect, name=effect.kind)
        if effect.kind == "bonus" and self.is_secret(effect.type or ""):
            effect = replace(effect, type=None)
        if effect.kind == "mark" and not effect.source:
            return self.word(effect.name)
        return super().effect(effect)

    def has_secret_name(self, effect: Effect) -> bool:
        """Whether the name of an effect consists of the game master's own words, and they are secret.

        For a bonus, these words are the facts on which it depends.
        """
        if effect.kind == "bonus":
            return self.is_secret(when_text(effect))
        in_own_words = effect.kind in ("condition", "mark", "other") and effect.name not in QUALITIES
        return in_own_words and self.is_secret(effect.name)

    def is_secret(self, words: str) -> bool:
        """Whether words that a person typed mention a secret name; the system's words never do."""
        return words not in self.conditions and mentions(words, self.secrets)
