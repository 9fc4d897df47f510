package tutti.lab.torture;

import java.util.Arrays;

/** The kinds of trouble of nodes, and of the connections between them. */
public enum TortureFault {
  /** {@code kill -9}, and a new start. */
  KILL("kill"),
  /** {@code kill -9} of several at once, or of all. */
  KILL_SEVERAL("kill-several"),
  /** {@code SIGTERM}, and a new start. */
  STOP("stop"),
  /** {@code SIGSTOP}, and {@code SIGCONT} later. */
  PAUSE("pause"),
  /** A start with another number of containers; the node was killed or stopped in order. */
  CONTAINERS("containers"),
  /** A start with a file-size limit: its disk is full before long. */
  DISK_FULL("disk-full"),
  /** {@code kill -9}, and a start on an empty folder; replicas alone survive it. */
  LOSE_DISK("lose-disk"),
  /** At the end of a round two nodes start on empty folders at once; a person begins anew. */
  LOSE_TWO("lose-two"),
  /** Nodes lose their connection, and make none. */
  CUT("cut"),
  /** Messages do not arrive, one way or both ways, and neither side is told. */
  HOLD("hold"),
  /** One side has lost a connection that the other side still has. */
  HALF_OPEN("half-open"),
  /** Everything arrives late. */
  DELAY("delay"),
  /** The four troubles above, between clients and a node. */
  CLIENT_CUT("client-cut"),
  CLIENT_HOLD("client-hold"),
  CLIENT_HALF_OPEN("client-half-open"),
  CLIENT_DELAY("client-delay"),
  /** A new start of all nodes under another concurrency control, commit protocol or isolation. */
  CHANGE("change");

  private final String label;

  TortureFault(String label) {
    this.label = label;
  }

  /** Returns the name in reports. */
  public String label() {
    return label;
  }

  /** Returns whether the trouble takes two nodes. */
  boolean betweenNodes() {
    return this == CUT || this == HOLD || this == HALF_OPEN || this == DELAY;
  }

  /** Returns whether the trouble has a time of its own, and is not drawn among the others. */
  boolean hasItsTime() {
    return this == CHANGE || this == LOSE_TWO;
  }

  /** Returns whether nodes that are up still hear each other in time. */
  boolean leavesTime() {
    return switch (this) {
      case KILL, KILL_SEVERAL, STOP, CONTAINERS, CHANGE -> true;
      case CLIENT_CUT, CLIENT_HOLD, CLIENT_HALF_OPEN, CLIENT_DELAY -> true;
      case PAUSE, DISK_FULL, LOSE_DISK, LOSE_TWO, CUT, HOLD, HALF_OPEN, DELAY -> false;
    };
  }

  /**
   * Returns the kind of that label.
   *
   * @throws IllegalArgumentException if there is none; the message names those that there are
   */
  public static TortureFault of(String label) {
    return Arrays.stream(values())
        .filter(kind -> kind.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--troubles: there is no '"
                        + label
                        + "'; there are "
                        + Arrays.stream(values()).map(TortureFault::label).toList()));
  }
}
