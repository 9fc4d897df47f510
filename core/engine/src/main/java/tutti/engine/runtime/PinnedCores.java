package tutti.engine.runtime;

import java.util.BitSet;

/**
 * The choice of a core for the next pinned executor: the core that has the fewest so far, all
 * schedulers of the process together, because they share the cores. Neighbours come one after the
 * other, so that the executors of a container, which are made in turn, share caches where the
 * machine has islands (Reactors §3.3). Thread-safe.
 *
 * <p>Processes that share a machine begin at different cores ({@link #share}).
 */
final class PinnedCores {
  private static final PinnedCores OF_PROCESS = new PinnedCores();

  private int[] cores = {};
  private int[] users = {};
  private double begin;

  /** Returns the cores of this process; they are looked up at the first use. */
  static PinnedCores ofProcess() {
    return OF_PROCESS;
  }

  /** Returns these cores and no others, for tests. */
  static PinnedCores of(int... cores) {
    PinnedCores some = new PinnedCores();
    some.use(cores);
    return some;
  }

  private void use(int[] found) {
    cores = found;
    users = new int[found.length];
  }

  /**
   * @param process the number of this process among those that share the machine, from 0
   * @param processes how many there are
   */
  synchronized void share(int process, int processes) {
    begin = (double) process / processes;
  }

  /** A core, which stays the caller's to {@link #give} back; -1 if none are known. */
  synchronized int take() {
    if (cores.length == 0) {
      BitSet allowed = Affinity.allowed();
      use(allowed.stream().toArray());
    }
    int best = -1;
    int first = (int) (begin * cores.length);
    for (int i = 0; i < cores.length; i++) {
      int at = (first + i) % cores.length;
      if (best < 0 || users[at] < users[best]) {
        best = at;
      }
    }
    if (best < 0) {
      return -1;
    }
    users[best]++;
    return cores[best];
  }

  synchronized void give(int core) {
    for (int i = 0; i < cores.length; i++) {
      if (cores[i] == core) {
        users[i]--;
      }
    }
  }
}
