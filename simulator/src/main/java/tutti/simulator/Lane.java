package tutti.simulator;

/** An executor or a step queue: what the seed chooses from when it chooses what goes on next. */
abstract class Lane {
  final Core core;
  final SimulatedNode node;
  final String name;

  /** In the order of creation, so that traces name lanes without depending on hashes. */
  final int number;

  /** Where {@link Core} keeps it among the runnable, or -1. */
  int runnableAt = -1;

  Lane(Core core, SimulatedNode node, String name) {
    this.core = core;
    this.node = node;
    this.name = name;
    this.number = core.nextLane();
  }

  /** Whether there is something to run now. */
  abstract boolean runnable();

  /** Runs one slice. */
  abstract void runSlice();

  /** A crash: forgets all that is queued. */
  abstract void clear();

  @Override
  public String toString() {
    return node.name() + "/" + name;
  }
}
