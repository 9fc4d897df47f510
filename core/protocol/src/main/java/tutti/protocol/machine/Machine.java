package tutti.protocol.machine;

import java.util.List;

/**
 * One role of a protocol, for one transaction or for one shard. Equal events in equal order give
 * equal effects. Confined to one thread at a time.
 *
 * <p>For example, a node calls a replica with {@code Started(7)}, sets the timer that the replica's
 * effects ask for, and calls it with {@code TimerFired(ELECTION)} when the timer has run down.
 *
 * @param <I> the sealed type of a node's requests to the machine
 * @param <O> the sealed type of the machine's decisions
 */
public interface Machine<I, O> {

  /**
   * Takes one event. Messages, timers and inputs that come late, twice or out of order are no
   * errors.
   *
   * @return the effects to carry out, in this order, but for records, which come first; the caller
   *     may keep the list
   * @throws IllegalStateException if the caller breaks the order that {@link Event} asks for
   */
  List<Effect<O>> on(Event<I> event);

  /**
   * The state of the machine, in the protocol's own word in lower case, such as {@code leading}.
   */
  String phase();
}
