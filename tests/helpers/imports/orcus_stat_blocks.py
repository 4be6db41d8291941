"""Orcus stat blocks as tests read them: one monster in two layouts, and blocks made of a few powers."""

BOG_WARDEN = """\
A chapter about bogs.

> #### Bog Warden
> **Level 4 Elite Blocker** (Leader) (350 XP)
> Large Fey Beast ● Aquatic, Plant (Unaligned)
> **Senses:** Perception +6, darkvision; **Skills:** Stealth +7
> **Languages:** Common
> **Str:** 18 (+6), **Con:**16 (+5), **Dex:** 10 (+2)
> **Int:** 6 (+0), **Wis:** 14 (+4), **Cha:** 8 (+1)
>
> **Initiative:** +3; **Speed:** 5, swim 5
> **Action Points:** 1
> **AC:** 20; **Fort:** 18, **Ref:** 15, **Will:** 16; **Saving Throws:** +2
> **HP:** 110, **Staggered:** 50; see also *last gasp*
> **Immune:**&nbsp;poison, sleep, **Resist:**&nbsp;cold, fire 5, all 2, **Vulnerable:**&nbsp;radiant 10
> *Mire aura 2:* Enemies that begin their turn in the aura are slowed.
>
> ‡	**Reed Lash** (standard, at-will) ● **Weapon**
> Reach 2; +9 vs AC; 2d6+4 damage, and the target is grappled.
*Secondary Attack:* +7 vs Fortitude; the target is pulled 2 squares.
> ∢	**Spore Cloud** (standard, refresh 5, 6) ● **Poison**
> Near burst 3; +7 vs Fortitude (enemies only); 1d8+3 poison damage, and the target is dazed (save ends). *Miss:* Half
> damage.
> **Wallow** (swift, encounter)
> The warden gains 10 temporary hit points.
> **Deep Roots**
> The warden cannot be pushed while it stands in mud.

Wardens are older than the bogs they keep.
"""

THE_SAME_LOOSER = """\
### Bog Warden
Level 4 Blocker Elite (350 XP, Leader)
Large Fey Beast • Aquatic, Plant (Unaligned)
Senses Perception +6, darkvision
Languages Common
Str 18 (+6) Con 16 (+5) Dex 10 (+2)
Int 6 (+0) Wis 14 (+4) Cha 8 (+1)
Initiative +3; Speed: 5, swim 5
Action Points 1
AC 20; Fortitude 18, Reflex 15, Will 16; Saving Throws +2
HP 110; Bloodied 50
Immune poison, sleep
Resist: 5 cold, 5 fire, 2 all
Vulnerable 10 radiant
Basic melee: Reed Lash (standard; at-will) • Weapon
Reach 2; +9 vs. AC; 2d6+4 damage, and the target is grappled
Near Spore Cloud (standard; recharge 5 6) • Poison
Near burst 3; +7 vs. Fortitude; 1d8+3 poison damage, and the target is dazed (save ends)
"""


def block(*powers: str, name: str = "Ogre", head: str = "**HP:** 40; **AC:** 15; **Fort:** 16") -> str:
    return "\n".join(
        (f"> #### {name}", "> **Level 3 Wrecker** (150 XP)", f"> {head}", ">", *(f"> {each}" for each in powers))
    )
