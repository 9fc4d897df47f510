package tutti.simulator.network;

import tutti.engine.transport.Lane;

/** The session of two incarnations, from one handshake to the end. */
final class Session {
  final SimulatedTransport one;
  final SimulatedTransport other;

  /** The version of the application that the nodes speak of. */
  final int language;

  private final long[] newest = new long[2];
  private final long[] newestLong = new long[2];
  private int judged;
  private boolean refused;

  Session(SimulatedTransport one, SimulatedTransport other, int language) {
    this.one = one;
    this.other = other;
    this.language = language;
  }

  /**
   * Returns the time when a message that is due then may arrive without overtaking any of its lane.
   */
  long inOrder(int from, Lane lane, long due) {
    int direction = from == one.node ? 0 : 1;
    long[] all = lane == Lane.BULK ? newestLong : newest;
    all[direction] = Math.max(due, all[direction] + 1);
    return all[direction];
  }

  /** Returns the time by which all that was sent in order has arrived. */
  long settledAt() {
    return Math.max(Math.max(newest[0], newest[1]), Math.max(newestLong[0], newestLong[1]));
  }

  /** Notes that one side has judged the other's greeting; true once both have. */
  boolean judged(boolean refuses) {
    refused |= refuses;
    return ++judged == 2;
  }

  /** Returns whether a side refuses the other. */
  boolean refused() {
    return refused;
  }

  /** Returns the transport of one of the two nodes. */
  SimulatedTransport of(int node) {
    return one.node == node ? one : other;
  }
}
