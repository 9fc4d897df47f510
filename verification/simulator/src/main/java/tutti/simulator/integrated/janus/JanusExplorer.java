package tutti.simulator.integrated.janus;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tutti.protocol.integrated.janus.Message;
import tutti.simulator.explorer.search.LocalExplorer;
import tutti.simulator.explorer.search.Network;
import tutti.simulator.explorer.world.InFlight;
import tutti.simulator.explorer.world.Local;
import tutti.simulator.explorer.world.Member;
import tutti.simulator.integrated.MemberFacts;
import tutti.simulator.world.Seeds;

/** The explorer of Janus: a few replicas, coordinators and transactions. */
public class JanusExplorer extends LocalExplorer<MemberFacts, JanusPast> {
  /**
   * The stage in which configurations do not change any more, so that no replica needs to report
   * its state.
   */
  private static final int FORMED = 1;

  private final JanusModel model;
  private final JanusSteps steps;
  private final JanusScope scope;

  /**
   * @param limit the most states; an exploration with more is not complete
   */
  public JanusExplorer(JanusScope scope, int limit, Network network) {
    super(seed -> Seeds.stream(seed, "integrated"), limit, network);
    this.scope = scope;
    this.model = new JanusModel(scope, network == Network.STANDING);
    this.steps = new JanusSteps(scope, model);
  }

  @Override
  protected int[] start() {
    JanusStart start = new JanusStart(scope, model, steps);
    return state(start.members(), start.past(), start.underWay());
  }

  @Override
  protected List<Local<MemberFacts, JanusPast>> own(Member<MemberFacts> member, JanusPast past) {
    return steps.own(member, past);
  }

  @Override
  protected List<Local<MemberFacts, JanusPast>> arrive(
      Member<MemberFacts> member, JanusPast past, InFlight mail) {
    return steps.arrive(member, past, mail);
  }

  @Override
  protected boolean stays(InFlight mail) {
    return !(mail.message() instanceof Message.HandOver);
  }

  /**
   * Returns whether a message may wait: a coordinator counts answers in any order, until an answer
   * makes it act.
   */
  @Override
  protected boolean waits(Member<MemberFacts> member, InFlight mail) {
    return member.facts() instanceof MemberFacts.OfCoordinator;
  }

  @Override
  protected boolean isUrgent(Member<MemberFacts> member, InFlight mail) {
    return switch (member.facts()) {
      case MemberFacts.OfReplica _ -> model.isUrgentToReplica(member, mail);
      case MemberFacts.OfCoordinator _ -> model.isUrgentToCoordinator(member, mail);
    };
  }

  @Override
  protected List<InFlight> left(Member<MemberFacts> receiver, List<InFlight> underWay, int stage) {
    return underWay.stream()
        .filter(
            mail ->
                switch (receiver.facts()) {
                  case MemberFacts.OfCoordinator _ -> !model.coordinatorIgnores(receiver, mail);
                  case MemberFacts.OfReplica _ ->
                      mail.message() instanceof Message.HandOver
                          ? stage < FORMED
                          : !model.replicaIgnores(receiver, mail);
                })
        .toList();
  }

  @Override
  protected int stage(JanusPast past) {
    return model.isFormed(past) ? FORMED : 0;
  }

  /** Each replica by itself, and the decisions, in words. */
  final Set<String> parts(int[] state) {
    Set<String> all = new TreeSet<>();
    for (int at = 0; at < state.length - 1; at++) {
      if (model.places.isReplica(at)) {
        all.add(model.picture(member(state, at)));
      }
    }
    all.add(past(state).lives().stream().map(JanusPast.Life::decision).toList().toString());
    return all;
  }

  @Override
  protected int agreed(int[] state) {
    return (int) past(state).lives().stream().filter(life -> life.decision().isPresent()).count();
  }
}
