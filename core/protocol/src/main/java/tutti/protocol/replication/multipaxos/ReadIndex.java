package tutti.protocol.replication.multipaxos;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The questions of a leader whether it still leads. A round is asked by a message that is sent
 * after the tickets that it serves were given; tickets that come while a round is under way wait
 * for the next. So idle reads share one round.
 */
final class ReadIndex {
  private record Round(long number, long ticket) {}

  /** The newest round; 0 before the first. */
  private long newest;

  /** The highest ticket that waits, and the highest that a round serves or served. */
  private long waiting;

  private long served;
  private final Queue<Round> underWay = new ArrayDeque<>();

  long newest() {
    return newest;
  }

  void ask(long ticket) {
    waiting = Math.max(waiting, ticket);
  }

  boolean isIdle() {
    return underWay.isEmpty();
  }

  boolean isWaiting() {
    return waiting > served;
  }

  /** Begins a round for all that wait; the caller sends its number now. */
  void begin() {
    newest++;
    served = waiting;
    underWay.add(new Round(newest, waiting));
  }

  /** A majority has answered that round; gives the highest ticket that this serves, or 0. */
  long confirmed(long round) {
    long ticket = 0;
    for (Round first = underWay.peek();
        first != null && first.number() <= round;
        first = underWay.peek()) {
      ticket = first.ticket();
      underWay.remove();
    }
    return ticket;
  }
}
