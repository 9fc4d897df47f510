package tutti.simulator.options;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The runs of a simulation, one seed after the other.
 *
 * @param most the most runs
 * @param enough called between runs; true ends the simulation
 * @param cut called repeatedly within each run, by all threads; true ends the current runs where
 *     they are. They count as cut
 * @param threads the number of runs side by side, at least 1; no result depends on it
 * @param progress called after each run, by one thread at a time; should be quick
 */
public record RunSeries(
    long most,
    BooleanSupplier enough,
    BooleanSupplier cut,
    int threads,
    Consumer<Progress> progress) {

  /** One run, of which nothing is told. */
  static final RunSeries ONE = new RunSeries(1, () -> false, () -> false, 1, progress -> {});
}
