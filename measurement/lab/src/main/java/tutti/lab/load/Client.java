package tutti.lab.load;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import tutti.lab.measure.Outcomes;

/**
 * One client of a closed loop: at most one request is outstanding. One answer at a time changes its
 * counters, and each answer comes after the request that followed the answer before.
 */
final class Client implements Consumer<Ending> {
  private static final int SENDING = 0;
  private static final int WAITING = 1;
  private static final int ANSWERED = 2;

  private final ClosedLoop loop;
  private final int number;
  private final SplittableRandom random;
  private final AtomicInteger state = new AtomicInteger(ANSWERED);
  private final long[] measured = new long[Ending.values().length];
  private final long[] total = new long[Ending.values().length];
  private long sent;
  private volatile boolean over;

  Client(ClosedLoop loop, int number, SplittableRandom random) {
    this.loop = loop;
    this.number = number;
    this.random = random;
  }

  /**
   * Sends requests until one is not answered immediately. A loop and not a recursion: a target may
   * answer before {@link Target#start} returns, again and again.
   */
  void go() {
    do {
      if (ends()) {
        return;
      }
      long pause = loop.target().pauseNanos(number, random);
      if (pause > 0) {
        loop.later(pause, this::send);
        return;
      }
    } while (!sends());
  }

  /** Sends a request after a pause; goes on if it is answered immediately. */
  private void send() {
    if (!ends() && !sends()) {
      go();
    }
  }

  /** Ends this client if the load has ended. */
  private boolean ends() {
    if (loop.phase() != ClosedLoop.Phase.ENDED) {
      return false;
    }
    over = true;
    loop.ended();
    return true;
  }

  /** Sends a request; returns whether its answer is waited for. */
  private boolean sends() {
    state.set(SENDING);
    sent = System.nanoTime();
    loop.target().start(number, random, this);
    return state.compareAndSet(SENDING, WAITING);
  }

  @Override
  public void accept(Ending ending) {
    long nanos = System.nanoTime() - sent;
    total[ending.ordinal()]++;
    if (loop.phase() == ClosedLoop.Phase.MEASURED) {
      measured[ending.ordinal()]++;
      loop.record(number, ending.latency(nanos));
    }
    if (!state.compareAndSet(SENDING, ANSWERED)) {
      go();
    }
  }

  /** Returns the outcomes in the measured time; meaningful once this client is over. */
  Outcomes measured() {
    return outcomes(measured);
  }

  /** Returns all outcomes; meaningful once this client is over. */
  Outcomes total() {
    return outcomes(total);
  }

  private Outcomes outcomes(long[] counts) {
    // A read of the volatile flag makes the counters visible that were written before it.
    return over || state.get() == WAITING ? Ending.outcomes(counts) : Outcomes.NONE;
  }
}
