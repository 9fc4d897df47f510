package tutti.simulator.commit.step;

import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.Timer;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.state.NodeState;
import tutti.simulator.commit.state.OutsideOperation;
import tutti.simulator.commit.state.PendingRecord;
import tutti.simulator.commit.state.RunningTimer;
import tutti.simulator.explorer.world.EffectCarrier;

/**
 * A step of one machine of a node: its messages and records are in the world that the step changes,
 * as old as the event that has caused them.
 */
final class NodeStep extends EffectCarrier<Output> {
  private final TransitionRelation laws;
  private final GlobalState world;
  private final int node;
  private final boolean witness;
  private final int machine;
  private final int age;

  /**
   * @param witness whether the machine is the node's witness, and not its member
   * @param machine the number of the machine after the event
   * @param age the ticks since the message was sent, or the timer ran down, that is the event
   */
  NodeStep(
      TransitionRelation laws, GlobalState world, int node, boolean witness, int machine, int age) {
    this.laws = laws;
    this.world = world;
    this.node = node;
    this.witness = witness;
    this.machine = machine;
    this.age = age;
  }

  @Override
  protected void sends(Address to, ProtocolMessage message) {
    world.wires.add(laws.message(node, to.host(), (CommitMessage) message));
  }

  @Override
  protected void appends(Effect.Persist<Output> persist) {
    CommitRecord record = (CommitRecord) persist.record();
    RecordKind entry = record.entry();
    var voters = laws.voters(node, machine, entry);
    world
        .edit(node)
        .tail
        .add(new PendingRecord(witness, entry, record.memory(), persist.isTold(), voters, age));
  }

  @Override
  protected void sets(TimerName timer, long nanos) {
    world.edit(node).set(laws.alarm(witness, (Timer) timer, nanos));
  }

  @Override
  protected void stops(TimerName timer) {
    world.edit(node).stop(new RunningTimer(witness, (Timer) timer, RunningTimer.ANY_TIME));
  }

  @Override
  protected void decides(Output output) {
    NodeState site = world.edit(node);
    switch (output) {
      case Output.AwaitSent _ -> site.sending = age;
      case Output.AwaitObserved _ -> site.tail.add(PendingRecord.observed(witness, age));
      case Output.Act(boolean mayHaveRun) ->
          site.operation =
              site.operation.at(
                  mayHaveRun ? OutsideOperation.Work.ASKS : OutsideOperation.Work.RUNS);
      case Output.Decide(boolean commit) -> site.outcome = site.outcome.then(commit);
      case Output.Tell(boolean commit) -> world.ledger = world.ledger.told(commit);
      case Output.End _ -> site.forget(witness);
    }
  }
}
