package tutti.simulator.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tutti.protocol.integrated.janus.Coordinator;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.Outcome;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.simulator.explorer.search.Local;
import tutti.simulator.explorer.world.Machines;
import tutti.simulator.integrated.janus.JanusMember.Coordinating;

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
  CoordinatorStepping on(Event<Coordinator.Input> event) {
    try {
      Machines.Step<Effect<Coordinator.Output>> step = model.onCoordinator(state.machine(), event);
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

  private void carryOut(Effect<Coordinator.Output> effect) {
    switch (effect) {
      case Effect.Send(Address to, ProtocolMessage message) ->
          send((Address.Replica) to, (Message) message);
      case Effect.Output(Coordinator.Output.Ended(_, Outcome outcome, _)) ->
          judge.told(state.transaction(), outcome);
      case Effect.Output(Coordinator.Output.Done _) -> state = state.finished();
      case Effect.SetTimer(_, _),
          Effect.CancelTimer(_),
          Effect.Output(Coordinator.Output.Freed _) -> {}
      case Effect.Persist<Coordinator.Output> record ->
          throw new IllegalStateException("a coordinator has no log: " + record);
    }
  }

  private void send(Address.Replica to, Message message) {
    proposed |= isAccept(message);
    if (message instanceof Message.Commit(_, Decision decision, _)) {
      judge.chosen(state.transaction(), decision);
      chosen = true;
    }
    if (model.matters(message)) {
      int from = JanusMail.COORDINATORS + state.slot();
      int shard = to.shard();
      sent.add(
          new JanusMail(from, model.replica(shard, to.host()), shard, model.bringing(message)));
    }
  }
}
