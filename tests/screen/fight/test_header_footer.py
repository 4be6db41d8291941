"""The header: what of it a narrow screen still shows."""

from pane_rows import view_of
from playing_fights import Played, hero, monster

from orcus_tui.screen.fight.header_footer import Saving, header
from orcus_tui.screen.widgets.row import text_of


def test_a_narrow_screen_loses_the_system_before_the_name_and_whose_turn_it_is_last() -> None:
    view = view_of(Played(hero("Ari", 20), monster("Ogre", 10)).play("begin").session)
    headers = [text_of(header(view, Saving(in_journal=True), width)) for width in range(20, 120)]
    assert [len(each) for each in headers] == [*range(20, 120)]
    parts = ("▶ Ari", view.fight.name, view.system.title)
    shown = [sum(part in each for part in parts) for each in headers]
    assert shown == sorted(shown)
    assert {*shown} == {1, 2, 3}
    assert [each for each in headers if view.system.title in each and view.fight.name not in each] == []
