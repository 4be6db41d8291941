"""A bot that plays a whole fight: everybody attacks the first enemy that is up.

python docs/bot.py FILE
"""

import json
import subprocess
import sys


class Engine:
    """The engine in another process: a request goes in as a line, and its answer comes back."""

    def __init__(self, *arguments: str) -> None:
        command = ["orcus-tui", "engine", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.number = 0
        self.read()  # the greeting

    def read(self) -> dict:
        return json.loads(self.process.stdout.readline())

    def ask(self, **request: object) -> dict:
        self.number += 1
        print(json.dumps({"id": self.number, **request}), file=self.process.stdin, flush=True)
        return self.read()

    def do(self, line: str) -> bool:
        answer = self.ask(do=line)
        for text in answer.get("text", ()):
            print(text)
        return "error" not in answer


def attack(engine: Engine, fight: dict) -> None:
    """Attacks the first enemy that is up with the first power that can be used."""
    side = fight["creatures"][fight["active"]]["side"]
    for id_, creature in fight["creatures"].items():
        if creature["state"] == "up" and creature["side"] not in (side, "neutral"):
            powers = engine.ask(complete="attack ")["candidates"]
            next((each for each in powers if engine.do(f"attack {each['text']} {id_}")), None)
            return


def main(*arguments: str) -> None:
    engine = Engine(*arguments)
    engine.do("begin")
    while True:
        fight = engine.ask(state=True)["state"]
        up = {each["side"] for each in fight["creatures"].values() if each["state"] == "up"}
        if not {"party", "foes"} <= up or fight["round"] > 100:
            break
        attack(engine, fight)
        engine.do("next")
    engine.do("finish")


if __name__ == "__main__":
    main(*sys.argv[1:])
