package tutti.rebel.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.Evaluation;
import tutti.model.Refusal;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedSpecification;

/**
 * The transitions of an event by stage, and the refusals in stages in which the event is not
 * possible.
 */
final class LifeCycle {
  private final int[] targets;
  private final Evaluation.@Nullable Refused[] refusals;

  LifeCycle(CheckedSpecification specification, CheckedEvent event) {
    int stages = specification.stages().size();
    targets = new int[stages];
    refusals = new Evaluation.Refused[stages];
    Arrays.fill(targets, -1);
    event.transitions().forEach(transition -> targets[transition.from()] = transition.to());
    for (int stage = 0; stage < stages; stage++) {
      if (targets[stage] < 0) {
        refusals[stage] = new Evaluation.Refused(refusal(specification, event, stage));
      }
    }
  }

  /** The stage after the event, or -1 if the event is not possible from there. */
  int target(int stage) {
    return targets[stage];
  }

  @SuppressWarnings("NullAway") // Every stage has either a target or a refusal.
  Evaluation.Refused refusal(int stage) {
    return refusals[stage];
  }

  /** Returns whether the event leaves the stage {@code stage} unchanged. */
  boolean staysFrom(int stage) {
    return targets[stage] == stage;
  }

  private static Refusal refusal(
      CheckedSpecification specification, CheckedEvent event, int stage) {
    List<String> possible = new ArrayList<>();
    for (CheckedEvent other : specification.events()) {
      if (other.transitions().stream().anyMatch(transition -> transition.from() == stage)) {
        possible.add(other.name());
      }
    }
    String state = specification.stages().get(stage);
    String choice = possible.isEmpty() ? "no event is" : "possible: " + String.join(", ", possible);
    if (stage == 0) {
      return Refusal.of(
          "no-such-instance",
          "this %s does not exist, so %s is not possible (%s)"
              .formatted(specification.name(), event.name(), choice));
    }
    boolean ended = (specification.finals() >>> stage & 1) != 0;
    return Refusal.of(
        "state",
        event.name()
            + " is not possible in state "
            + state
            + (ended ? ", where the life cycle of " + specification.name() + " has ended" : "")
            + (possible.isEmpty() && ended ? "" : " (" + choice + " there)"));
  }
}
