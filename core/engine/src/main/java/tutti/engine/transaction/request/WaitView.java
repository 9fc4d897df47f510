package tutti.engine.transaction.request;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Use;

/**
 * A request of a transaction that waits at an actor, at one moment, for people. Immutable.
 *
 * @param actor the actor at which it waits
 * @param how what it waits to do there, in a few words; under versioning, at which version
 * @param nanos how long it has waited
 * @param before the transactions that it waits for, each with its use of the actor: under
 *     versioning, its version
 */
public record WaitView(BranchKey key, String actor, String how, long nanos, List<String> before) {
  public WaitView {
    before = List.copyOf(before);
  }

  static WaitView of(PendingRequest ask, long nanos) {
    Set<Participant> blockers = new LinkedHashSet<>();
    ask.blockers(blockers::add);
    List<String> before = new ArrayList<>();
    List<String> own = new ArrayList<>(1);
    ask.control()
        .uses(
            ask.cell(),
            use -> {
              if (use instanceof Use.Waits waits && waits.request() == ask) {
                own.add(waits.how());
              } else if (use instanceof Use.Held held && blockers.remove(held.owner())) {
                before.add(use.toString());
              }
            });
    // Blockers that the actor itself does not name: such as wait before this one.
    blockers.forEach(each -> before.add(each.key().toString()));
    String how = own.isEmpty() ? "waits" : own.getFirst();
    return new WaitView(ask.owner().key(), ask.cell().id().toString(), how, nanos, before);
  }
}
