"""One creature of the fourth edition, the fen brute, in the layouts of 2008 and 2010."""

OF_2008 = """Fen Brute Level 4 Elite Brute
Large natural beast (aquatic) XP 350
Initiative +5 Senses Perception +2; darkvision
Reek aura 1; each enemy that begins its turn in the aura is dazed until
the end of its turn.
HP 120; Bloodied 60
AC 16; Fortitude 18, Reflex 14, Will 13
Resist 5 poison
Saving Throws +2
Speed 6, swim 6
Action Points 1
m Claw (standard; at-will) ✦ Weapon
Reach 2; +9 vs. AC; 2d6 + 4 damage, and the target is immobilized (save
ends).
M Drag Under (minor; recharge ⚄ ⚅)
+7 vs. Fortitude; 1d8 + 4 damage, and the brute grabs the target (escape DC 15).
Wallow
A bloodied fen brute has resist 5 to all damage.
Alignment Unaligned Languages –
Str 18 (+6) Dex 12 (+3) Wis 10 (+2)
Con 16 (+5) Int 2 (-2) Cha 6 (+0)
"""

OF_2010 = """Fen Brute Level 4 Elite Brute
Large natural beast (aquatic) XP 350
HP 120; Bloodied 60 Initiative +5
AC 16, Fortitude 18, Reflex 14, Will 13 Perception +2
Speed 6, swim 6 Darkvision
Resist 5 poison
Saving Throws +2; Action Points 1
TRAITS
O Reek ✦ Aura 1
Each enemy that begins its turn in the aura is dazed until the end of its turn.
Wallow
A bloodied fen brute has resist 5 to all damage.
STANDARD ACTIONS
m Claw (weapon) ✦ At-Will
Attack: Melee 2 (one creature); +9 vs. AC
Hit: 2d6 + 4 damage, and the target is immobilized (save ends).
MINOR ACTIONS
M Drag Under ✦ Recharge ⚄ ⚅
Attack: Melee 1 (one creature); +7 vs. Fortitude
Hit: 1d8 + 4 damage, and the brute grabs the target (escape DC 15).
Str 18 (+6) Dex 12 (+3) Wis 10 (+2)
Con 16 (+5) Int 2 (-2) Cha 6 (+0)
Alignment unaligned Languages —
"""
