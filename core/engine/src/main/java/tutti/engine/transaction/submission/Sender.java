package tutti.engine.transaction.submission;

import java.util.OptionalLong;
import java.util.function.Consumer;
import tutti.engine.concurrency.TransactionId;

/** The node that has passed a client's request on, as the node that runs the request knows it. */
public interface Sender {
  /**
   * Returns how many {@link tutti.engine.transaction.outcome.AnsweredKeys} of this node the sender
   * knew of when the client's request came.
   */
  long heard();

  /**
   * Asks how long the sender has had the client's request, in nanoseconds by its own clock; {@code
   * told} is called once, with nothing if the sender cannot be asked or does not have the request
   * any more.
   */
  void age(Consumer<OptionalLong> told);

  /** Hears the name of the transaction whose outcome answers the request, before it does. */
  default void named(TransactionId id) {}
}
