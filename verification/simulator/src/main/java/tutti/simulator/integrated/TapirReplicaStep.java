package tutti.simulator.integrated;

import tutti.protocol.integrated.tapir.Input;
import tutti.protocol.integrated.tapir.Invariants;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Output;
import tutti.protocol.integrated.tapir.Record;
import tutti.protocol.integrated.tapir.ViewCommand;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;
import tutti.simulator.explorer.world.Member;
import tutti.simulator.explorer.world.MemberStep;

/** One step of a replica: what its messages, records and outputs mean. */
final class TapirReplicaStep extends MemberStep<Input, Output, MemberFacts, TapirPast> {
  private final TapirModel model;
  private final TapirJudge judge;

  TapirReplicaStep(TapirModel model, TapirJudge judge, Member<MemberFacts> before) {
    super(model.replicas, model.disks, judge, before, ALL);
    this.model = model;
    this.judge = judge;
  }

  /**
   * Returns whether flushes are immediate. Once no host crashes any more, an immediate flush is
   * equivalent to one before messages arrive.
   */
  @Override
  protected boolean isFlushedAtOnce() {
    return !past().budget().mayCrash();
  }

  @Override
  protected void sends(Address to, ProtocolMessage message) {
    int place = member().place();
    if (!(to instanceof Address.Replica)) {
      if (cause() instanceof Event.Received<Input>) {
        Invariants.silent(model.memory(before()).acts(), (Message) message);
      }
      judge.said(member(), (Message) message);
    }
    sent().add(model.places.sent(place, to, message));
  }

  @Override
  protected void writes(ProtocolRecord fact) {
    if (fact instanceof Record.Opened(ViewCommand.Open open)) {
      judge.synced(member(), open);
    }
  }

  @Override
  protected void decides(Output output) {
    switch (output) {
      case Output.Append(ViewCommand entry) -> judge.appended(member().place(), entry);
      case Output.Executed(var entry) -> judge.executed(member(), entry);
      case Output.TakeOver _ -> {}
    }
  }
}
