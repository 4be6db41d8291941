"""A conversation at the prompt: a typed line in, sentences out."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal, NamedTuple

from orcus_tui.api.near_words import with_near_words, wrong_word
from orcus_tui.commands.aliases import help_of, lines_in
from orcus_tui.commands.command_error import Candidate, CommandError
from orcus_tui.commands.lexer import words_of
from orcus_tui.commands.reading import read_line
from orcus_tui.errors import OrcusError
from orcus_tui.model.suggestions import suggestion_of
from orcus_tui.model.text import plural
from orcus_tui.plain import glances
from orcus_tui.plain.sentences import redone, sentences_of, undone
from orcus_tui.plain.speech import sentence, spoken
from orcus_tui.rules.saves import total_needed
from orcus_tui.rules.system import FightView
from orcus_tui.session.ahead.preview import preview_command
from orcus_tui.session.recorded_fight import EndProposal, Result
from orcus_tui.session.session import Session

Mode = Literal["brief", "normal", "full"]
HELP = (
    "A line is a command, as on the screen: damage goblin 7. Also, in this prompt alone:",
    "who, or Enter alone: whose turn it is. now: what is left, and what conditions mean.",
    "hurt: the heroes that are hurt. foes: the foes. timers, powers, notes.",
    "try LINE: what it would do. N: what next would do. more: the last result in full. more 2: power 2 in full.",
    "again: the last result again. last 3: the last results. find WORD: the log with a word.",
    "answer: asks for the die of the oldest question. brief, normal, full: how much is said.",
    "help COMMAND explains a command, help all lists them. quit leaves.",
)


class Choice(NamedTuple):
    """A numbered choice: its text, and the line that it runs."""

    said: str
    line: str


class Conversation:
    """A session at a prompt. The next input picks one of the `choices`, if any, or is the die of question `die_for`."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.mode: Mode = "normal"
        self.choices: list[Choice] = []
        self.die_for: int | None = None
        self.is_over = False
        self._proposed: list[EndProposal] = []
        self._results: list[tuple[str, list[str], Result]] = []
        self._more = 0

    @property
    def prompt(self) -> str:
        """The prompt before the line, with the number of open questions and offers."""
        fight = self.session.fight
        if self.choices:
            return "pick> "
        if self.die_for is not None:
            return "die> "
        if fight.questions:
            return f"{plural(len(fight.questions), 'question')}> "
        return f"{plural(len(fight.offers), 'offer')}> " if fight.offers else "> "

    def greeting(self) -> list[str]:
        """The first sentences."""
        words = "begin, notes or help" if self.session.fight.phase == "setup" else "who, notes or help"
        if self.session.campaign and self.session.fight_files.encounter is None:
            words = "begin next, campaign or help"
        return [f"{glances.start(self.session.view)} Type {words}."]

    def respond(self, typed: str) -> list[str]:
        """The sentences that answer a line."""
        line = typed.strip()
        if self.choices:
            return self._pick(line)
        if self.die_for is not None:
            return self._take_die(line)
        if glance := GLANCES.get(line):
            return glance(self.session.view)
        word, _, rest = line.partition(" ")
        own = OWN_WORDS.get(word)
        if own and (not rest or word in _WITH_WORDS):
            return own(self, rest.strip())
        return self._run(line)

    def complete(self, text: str) -> tuple[Candidate, ...]:
        """The words that may continue a text."""
        return read_line(text, len(text), self.session.context).candidates

    # Lines

    def _run(self, line: str) -> list[str]:
        before, context = self.session.fight, self.session.context
        result = self.session.run(line)
        if result is None:
            return []
        if result.problem:
            return self._refused(with_near_words(result.problem, line, context), line)
        self.is_over = result.quits
        if result.undone:
            said = undone(result.undone, self.session.view)
        elif result.redone:
            said = redone(result.redone, self.session.view)
        elif result.after:
            said = [*sentences_of(result.events, before, result.after), *self._remarks(result)]
        else:
            said = [sentence(each) for each in result.lines if each.strip()]
        if result.warning:
            said.append(f"Warning: {sentence(result.warning)}")
        self._results.append((line, said, result))
        self._more = 0
        return self._in_mode(said, result)

    def _remarks(self, result: Result) -> list[str]:
        """The campaign's remarks at the end of a fight, and its proposals as numbered choices."""
        if not result.remarks or self.session.campaign is None:
            return []
        self._proposed = self.session.campaign.proposals(self.session)
        return [*map(sentence, result.remarks[:-1]), *self._propose()]

    def _propose(self) -> list[str]:
        self.choices = [
            *(Choice(each.text, each.take) for each in self._proposed if each.take),
            *(Choice(f"leave out {each.text}", each.leave) for each in self._proposed if each.leave),
        ]
        numbered = " ".join(f"{number} {each.said}." for number, each in enumerate(self.choices, start=1))
        return [spoken(f"{numbered} 0 nothing more.")] if self.choices else []

    def _in_mode(self, said: list[str], result: Result) -> list[str]:
        if self.mode == "full":
            return [sentence(each) for each in result.log] or said
        return said[:1] + [each for each in said[1:] if each.startswith(_URGENT)] if self.mode == "brief" else said

    def _refused(self, error: OrcusError, line: str) -> list[str]:
        """The reason, with similar words as numbered choices, if there are any."""
        self.choices = []
        if isinstance(error, CommandError) and error.near:
            start = error.column - 1
            end = start + len(wrong_word(line, error.column))
            self.choices = [Choice(each, line[:start] + each + line[end:]) for each in error.near]
        meant = suggestion_of(error.suggestion) if error.suggestion else ""
        said = f"Refused: {sentence(error.message.replace(meant, '') if self.choices and meant else error.message)}"
        if self.choices:
            numbered = " ".join(f"{number} {each.said}." for number, each in enumerate(self.choices, start=1))
            said = f"{said} {numbered} 0 none."
        return [said]

    def _pick(self, line: str) -> list[str]:
        choices, self.choices = self.choices, []
        proposed, self._proposed = self._proposed, []
        if not line.isdecimal():
            return self.respond(line) if line else ["Nothing picked."]
        number = int(line)
        if not 0 < number <= len(choices):
            return ["Nothing picked."]
        picked = choices[number - 1].line
        said = self._run(picked)
        self._proposed = [each for each in proposed if picked not in (each.take, each.leave)]
        return [*said, *(self._propose() if self._proposed and not self.choices else [])]

    def _take_die(self, line: str) -> list[str]:
        question, self.die_for = self.die_for, None
        if not line:
            return ["Left open."]
        return self._run(f"answer {question} {line}") if line.isdecimal() else self.respond(line)

    # Words that only this prompt has

    def _powers(self, typed: str) -> list[str]:
        creature = self._creature(typed)
        if creature is None:
            return ["Whose powers? Type powers NAME."]
        said = glances.powers(self.session.view, creature)
        return [*said, "More 2 for details."] if len(said) > 1 else said

    def _creature(self, typed: str) -> str | None:
        states = self.session.fight.states
        if not typed:
            return self.session.fight.active
        return typed if typed in states else next((each for each in states if each.startswith(typed)), None)

    def _try(self, typed: str) -> list[str]:
        session = self.session
        reading = read_line(typed, len(typed), session.context)
        if reading.error:
            return self._refused(with_near_words(reading.error, typed, session.context), typed)
        if reading.command is None:
            return ["Try what? Type try LINE."]
        found = preview_command(reading.command, session.context, session.timeline.undo_info, 20)
        return [*(sentence(glances.with_commas(session.view, each)) for each in found), "Nothing done."]

    def _try_next(self, _: str) -> list[str]:
        return self._try("next")

    def _more_of(self, typed: str) -> list[str]:
        if typed.isdecimal() and self.session.fight.active:
            return glances.power_in_full(self.session.view, self.session.fight.active, int(typed))
        if not self._results:
            return ["Nothing has been said yet."]
        self._more += 1
        result = self._results[-1][2]
        if self._more > 1 and result.after and result.after.active:
            reasons = self.session.run(f"why {result.after.active}")
            return [sentence(each) for each in reasons.log if each.strip()] if reasons else []
        return [sentence(each) for each in result.log if each.strip()] or ["Nothing more."]

    def _again(self, _: str) -> list[str]:
        return self._results[-1][1] if self._results else ["Nothing has been said yet."]

    def _last(self, typed: str) -> list[str]:
        count = int(typed) if typed.isdecimal() and int(typed) else 1
        return [each for line, said, _ in self._results[-count:] for each in (sentence(line), *said)] or [
            "Nothing has been said yet."
        ]

    def _find(self, typed: str) -> list[str]:
        found = [each for _, said, _ in self._results for each in said if typed.casefold() in each.casefold()]
        return found if typed and found else ["Not found."]

    def _answer(self, typed: str) -> list[str]:
        questions = self.session.fight.questions
        if typed:
            return self._run(f"answer {typed}")
        if not questions:
            return ["No questions."]
        first = questions[0]
        self.die_for = first.id
        needed = total_needed(self.session.view, first)
        needs = "" if needed is None else f", needs {needed}"
        about = "" if first.about == first.kind else f", {first.about}"
        return [sentence(f"{glances.name(self.session.view, first.creature)}, {first.kind}{about}{needs}")]

    def _set_mode(self, mode: Mode) -> list[str]:
        self.mode = mode
        return [f"{mode.capitalize()}."]

    def _help(self, typed: str) -> list[str]:
        aliases = self.session.aliases
        if typed in aliases:
            about, read = help_of(aliases[typed]), map(words_of, lines_in(aliases[typed]))
            lines = "; ".join(" ".join(word.raw for word in words) for words in read)
            return [sentence(f"{typed}: {about or lines}"), *([sentence(lines)] if about else [])]
        if not typed:
            own = [sentence(f"Your own commands: {', '.join(aliases)}. help NAME explains one")] if aliases else []
            return [*HELP, *own]
        return self._run("help" if typed == "all" else f"help {typed}")


_URGENT = ("Question", "Event", "Offer", "Warning", "Refused", "No foe")
GLANCES: Mapping[str, Callable[[FightView], list[str]]] = {
    "": glances.who,
    "who": glances.who,
    "now": glances.now,
    "hurt": partial(glances.hurt, side="party"),
    "foes": glances.foes,
    "timers": glances.timer_sentences,
    "notes": glances.notes,
}
"""The words that only the plain prompt has, and that say something about the fight."""
_WITH_WORDS = ("powers", "try", "more", "last", "find", "answer", "help", "?")
OWN_WORDS: Mapping[str, Callable[[Conversation, str], list[str]]] = {
    "powers": Conversation._powers,
    "try": Conversation._try,
    "N": Conversation._try_next,
    "more": Conversation._more_of,
    "again": Conversation._again,
    "last": Conversation._last,
    "find": Conversation._find,
    "answer": Conversation._answer,
    "help": Conversation._help,
    "?": Conversation._help,
    "brief": lambda each, _: each._set_mode("brief"),
    "normal": lambda each, _: each._set_mode("normal"),
    "full": lambda each, _: each._set_mode("full"),
}
"""The other words that only the plain prompt has."""


def said_candidates(found: tuple[Candidate, ...]) -> str:
    """The candidates, such as `2: gaff, gerda.`; a single one has its meaning: `gerda, 20 of 31.`."""
    if len(found) == 1:
        return sentence(f"{found[0].text}, {found[0].meaning}")
    shown = ", ".join(each.text for each in found[:12])
    more = f", and {len(found) - 12} more" if len(found) > 12 else ""
    return spoken(f"{len(found)}: {shown}{more}") + "." if found else "Nothing fits."
