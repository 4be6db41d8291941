"""Which rule carries out which step: the one table between the language and the rules."""

from collections.abc import Callable
from typing import Any

from orcus_tui.model import steps
from orcus_tui.rules import (
    actions,
    attacks,
    damage,
    delay,
    effects,
    initiative,
    life,
    powers,
    presence,
    rest,
    saves,
    turn,
)
from orcus_tui.rules.resolution import Rules
from orcus_tui.rules.sums import roll_to_log
from orcus_tui.rules.system import Resolution

# A rule takes the one step it is listed with, which a mapping's type cannot say.
_RULES: dict[type[steps.Step], Callable[[Resolution, Any], None]] = {
    steps.Init: initiative.roll_initiative,
    steps.Begin: turn.begin,
    steps.Next: turn.next_turn,
    steps.Surprise: turn.surprise,
    steps.Delay: delay.delay,
    steps.Ready: delay.ready,
    steps.Act: delay.act,
    steps.Finish: rest.finish,
    steps.Rest: rest.rest,
    steps.DealDamage: damage.damage,
    steps.Heal: life.heal,
    steps.Temp: life.temp,
    steps.Recover: life.recover,
    steps.Rally: life.rally,
    steps.Kill: life.kill,
    steps.Knockout: life.knock_out,
    steps.Revive: life.revive,
    steps.Stabilize: life.stabilize,
    steps.Apply: effects.apply,
    steps.Persist: effects.persist,
    steps.Regen: effects.regen,
    steps.Mark: effects.mark,
    steps.Bonus: effects.bonus,
    steps.Withstand: effects.add_resistance,
    steps.Remove: effects.remove,
    steps.Remind: effects.remind,
    steps.Say: effects.say,
    steps.Maintain: actions.maintain,
    steps.Save: saves.save,
    steps.DeathSave: saves.roll_death_save,
    steps.Attack: attacks.attack,
    steps.UsePower: attacks.use,
    steps.Do: actions.do,
    steps.SystemStep: actions.system_verb,
    steps.Spend: powers.spend,
    steps.Recharge: powers.recharge,
    steps.ActionPoint: actions.action_point,
    steps.SpendAction: actions.mark_spent_action,
    steps.RollDice: roll_to_log,
    steps.Add: presence.add,
    steps.Drop: presence.drop,
    steps.Reserve: presence.reserve,
    steps.Enter: presence.enter,
    steps.SetField: presence.set_field,
    steps.Note: presence.note,
    steps.Hide: presence.hide,
    steps.Reveal: presence.reveal,
    steps.ChangeSide: presence.change_side,
    steps.Rename: presence.rename,
    steps.Move: initiative.move,
    steps.SetOption: presence.set_option,
    steps.SetCounter: presence.set_counter,
    steps.Ask: saves.ask,
    steps.Answer: saves.answer,
    steps.AnswerAll: saves.answer_all,
}
RULES: Rules = _RULES
