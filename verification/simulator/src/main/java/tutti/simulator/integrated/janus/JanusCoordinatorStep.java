package tutti.simulator.integrated.janus;

import java.util.List;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.Coordinator;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.Outcome;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;
import tutti.simulator.explorer.world.Member;
import tutti.simulator.explorer.world.MemberStep;
import tutti.simulator.integrated.MemberFacts;
import tutti.simulator.integrated.MemberFacts.OfCoordinator;

/** One step of a coordinator: what its messages and outputs mean. */
final class JanusCoordinatorStep
    extends MemberStep<Coordinator.Input, Coordinator.Output, MemberFacts, JanusPast> {
  private final JanusModel model;
  private final JanusJudge judge;
  private boolean proposed;
  private boolean chosen;

  JanusCoordinatorStep(JanusModel model, Member<MemberFacts> before, JanusPast past) {
    this(model, before, new JanusJudge(model, past));
  }

  private JanusCoordinatorStep(JanusModel model, Member<MemberFacts> before, JanusJudge judge) {
    super(model.coordinators, model.disks, judge, before, ALL);
    this.model = model;
    this.judge = judge;
  }

  private OfCoordinator facts() {
    return (OfCoordinator) member().facts();
  }

  private static boolean isAccept(Message message) {
    return message instanceof Message.Accept
        || message instanceof Message.Within(_, Message inner) && isAccept(inner);
  }

  @Override
  protected boolean counts(TimerName timer) {
    return timer == Timer.FAST;
  }

  @Override
  protected void sends(Address to, ProtocolMessage sends) {
    Message message = (Message) sends;
    proposed |= isAccept(message);
    if (message instanceof Message.Commit(_, Decision decision, _)) {
      judge.chosen(facts().transaction(), decision);
      chosen = true;
    }
    if (model.matters(message)) {
      sent().add(model.places.sent(member().place(), to, model.bringing(message)));
    }
  }

  @Override
  protected void decides(Coordinator.Output output) {
    switch (output) {
      case Coordinator.Output.Ended(_, Outcome outcome, _) ->
          judge.told(facts().transaction(), outcome);
      case Coordinator.Output.Done _ ->
          member(member().ended(member().machine(), facts().finished()));
      case Coordinator.Output.Freed _ -> {}
    }
  }

  @Override
  protected void carriedOut(List<Effect<Coordinator.Output>> effects) {
    if (proposed || chosen) {
      // It does not wait for anything else than acceptances any more.
      time(Timer.FAST, false);
    }
    if (chosen && !model.hears(facts().transaction())) {
      // Nothing that it hears makes a difference any more.
      member(member().ended(0, facts().finished()));
    }
  }
}
