package tutti.simulator.integrated.janus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;
import tutti.protocol.integrated.janus.Fact;
import tutti.protocol.integrated.janus.Input;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.Output;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.graph.Word;
import tutti.protocol.integrated.janus.membership.Change;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;
import tutti.simulator.explorer.search.Local;
import tutti.simulator.explorer.world.Machines;
import tutti.simulator.integrated.janus.JanusMember.Replicated;
import tutti.simulator.integrated.janus.JanusModel.Caused;

/** One step of a replica: carries out effects, and judges them by the invariants of the card. */
final class ReplicaStepping {
  /** The value for all that is written. */
  static final int ALL = Integer.MAX_VALUE;

  private static final Payload PAYLOAD = new Payload(new byte[] {1});

  private final JanusModel model;
  private final JanusJudge judge;
  private final int durable;
  private Replicated state;
  private int records;
  private final Queue<Input> answers = new ArrayDeque<>();
  private final List<JanusMail> sent = new ArrayList<>();

  /**
   * @param durable so many records of those that are written become durable; the replica is doomed
   *     if these are not all
   */
  ReplicaStepping(JanusModel model, Replicated before, JanusPast past, int durable) {
    this.model = model;
    this.state = before;
    this.judge = new JanusJudge(model, past);
    this.durable = durable;
  }

  /** The number of records that could have become durable. */
  int records() {
    return records;
  }

  /** The whole step. */
  Local<JanusMember, JanusPast, JanusMail> local(Supplier<String> what) {
    return new Local<>(what, state, List.copyOf(sent), judge.past(), judge.broken());
  }

  /**
   * Gives an event to the machine, and carries out its effects. A flush is at once, or too late:
   * one that is later but not too late is as good as one before its messages arrive.
   */
  ReplicaStepping on(Event<Input> event) {
    try {
      int before = state.machine();
      Machines.Step<Caused> step = model.onReplica(before, event, !state.doomed());
      List<Fact> written = written(step);
      if (!state.doomed() && !written.isEmpty()) {
        int many = Math.min(written.size(), durable - records);
        records += written.size();
        state = state.flushed(model.disk(state.disk(), written, many), many == written.size());
        step = model.onReplica(before, event, !state.doomed());
      }
      state = state.with(step.machine());
      step.effects().forEach(caused -> carryOut(before, caused));
      for (Input next = answers.poll(); next != null; next = answers.poll()) {
        on(new Event.Input<>(next));
      }
    } catch (IllegalStateException wrong) {
      judge.breaks("one-decision", String.valueOf(wrong.getMessage()));
    }
    return this;
  }

  private static List<Fact> written(Machines.Step<Caused> step) {
    List<Fact> written = new ArrayList<>();
    for (Caused caused : step.effects()) {
      if (caused.effect() instanceof Effect.Persist(ProtocolRecord record, var _)) {
        written.add((Fact) record);
      }
    }
    return written;
  }

  /** The first shard refuses what is not the first there; the others accept everything. */
  private Word word() {
    boolean refuses = model.shard(state.number()) == 0 && !state.executed().isEmpty();
    return new Word(refuses ? Word.Standing.REFUSES : Word.Standing.ACCEPTS, PAYLOAD);
  }

  private void carryOut(int before, Caused caused) {
    int host = model.host(state.number());
    switch (caused.effect()) {
      case Effect.Send(Address.Replica(int to, int shard), ProtocolMessage message) ->
          sent.add(new JanusMail(host, model.replica(shard, to), shard, (Message) message));
      case Effect.Send(Address to, ProtocolMessage sends) -> {
        Message message = (Message) sends;
        judge.said(state.number(), message, caused.durable() && !state.doomed());
        if (model.matters(message)) {
          int shard = model.shard(state.number());
          sent.add(new JanusMail(host, model.coordinator(to.host()), shard, message));
        }
      }
      case Effect.Persist(ProtocolRecord fact, var _) -> {
        if (fact instanceof Fact.Forgotten(TransactionId id)) {
          judge.forgotten(model.component(before, id));
        }
        if (fact instanceof Fact.Executed(TransactionId id, PieceOutput output)
            && !output.equals(PieceOutput.NONE)) {
          judge.executed(state, model.index(id), output.refused());
          state = state.executing(model.index(id));
        }
      }
      case Effect.SetTimer(_, _), Effect.CancelTimer(_) -> {}
      case Effect.Output(Output output) -> carryOut(output);
    }
  }

  private void carryOut(Output output) {
    switch (output) {
      case Output.Execute(TransactionId id, _, _, _) ->
          answers.add(new Input.Ran(id, PieceOutput.of(PAYLOAD)));
      case Output.Evaluate(TransactionId id, _, int round, _) ->
          answers.add(new Input.Evaluated(id, round, word()));
      case Output.TakeOver _, Output.Read _ -> {}
      case Output.Append(Change change) -> judge.appended(change);
      case Output.Refuse _, Output.Fail _, Output.Stuck _, Output.Diverged _ ->
          throw new IllegalStateException("all replicas come to one end: " + output);
    }
  }
}
