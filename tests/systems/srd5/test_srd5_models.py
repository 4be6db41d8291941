"""Small models of SRD 5.1, written from its text, compared with the program in random play."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from orcus_tui.session.dice_source import GivenDice
from tests.helpers.casts.srd5 import Srd5, ogre, start_fight, turn, vara
from tests.helpers.fights.played import Played, creature, power
from tests.helpers.fights.random_fights import seeds

# Damage and death


@dataclass
class Hero:
    """A hero's hit points and death saves, according to the text."""

    highest: int
    hp: int
    temporary: int = 0
    failures: int = 0
    successes: int = 0
    life: str = "up"

    def damage(self, amount: int, *, critical: bool) -> None:
        """Takes damage: temporary hit points first; at 0 it fails death saves; damage of the maximum beyond 0 kills."""
        soaked = min(self.temporary, amount)
        self.temporary -= soaked
        through = amount - soaked
        if self.life == "dead" or not through:
            return
        if self.hp:
            beyond = through - self.hp
            self.hp = max(0, self.hp - through)
            if beyond >= 0:
                self.life = "dead" if beyond >= self.highest else "dying"
        elif through >= self.highest:
            self.life = "dead"
        else:
            self.life = "dying"
            self.fail(2 if critical else 1)

    def fail(self, times: int) -> None:
        """Fails death saves; three failures kill."""
        self.failures = min(3, self.failures + times)
        if self.failures == 3:
            self.life = "dead"

    def heal(self, amount: int) -> None:
        """Heals, which always wakes."""
        self.hp = min(self.highest, self.hp + amount)
        self.life, self.failures, self.successes = "up", 0, 0

    def save(self, face: int) -> None:
        """Rolls a death save: 10 or more succeeds, a 1 fails twice, a 20 wakes with 1 hit point."""
        if face == 20:
            self.heal(1)
        elif face < 10:
            self.fail(2 if face == 1 else 1)
        else:
            self.successes += 1
            if self.successes == 3:
                self.rest_stable()

    def rest_stable(self) -> None:
        """Becomes stable, but stays unconscious."""
        self.life, self.failures, self.successes = "stable", 0, 0


Command = tuple[str, int, bool]
"""A verb, its number, and whether a hit is critical."""
HP = 24  # Vara's
death_saves = st.tuples(st.just("deathsave"), st.integers(1, 20) | st.sampled_from((1, 10, 20)), st.just(False))
commands = st.lists(
    st.tuples(st.just("damage"), st.integers(1, 60), st.booleans())
    | st.tuples(st.just("damage"), st.integers(1, 9), st.booleans())
    | st.tuples(st.just("heal"), st.integers(1, 30), st.just(False))
    | st.tuples(st.just("temp"), st.integers(1, 12), st.just(False))
    | death_saves
    | st.tuples(st.just("stabilize"), st.just(0), st.just(False)),
    max_size=15,
)
falls = st.lists(death_saves, max_size=6).map(lambda saves: [("damage", HP, False), *saves])
"""A fall to 0 and its consequences: random commands seldom have a death save while a creature is dying."""


def carry_out(hero: Hero, command: Command) -> bool:
    """Carries out a command on the model; returns whether the text allows it."""
    verb, amount, critical = command
    if hero.life == "dead":
        return False
    if verb in ("deathsave", "stabilize") and hero.life != "dying":
        return False
    if verb == "damage":
        hero.damage(amount, critical=critical)
    elif verb == "heal":
        hero.heal(amount)
    elif verb == "temp":
        hero.temporary = max(hero.temporary, amount)
    elif verb == "deathsave":
        hero.save(amount)
    else:
        hero.rest_stable()
    return True


def check_agreement(fight: Played, hero: Hero) -> None:
    seen = fight["vara"]
    assert seen["hp"] == hero.hp
    assert seen["temp_hp"] == hero.temporary
    assert seen["state"] == {"up": "up", "dying": "down", "stable": "down", "dead": "dead"}[hero.life]
    assert ("stable" in seen["conditions"]) == (hero.life == "stable")
    if hero.life != "dead":
        assert (seen["death_failures"], seen["death_successes"]) == (hero.failures, hero.successes)


@settings(max_examples=60, deadline=None)
@given(st.just([]) | falls, commands)
def test_damage_and_death_follow_the_rules_text(first: Sequence[Command], commands: Sequence[Command]) -> None:
    fight, hero = start_fight(vara(turn(20)), ogre(turn(10))), Hero(HP, HP)
    for command in (*first, *commands):
        verb, amount, critical = command
        line = f"{verb} vara{f' {amount}' if amount else ''}{' crit' if critical else ''}"
        if carry_out(hero, command):
            fight.play(line)
        check_agreement(fight, hero)


# Advantage

HINDERS = frozenset({"blinded", "poisoned", "prone", "restrained", "unstable", "frightened"})
HELPS_AGAINST = frozenset({"blinded", "paralyzed", "petrified", "restrained", "stunned", "unconscious"})
NO_DODGING = HELPS_AGAINST - {"blinded"}
CRITICAL_IN_MELEE = frozenset({"paralyzed", "unconscious"})
OWN = sorted(HINDERS | {"engaged", "invisible", "deafened"})
THEIRS = sorted(HELPS_AGAINST | {"dodging", "invisible", "poisoned", "prone"})
RANGES = ("melee", "ranged")


def sides(own: set[str], theirs: set[str], reach: str, typed: str) -> set[int]:
    """The reasons for advantage (1) and disadvantage (-1) of an attack, from the conditions of both sides."""
    found = {-1 for each in own if each in HINDERS} | {1 for each in theirs if each in HELPS_AGAINST}
    if "invisible" in own:
        found.add(1)
    if "invisible" in theirs:
        found.add(-1)
    if "engaged" in own and reach == "ranged":
        found.add(-1)
    if theirs & {"prone", "unconscious"}:
        found.add(1 if reach == "melee" else -1)
    if "dodging" in theirs and not theirs & NO_DODGING and "blinded" not in theirs and "invisible" not in own:
        found.add(-1)
    return found | {"adv": {1}, "dis": {-1}, "": set[int]()}[typed]


@settings(max_examples=120, deadline=None)
@given(seeds)
def test_advantage_follows_the_rules_text(seed: int) -> None:
    chance = Random(seed)
    own = set(chance.sample(OWN, chance.choice((0, 1, 1, 2))))
    theirs = set(chance.sample(THEIRS, chance.choice((0, 1, 1, 2))))
    reach, typed = chance.choice(RANGES), chance.choice(("", "", "adv", "dis"))
    faces = (chance.randint(1, 20), chance.randint(1, 20))
    blow = power("Blow", f'attack = "+5 vs AC"\ndamage = "1"\nrange = "{reach}"')
    target = creature("Ogre", f"max_hp = 59\ndefenses = {{ ac = 15 }}\n{turn(10)}")
    fight = Srd5(creature("Ari", f"max_hp = 30\ndefenses = {{ ac = 15 }}\n{turn(20)}", blow), target).play("begin")
    fight.play(*("dodge ogre" for each in theirs if each == "dodging"))
    fight.play(*(f"apply ari {each} by ogre" for each in sorted(own)))
    fight.play(*(f"apply ogre {each}" for each in sorted(theirs - {"dodging"})))

    given_sides = sides(own, theirs, reach, typed)
    side = next(iter(given_sides)) if len(given_sides) == 1 else 0
    rolled = faces if side else faces[:1]
    face = max(rolled) if side > 0 else min(rolled)
    hits = face == 20 or (face != 1 and face + 5 >= 15)
    critical = hits and (face == 20 or (reach == "melee" and bool(theirs & CRITICAL_IN_MELEE)))

    fight.session.dice_source = source = GivenDice(rolled)
    result = fight.session.run(f"attack blow ogre {typed}".strip())
    assert not result.error
    assert source.mark() == len(rolled)
    outcome = "critical hit" if critical else "hit" if hits else "miss"
    assert any(line.endswith(f"– {outcome}") for line in result.log)
