package tutti.simulator.cluster;

/** The times in which an operator keeps a node down, or clients out of it. */
public final class Holds {
  private boolean shut;
  private boolean down;
  private boolean late;

  /** Keeps clients out ({@code on}), or admits them again, in this life and in later ones. */
  public void shut(boolean on) {
    shut = on;
  }

  boolean isShut() {
    return shut;
  }

  /** Keeps the node down from its next end on ({@code on}), or permits it to be started again. */
  public void down(boolean on) {
    down = on;
  }

  /** Returns whether the node stays down. */
  public boolean isDown() {
    return down;
  }

  /** All nodes are to begin with something else: one that is down does not stop for that. */
  void changed() {
    late = down;
  }

  void started() {
    late = false;
  }

  /** Returns whether the node was down when all were changed, and has not started since. */
  boolean isLate() {
    return late;
  }
}
