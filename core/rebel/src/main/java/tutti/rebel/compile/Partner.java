package tutti.rebel.compile;

import tutti.model.Call;
import tutti.rebel.code.Frame;
import tutti.rebel.code.RefusalRule;

/** One line of a {@code sync}: it makes the call on the other instance or actor. */
interface Partner {
  Call call(Frame frame);

  /** The line as a rule, for refusals. */
  RefusalRule rule();

  /** The author's documentation at that line, or empty. */
  default String documentation() {
    return rule().documentation();
  }
}
