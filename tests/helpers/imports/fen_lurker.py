"""One creature of the Archmage Engine, the fen lurker, as a book prints it and as a browser copies its table."""

BOOK = """Tales of the fen.

Fen Lurker
Large 4th level spoiler [beast]
Initiative: +8
Vulnerability: fire
Muddy claws +9 vs. AC (2 attacks)—14 damage
Natural even hit: The target is dazed (save ends).
Miss: 5 damage.
R: Bog spit +7 vs. PD (1d3 nearby enemies)—10 acid damage, and 5 ongoing acid damage
Limited use: 1/battle.
Patient: The fen lurker likes to wait.
Resist poison 16+: When a poison attack targets this creature, the attacker must roll a natural 16+ on the attack
roll or it only deals half damage.
Nastier Specials
Reek: Nobody near it smells anything else.
AC 19
PD 17
MD 13
HP 110
A word about swamps.
"""

COPIED = BOOK.replace("Large 4th level spoiler [beast]", "Large\n4th level\nSpoiler\nBeast").replace(
    "AC 19\nPD 17\nMD 13\nHP 110", "AC\nPD\nMD\nHP\n19\n17\n13\n110"
)
