"""The words of a system in files and commands: defenses, damage types, ranges, bonuses."""

from collections.abc import Mapping

from msgspec import Struct, field

ENERGIES = ("acid", "cold", "fire", "force", "lightning", "necrotic", "poison", "psychic", "radiant", "thunder")
"""The damage types that most systems have."""
ENDS_TURN = (" end its ", " end their ", " ends its ")
"""The phrases in auras that act at the end of a turn, for a system with such auras."""


class Words(Struct, frozen=True, kw_only=True):
    """The words of files and commands in a system's fights, and its own names for shared terms."""

    defenses: tuple[str, ...]
    defense_aliases: Mapping[str, str] = field(default_factory=dict)
    attackable: tuple[str, ...] = ()  # the defenses that attacks can target; empty: all
    defense_parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # sums of printed defenses
    abilities: tuple[str, ...] = ("str", "con", "dex", "int", "wis", "cha")
    damage_types: tuple[str, ...]
    damage_aliases: Mapping[str, str] = field(default_factory=dict)
    ranges: tuple[str, ...] = ("melee", "ranged", "near", "far")
    bonus_stats: tuple[str, ...] = (
        "attack",
        "damage",
        "saves",
        "defenses",
        "speed",
        "crit",
        "checks",
        "initiative",
        "healing",
    )
    manners: Mapping[str, str] = field(default_factory=dict)  # ways of attacking, as `charge`, each with its meaning
    advantage_words: tuple[str, ...] = ()  # for advantage, and for disadvantage
    stat_groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # statistics with a common bonus
    aura_at_turn_end: tuple[str, ...] = ()  # an aura whose text has one of these acts at the end of a turn
    terms: Mapping[str, str] = field(default_factory=dict)
    messages: Mapping[str, str] = field(
        default_factory=dict
    )  # its own templates, which take precedence over the shared ones

    rests: Mapping[str, str] = field(default_factory=dict)  # other words for `rest short` and `rest long`
    after_resistance: str = ""  # text after the number of a resistance, as in `resist cold 16+`
    upheld_by: tuple[str, str] = ("", "")  # the condition that sustains effects of the same power, and its verb
    verbs: Mapping[str, str] = field(default_factory=dict)  # summaries of shared verbs, in its words

    def term(self, shared: str) -> str:
        """The system's word for a shared term; empty if the system lacks it."""
        return self.terms.get(shared, shared)

    def rest_word(self, length: str) -> str:
        """The system's own word for a `short` or `long` rest."""
        return next((own for own, meant in self.rests.items() if meant == length), length)
