package tutti.simulator.commit.state;

import tutti.protocol.commit.Timer;

/**
 * A timer that is running.
 *
 * @param witness whether the node's witness set it, and not its member
 * @param left the ticks until it is due; {@link #ANY_TIME} if it may ring whenever all is quiet
 */
public record RunningTimer(boolean witness, Timer timer, int left)
    implements Comparable<RunningTimer> {
  public static final int ANY_TIME = -1;

  public boolean isTimed() {
    return left != ANY_TIME;
  }

  public boolean isDue() {
    return left == 0;
  }

  RunningTimer sooner(int ticks) {
    return isTimed() ? new RunningTimer(witness, timer, left - ticks) : this;
  }

  boolean is(boolean ofWitness, Timer which) {
    return witness == ofWitness && timer == which;
  }

  @Override
  public int compareTo(RunningTimer other) {
    int byOwner = Boolean.compare(witness, other.witness);
    return byOwner != 0 ? byOwner : timer.compareTo(other.timer);
  }
}
