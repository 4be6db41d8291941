"""Small models written from the rulebook, compared with the program in random play: the order of turns, and death."""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.fights.played import Played, hero, monster

COUNTS = {"ari": 25, "bel": 20, "cor": 15, "ogre": 10, "wolf": 5}


class Order:
    """Delay and Ready as in the rulebook (§Delay, §Ready): places in the order, each with its count."""

    def __init__(self) -> None:
        self.places = list(COUNTS)
        self.counts = dict(COUNTS)
        self.active = "ari"
        self.round = 1
        self.delayed: dict[str, int | None] = {}
        self.readied: set[str] = set()
        self.has_acted = False

    def next(self) -> None:
        """Ends the turn, and begins the next in the order."""
        self._go_on_after(self.places.index(self.active))

    def delay(self, count: int | None) -> None:
        """Takes the creature out of the order until it acts, or until a lower count comes up."""
        self.delayed[self.active] = count
        self.next()

    def ready(self) -> None:
        """Readies an action for a trigger in another creature's turn."""
        self.readied.add(self.active)
        self.has_acted = True

    def take_delayed_turn(self, name: str) -> None:
        """Takes a delayed turn between two others, with the count of the previous one."""
        self._begin_delayed(name, self.places.index(self.active) + 1, self.counts[self.active])

    def take_readied_action(self, name: str) -> None:
        """Takes the readied action just before its trigger; its creature acts there from now on."""
        self.places.remove(name)
        self.places.insert(self.places.index(self.active), name)
        self.counts[name] = self.counts[self.active]
        self.readied.remove(name)

    def _go_on_after(self, place: int) -> None:
        while True:
            place += 1
            here = self.places[place] if place < len(self.places) else None
            waiting = {name: n for name, n in self.delayed.items() if n is not None}
            due = [name for name, n in waiting.items() if here is None or n > self.counts[here]]
            if due:
                first = max(due, key=lambda name: waiting[name])
                self._begin_delayed(first, place, waiting[first])
                return
            if here is not None:
                self.readied.discard(here)
                self.active, self.has_acted = here, False
                return
            self.delayed.clear()
            self.round += 1
            place = -1

    def _begin_delayed(self, name: str, place: int, count: int) -> None:
        place -= self.places.index(name) < place
        self.places.remove(name)
        self.places.insert(place, name)
        self.counts[name] = count
        del self.delayed[name]
        self.active, self.has_acted = name, False

    def choices(self) -> dict[str, Callable[[], None]]:
        """The lines that may be typed now, each with its effect on the model."""
        lines: dict[str, Callable[[], None]] = {"next": self.next}
        if not self.has_acted:
            lines['ready "it moves"'] = self.ready
            lines["delay"] = lambda: self.delay(None)
            taken = {*self.delayed.values(), self.counts[self.active]}
            for count in {1, 7, 12, 17, 20} - taken:
                if count < self.counts[self.active]:
                    lines[f"delay {count}"] = lambda count=count: self.delay(count)
        for name in self.delayed:
            lines[f"act {name}"] = lambda name=name: self.take_delayed_turn(name)
        for name in self.readied - {self.active}:
            lines[f"act {name}"] = lambda name=name: self.take_readied_action(name)
        return lines


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_the_order_of_turns_is_the_rulebooks_with_delays_and_readied_actions(data: st.DataObject) -> None:
    order = Order()
    names = {name: name.capitalize() for name in COUNTS}
    fight = Played(*(monster(names[each], count) for each, count in COUNTS.items())).play("begin")
    for _ in range(data.draw(st.integers(1, 20))):
        choices = order.choices()
        line = data.draw(st.sampled_from(sorted(choices)))
        choices[line]()
        fight.play(line)
        state = fight.state
        assert (state["active"], state["round"], state["order"]) == (order.active, order.round, order.places)
        assert (set(state["delayed"]), set(state["readied"])) == (set(order.delayed), order.readied)
        assert {each: fight[each]["initiative"] for each in COUNTS} == order.counts


class Body:
    """Hit points, temporary ones and death (§Temporary Hit Points, §Healing, §Instant Death, §Monsters and Death)."""

    def __init__(self, most: int, *, is_hero: bool) -> None:
        self.hp = self.most = most
        self.temporary = 0
        self.is_hero = is_hero
        self.is_dead = False

    def suffer(self, amount: int) -> None:
        """Takes damage, first from temporary hit points."""
        if self.is_dead:
            return
        soaked = min(self.temporary, amount)
        self.temporary -= soaked
        self.hp -= amount - soaked
        fatal = -(self.most // 2) if self.is_hero else 0
        self.is_dead = self.hp <= fatal and amount > soaked

    def heal(self, amount: int) -> None:
        """Heals, from at least 0 up to the maximum."""
        if amount:
            self.hp = min(self.most, max(0, self.hp) + amount)

    def guard(self, amount: int) -> None:
        """Gains temporary hit points, which do not add up."""
        self.temporary = max(self.temporary, amount)


COMMANDS = st.lists(
    st.tuples(st.sampled_from(["damage", "heal", "temp"]), st.sampled_from(["ari", "ogre"]), st.integers(0, 45)),
    max_size=12,
)


@settings(max_examples=80, deadline=None)
@given(COMMANDS)
def test_damage_healing_and_death_follow_the_rulebook(commands: list[tuple[str, str, int]]) -> None:
    bodies = {"ari": Body(40, is_hero=True), "ogre": Body(60, is_hero=False)}
    fight = Played(hero("Ari", 20), monster("Ogre", 10)).play("begin")
    for verb, name, amount in commands:
        body = bodies[name]
        if body.is_dead and verb != "damage":
            assert "is dead" in fight.refused(f"{verb} {name} {amount}")
            continue
        {"damage": body.suffer, "heal": body.heal, "temp": body.guard}[verb](amount)
        fight.play(f"{verb} {name} {amount}")
        state = "dead" if body.is_dead else "down" if body.hp <= 0 else "up"
        fight.shows(name, hp=body.hp, temp_hp=body.temporary, state=state)
