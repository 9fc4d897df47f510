package tutti.engine.transaction;

import java.util.OptionalLong;
import java.util.function.Consumer;

/** The node that has sent a client's request on, as the node that runs it knows it. */
public interface Sender {
  /** How many {@link AnsweredKeys} of this node it knew of when the client's request came. */
  long heard();

  /**
   * Asks how long it has had the client's request, in nanoseconds by its own clock; {@code told} is
   * called once, with nothing if it cannot be asked or does not have the request any more.
   */
  void age(Consumer<OptionalLong> told);
}
