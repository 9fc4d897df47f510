package tutti.lab.measure;

import tutti.engine.node.cost.ThisMachine;

/**
 * The machine of a measurement.
 *
 * @param cpu the model, as the system names it
 * @param cores that this process may use
 * @param fsyncProbeMicros the median of the probes made beside the runs: one 4 KiB write and its
 *     {@code fdatasync}
 * @param beside the other work of the machine meanwhile
 */
public record Machine(String cpu, int cores, double fsyncProbeMicros, Beside beside) {

  /** A machine whose other work is not known, or does not matter. */
  public Machine(String cpu, int cores, double fsyncProbeMicros) {
    this(cpu, cores, fsyncProbeMicros, Beside.UNKNOWN);
  }

  /** Returns this machine. */
  public static Machine here(double fsyncProbeMicros, Beside beside) {
    return new Machine(
        ThisMachine.cpu(), Runtime.getRuntime().availableProcessors(), fsyncProbeMicros, beside);
  }
}
