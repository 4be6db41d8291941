"""The forms of amounts and dice, for the help and the reference page; `orcus_tui/dice.py` reads them."""

DICE_FORMS = (
    ("`7`", "a whole number"),
    ("`2d6+4`, `(1d8+2)*2`, `d%`", "dice, with `+ - * /` (rounded down) and parentheses"),
    ("`4d6kh3`, `kl`, `dh`, `dl`", "keep or drop the highest or lowest"),
    ("`r1`, `rr<3`", "reroll a 1 once; reroll until no die shows less than 3"),
    ("`!`", "explode: each die that shows its highest face adds another"),
    ("`mi2`, `ma5`", "count lower faces as 2, higher faces as 5"),
    ("`[fire]`", "a label"),
)
"""Each form, in Markdown, and what it means."""
