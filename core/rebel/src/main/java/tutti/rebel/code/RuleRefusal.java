package tutti.rebel.code;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Caller;
import tutti.model.Observation;
import tutti.model.Refusal;
import tutti.model.Surroundings;
import tutti.model.Unobserved;
import tutti.rebel.value.ValueRefused;
import tutti.rebel.value.Values;

/**
 * The refusal of a rule that does not hold, or cannot be computed. The refusal keeps the state and
 * the arguments and computes the values to show when they are read; values of other instances and
 * the time are computed at once, because they may be gone by then.
 */
final class RuleRefusal implements Refusal {
  /**
   * The greatest number of steps to compute the values to show. They may be computed by a thread
   * that others wait for; values that take longer are left out.
   */
  private static final int STEPS_TO_SHOW = 10_000;

  /** The surroundings of a rule that looks at nothing there. */
  private static final Surroundings NOWHERE =
      new Surroundings() {
        @Override
        public Instant now() {
          throw new IllegalStateException("a rule that looks at the time");
        }

        @Override
        public Caller caller() {
          throw new IllegalStateException("a rule that looks at the caller");
        }

        @Override
        public @Nullable Object observe(ActorId other, Observation what) {
          throw new IllegalStateException("a rule that looks at " + other);
        }
      };

  private final RefusalRule rule;
  private final @Nullable ValueRefused cause;
  private final ActorState state;
  private final List<Object> arguments;
  private final @Nullable Object[] next;
  private final int nextStage;
  private final int locals;
  private final @Nullable Map<String, String> seen;

  RuleRefusal(RefusalRule rule, Frame frame, @Nullable ValueRefused cause) {
    this.rule = rule;
    this.cause = cause;
    this.state = frame.state;
    this.arguments = frame.arguments;
    this.next = frame.next;
    this.nextStage = frame.nextStage;
    this.locals = frame.locals.length;
    this.seen = rule.around() ? compute(frame.around) : null;
  }

  @Override
  public String code() {
    return cause != null ? cause.code() : rule.kind().code;
  }

  @Override
  public String message() {
    String what = rule.kind().code + (rule.name().isEmpty() ? "" : " " + rule.name());
    String start =
        cause != null
            ? cause.message() + ", in the " + what + " \"" + rule.text() + '"'
            : "the " + what + " \"" + rule.text() + "\" does not hold";
    Map<String, String> values = values();
    return values.isEmpty()
        ? start
        : start
            + values.entrySet().stream()
                .map(entry -> entry.getKey() + " = " + entry.getValue())
                .collect(Collectors.joining(", ", " (", ")"));
  }

  @Override
  public @Nullable String documentation() {
    return rule.documentation().isEmpty() ? null : rule.documentation();
  }

  @Override
  public String rule() {
    return rule.text();
  }

  @Override
  public Map<String, String> values() {
    return seen != null ? seen : compute(NOWHERE);
  }

  @Override
  public long weight() {
    long sum = Values.weight(arguments) + Values.weight(Arrays.asList(next));
    for (int i = 0; i < state.size() && sum >= 0; i++) {
      sum += Values.weight(state.field(i));
    }
    if (seen != null) {
      sum += Values.weight(List.copyOf(seen.values()));
    }
    // What is not known is added to, and passes the end of the numbers.
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  private Map<String, String> compute(Surroundings around) {
    Frame frame = new Frame(state, arguments, around, locals, STEPS_TO_SHOW);
    frame.next = next;
    frame.nextStage = nextStage;
    Map<String, String> values = new LinkedHashMap<>();
    for (RefusalRule.Watched watched : rule.watched()) {
      try {
        values.put(watched.text(), Values.text(watched.code().eval(frame)));
      } catch (ValueRefused e) {
        if (e.code().equals(Instances.UNSET)) {
          values.put(watched.text(), Values.text(null));
        }
      } catch (Unobserved e) {
        // The rule ended before it read this value, so there is no value to show.
      }
    }
    return values;
  }

  @Override
  public String toString() {
    return code() + ": " + message();
  }
}
