package tutti.rebel.compile;

import tutti.model.Call;
import tutti.rebel.code.Frame;

/** One line of a {@code sync}: it makes the call on the other instance or actor. */
interface Partner {
  Call call(Frame frame);

  /** The author's documentation at that line, or empty. */
  String documentation();
}
