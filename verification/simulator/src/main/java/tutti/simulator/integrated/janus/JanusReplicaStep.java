package tutti.simulator.integrated.janus;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import tutti.protocol.integrated.janus.Input;
import tutti.protocol.integrated.janus.Invariants;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.Output;
import tutti.protocol.integrated.janus.Record;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.PieceInput;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;
import tutti.simulator.explorer.world.Member;
import tutti.simulator.explorer.world.MemberStep;
import tutti.simulator.integrated.MemberFacts;
import tutti.simulator.integrated.MemberFacts.OfReplica;

/** One step of a replica: what its messages, records and outputs mean. */
final class JanusReplicaStep extends MemberStep<Input, Output, MemberFacts, JanusPast> {
  private static final Payload PAYLOAD = new Payload(new byte[] {1});

  /** The fields of a replica that hold what waits for a flush. */
  static final Set<String> WAITING = Set.of("waiting", "awaited", "compared");

  private final JanusModel model;
  private final JanusJudge judge;
  private final Queue<Input> answers = new ArrayDeque<>();

  /**
   * @param durable how many of the records that are written become durable; the replica is doomed
   *     if these are not all
   */
  JanusReplicaStep(JanusModel model, Member<MemberFacts> before, JanusPast past, int durable) {
    this(model, before, new JanusJudge(model, past), durable);
  }

  private JanusReplicaStep(
      JanusModel model, Member<MemberFacts> before, JanusJudge judge, int durable) {
    super(model.replicas, model.disks, judge, before, durable);
    this.model = model;
    this.judge = judge;
  }

  private OfReplica facts() {
    return (OfReplica) member().facts();
  }

  /** The first shard refuses what is not the first there; the others accept everything. */
  private PieceInput word() {
    boolean refuses = model.places.shard(member().place()) == 0 && !facts().executed().isEmpty();
    return new PieceInput(
        refuses ? PieceInput.Standing.REFUSES : PieceInput.Standing.ACCEPTS, PAYLOAD);
  }

  @Override
  protected void sends(Address to, ProtocolMessage sends) {
    boolean answers = !(to instanceof Address.Replica);
    Message message = (Message) sends;
    if (answers) {
      Invariants.forced(member().isDurable(), message);
    }
    if (!answers || model.matters(message)) {
      sent().add(model.places.sent(member().place(), to, message));
    }
  }

  @Override
  protected void writes(ProtocolRecord fact) {
    if (fact instanceof Record.Forgotten(TransactionId id)) {
      judge.forgotten(model.component(before(), id));
    }
    if (fact instanceof Record.Executed(TransactionId id, PieceOutput output)
        && !output.equals(PieceOutput.NONE)) {
      judge.executed(member().place(), facts().executed(), JanusModel.index(id), output.refused());
      member(member().knowing(facts().executing(JanusModel.index(id))));
    }
  }

  @Override
  protected void decides(Output output) {
    switch (output) {
      case Output.Execute(TransactionId id, _, _, _) ->
          answers.add(new Input.Ran(id, PieceOutput.of(PAYLOAD)));
      case Output.Evaluate(TransactionId id, _, int round, _) ->
          answers.add(new Input.Evaluated(id, round, word()));
      case Output.TakeOver _, Output.Read _ -> {}
      case Output.Append(ConfigurationCommand change) -> judge.appended(change);
      case Output.Refuse _, Output.Fail _, Output.Stuck _, Output.Diverged _ ->
          throw new IllegalStateException("all replicas come to one end: " + output);
    }
  }

  @Override
  protected void carriedOut(List<Effect<Output>> effects) {
    for (Input next = answers.poll(); next != null; next = answers.poll()) {
      on(new Event.Input<>(next));
    }
    if (member().doomed()) {
      // What waits for a flush that never comes is no state.
      member(member().with(model.replicas.doomed(member().machine(), WAITING)));
    }
  }
}
