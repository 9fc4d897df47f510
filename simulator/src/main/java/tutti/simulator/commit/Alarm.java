package tutti.simulator.commit;

import tutti.protocol.commit.Timer;

/**
 * A timer that is running.
 *
 * @param witness whether the node's witness set it, and not its member
 * @param left the ticks until it is due; {@link #ANY_TIME} if it may ring whenever all is quiet
 */
record Alarm(boolean witness, Timer timer, int left) implements Comparable<Alarm> {
  static final int ANY_TIME = -1;

  boolean isTimed() {
    return left != ANY_TIME;
  }

  boolean isDue() {
    return left == 0;
  }

  Alarm sooner(int ticks) {
    return isTimed() ? new Alarm(witness, timer, left - ticks) : this;
  }

  boolean is(boolean ofWitness, Timer which) {
    return witness == ofWitness && timer == which;
  }

  @Override
  public int compareTo(Alarm other) {
    int byOwner = Boolean.compare(witness, other.witness);
    return byOwner != 0 ? byOwner : timer.compareTo(other.timer);
  }
}
