package tutti.protocol.machine;

/**
 * An event of a {@link Machine}.
 *
 * @param <I> what a node wants of the machine
 */
public sealed interface Event<I> {

  /** The event in a few words, for people: without what it carries. */
  default String words() {
    return switch (this) {
      case Received(Address from, ProtocolMessage message) ->
          "a message " + message.name() + " of host " + from.host();
      case TimerFired(TimerName timer) -> "timer " + timer;
      case Input(I input) -> "step " + input.getClass().getSimpleName();
      case Started(long _), Persisted(int _), Halted() -> "step " + getClass().getSimpleName();
    };
  }

  /**
   * The machine may begin. This is its first event, and comes once.
   *
   * @param nonce a random number above 0 that no other start of any machine has
   */
  record Started<I>(long nonce) implements Event<I> {}

  /** A message has come. */
  record Received<I>(Address from, ProtocolMessage message) implements Event<I> {}

  /**
   * The oldest {@code records} records that were not durable yet are durable. Records with
   * {@linkplain Effect.Flush#UNTOLD untold} flushes do not count.
   */
  record Persisted<I>(int records) implements Event<I> {}

  /** A timer has run down that was set and neither cancelled nor set anew since. */
  record TimerFired<I>(TimerName timer) implements Event<I> {}

  /** A wish of the node, in the protocol's own words. */
  record Input<I>(I input) implements Event<I> {}

  /** The log has failed, or the node stops: the machine says nothing of its own any more. */
  record Halted<I>() implements Event<I> {}
}
