package tutti.simulator.integrated;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.simulator.explorer.world.Finding;
import tutti.simulator.explorer.world.Member;

/**
 * A state of the model. Immutable.
 *
 * @param members the members, by their {@link MemberPlaces}
 * @param messages the number of the bag of messages under way
 * @param broken the rule that this state breaks; null if all hold
 */
record TapirWorld(
    List<Member<MemberFacts>> members, int messages, TapirPast past, @Nullable Finding broken) {

  Member<MemberFacts> member(int place) {
    return members.get(place);
  }

  static int heard(Member<MemberFacts> replica) {
    return ((MemberFacts.OfReplica) replica.facts()).heard();
  }

  static MemberFacts.OfCoordinator ofCoordinator(Member<MemberFacts> coordinator) {
    return (MemberFacts.OfCoordinator) coordinator.facts();
  }

  TapirWorld with(TapirPast next) {
    return new TapirWorld(members, messages, next, broken);
  }
}
