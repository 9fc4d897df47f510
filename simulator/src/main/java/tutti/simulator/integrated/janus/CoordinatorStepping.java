package tutti.simulator.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tutti.protocol.integrated.janus.Effect;
import tutti.protocol.integrated.janus.Effect.Outcome;
import tutti.protocol.integrated.janus.Event;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.simulator.integrated.janus.JanusMember.Coordinating;
import tutti.simulator.machines.Local;
import tutti.simulator.machines.Machines;

/**
 * One step of a coordinator: carries out effects, and judges them by the invariants of the card.
 */
final class CoordinatorStepping {
  private final JanusModel model;
  private final JanusJudge judge;
  private Coordinating state;
  private final List<JanusMail> sent = new ArrayList<>();
  private boolean proposed;
  private boolean chosen;

  CoordinatorStepping(JanusModel model, Coordinating before, JanusPast past) {
    this.model = model;
    this.state = before;
    this.judge = new JanusJudge(model, past);
  }

  /** The whole step. */
  Local<JanusMember, JanusPast, JanusMail> local(Supplier<String> what) {
    return new Local<>(what, state, List.copyOf(sent), judge.past(), judge.broken());
  }

  /** Gives an event to the machine, and carries out its effects. */
  CoordinatorStepping on(Event event) {
    try {
      Machines.Step<Effect> step = model.onCoordinator(state.machine(), event);
      state = state.with(step.machine());
      step.effects().forEach(this::carryOut);
      if (proposed || chosen) {
        // It does not wait for anything else than acceptances any more.
        state = state.waited();
      }
      if (chosen && !model.hears(state.transaction())) {
        // Nothing that it hears makes a difference any more.
        state = state.finished().with(0);
      }
    } catch (IllegalStateException wrong) {
      judge.breaks("one-decision", String.valueOf(wrong.getMessage()));
    }
    return this;
  }

  private static boolean isAccept(Message message) {
    return message instanceof Message.Accept
        || message instanceof Message.Within(_, Message inner) && isAccept(inner);
  }

  private void carryOut(Effect effect) {
    switch (effect) {
      case Effect.Ask(int shard, int host, Message message) -> {
        proposed |= isAccept(message);
        if (message instanceof Message.Commit(_, Decision decision, _)) {
          judge.chosen(state.transaction(), decision);
          chosen = true;
        }
        if (model.matters(message)) {
          int from = JanusMail.COORDINATORS + state.slot();
          sent.add(new JanusMail(from, model.replica(shard, host), shard, model.bringing(message)));
        }
      }
      case Effect.Ended(_, Outcome outcome, _) -> judge.told(state.transaction(), outcome);
      case Effect.Done _ -> state = state.finished();
      case Effect.SetTimer _, Effect.CancelTimer _, Effect.Freed _ -> {}
      case Effect.Answer _,
          Effect.Persist _,
          Effect.Append _,
          Effect.Execute _,
          Effect.Refuse _,
          Effect.Fail _,
          Effect.Stuck _,
          Effect.Evaluate _,
          Effect.TakeOver _,
          Effect.Diverged _,
          Effect.Read _,
          Effect.HasRead _ ->
          throw new IllegalStateException("a coordinator is no replica: " + effect);
    }
  }
}
