"""The common words: those that reveal no creature although they are part of a hidden name.

`docs/players.md` has the same table. Words are in lower case, without accents.
"""

from collections.abc import Mapping

COMMON_WORDS: Mapping[str, frozenset[str]] = {
    group: frozenset(words.split())
    for group, words in {
        "connecting words": """
            a after against all an and any are as at back be before below between both but by can da de del der di do
            does down du each every for from has have he her him his if in into is it its la le more next no not of off
            on once one only or other out over per she than that the their them then they this those to too under until
            up van von was when where which while who with without you your
            """,
        "conditions": """
            action afraid aiming air anchored asleep begun blind blinded bound breath burning charging charmed clumsy
            coma concealed concealment concentrating concentration confused confusion constitution controlled cover
            dashing dazed dazzled deaf deafened debilitated defense dexterity disabled disarmed disengaged diving
            dodging dominated double dying engaged entangled entranced evading exhausted exhaustion exposed fascinated
            fatigued fear feinting flat flatfooted flying footed frightened full grabbed grappled grappling ground guard
            half hampered held helped helpless hidden higher holding hovering immobile immobilised immobilized improved
            incapacitated incorporeal insubstantial interrupted invisible kneeling marked mind mounted move nauseated
            panicked paralysed paralyzed pelted petrified pinned poisoned prone quarters rattled restrained shaken
            shielded sickened sightless sitting sleeping slow slowed squeezing stable staggered stilled strength stuck
            stunned suffocating summoned surprised three total totally unconscious unseen unstable vulnerable weakened
            winded wounded
            """,
        "damage": """
            acid bludgeoning cold crushing energy far fire force holy lethal lightning mana melee near necrotic negative
            non nonlethal pain piercing poison psychic radiant ranged slashing thunder weapon
            """,
        "rules": """
            ac armor armour attack attacks aura bonus cha charge check con crit critical damage death defenses dex
            dodge effect encounter end ends fortitude healing hit hits hp immune initiative int level md miss ongoing
            parry pd penalty persistent point points power reaction reflex regeneration resist resistance rest round
            rounds save saves saving speed spell start str target temporary throw toughness turn turns vulnerability
            will wis
            """,
        "sizes and ages": """
            adult ancient big elder first gargantuan great greater huge large last lesser little long medium new old
            second short small tall third tiny young
            """,
        "colours": """
            black blue bright bronze brown copper dark gold golden gray green grey orange pale pink purple red silver
            violet white yellow
            """,
        "roles": """
            archer artillery blocker boss brute caster controller elite leader legendary lurker minion mook object pc
            skirmisher solo soldier spoiler standard support trap triple troop villain weakling wrecker
            """,
    }.items()
}
"""The common words, by what they are about."""

CONNECTING: frozenset[str] = COMMON_WORDS["connecting words"]
"""Words that are secret in a whole name at most. The others are also secret in a name that has no other words."""
