package tutti.rebel.check;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.typed.CheckedCall;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.typed.CheckedSync;

/**
 * Finds negated syncs with events that call procedures in Java, directly or through others: whether
 * such an event is impossible cannot be known without running the procedures.
 *
 * @param specifications without errors, in their order
 */
record NegatedCalls(List<CheckedSpecification> specifications, Diagnostics diagnostics) {
  void check() {
    for (CheckedSpecification specification : specifications) {
      for (CheckedEvent event : specification.events()) {
        event.sync().stream().filter(CheckedSync::negated).forEach(this::check);
      }
    }
  }

  private void check(CheckedSync negated) {
    CheckedCall call = call(negated, new HashSet<>());
    if (call != null) {
      diagnostics.error(
          negated.span(), "java-negated/through", call.actor(), call.procedure().name());
    }
  }

  private @Nullable CheckedCall call(CheckedSync sync, Set<CheckedEvent> seen) {
    CheckedEvent event = specifications.get(sync.specification()).events().get(sync.event());
    if (!event.calls().isEmpty()) {
      return event.calls().getFirst();
    }
    if (seen.add(event)) {
      for (CheckedSync next : event.sync()) {
        CheckedCall call = call(next, seen);
        if (call != null) {
          return call;
        }
      }
    }
    return null;
  }
}
