package tutti.simulator.integrated;

import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.tapir.Coordinator;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;
import tutti.simulator.explorer.world.Member;
import tutti.simulator.explorer.world.MemberStep;

/** One step of a coordinator: what its messages and outputs mean. */
final class TapirCoordinatorStep
    extends MemberStep<Coordinator.Input, Coordinator.Output, MemberFacts, TapirPast> {
  private final TapirModel model;
  private final TapirJudge judge;
  private final TapirScope scope;

  TapirCoordinatorStep(
      TapirModel model, TapirJudge judge, TapirScope scope, Member<MemberFacts> before) {
    super(model.coordinators, model.disks, judge, before, ALL);
    this.model = model;
    this.judge = judge;
    this.scope = scope;
  }

  /**
   * Returns whether the end of a timer can make a difference: that of {@code FAST} can, unless the
   * coordinator is patient. A patient coordinator waits for a fast quorum as long as one can come.
   */
  @Override
  protected boolean counts(TimerName timer) {
    return timer == Timer.FAST && !scope.start().isPatient();
  }

  @Override
  protected void sends(Address to, ProtocolMessage message) {
    if (scope.executes() || !(message instanceof Message.Decide)) {
      sent().add(model.places.sent(member().place(), to, message));
    }
  }

  @Override
  protected void decides(Coordinator.Output output) {
    switch (output) {
      case Coordinator.Output.Ended end -> {
        judge.ended(TapirWorld.ofCoordinator(member()).transaction(), end);
        if (!scope.executes()) {
          // All that it would still say is lost.
          gone();
        }
      }
      case Coordinator.Output.LeftOut _ -> {}
      case Coordinator.Output.Done _ -> gone();
    }
  }

  /** The coordinator is never heard of again. */
  void gone() {
    MemberFacts facts = TapirWorld.ofCoordinator(member()).finished();
    int machine = model.reduces() ? Member.DOWN : member().machine();
    member(member().ended(machine, facts));
  }
}
