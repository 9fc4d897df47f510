package tutti.simulator.model;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The costs of one kind of machine; each node of a model has one such machine. Immutable.
 *
 * @param description of the machine, for a person
 * @param date of the calibration
 * @param cores of each node, at least 1
 * @param nanos every plain duration, in nanoseconds
 * @param flushNanos the duration of a flush: values at evenly spaced ranks, ascending, from which
 *     one is drawn for each flush
 */
public record MachineModel(
    String description,
    String date,
    int cores,
    Map<Constant, Double> nanos,
    List<Double> flushNanos) {

  /**
   * The longest time that a thread that waits for work spins before it sleeps: the engine's own
   * value.
   */
  static final long SPIN_NANOS = 50_000;

  public MachineModel {
    if (cores < 1) {
      throw new IllegalArgumentException("a machine has at least one core, not " + cores);
    }
    if (flushNanos.isEmpty()) {
      throw new IllegalArgumentException("a machine's flush takes some time");
    }
    EnumMap<Constant, Double> all = new EnumMap<>(Constant.class);
    for (Constant each : Constant.values()) {
      if (each.isPlainDuration()) {
        Double value = nanos.get(each);
        if (value == null || !(value >= 0)) {
          throw new IllegalArgumentException(each.path() + " has no value");
        }
        all.put(each, value);
      }
    }
    nanos = java.util.Collections.unmodifiableMap(all);
    flushNanos = flushNanos.stream().sorted().toList();
  }

  /** Returns a constant's value: nanoseconds, a number of cores, or of flushes the median. */
  public double value(Constant constant) {
    return switch (constant) {
      case CORES -> cores;
      case FLUSH -> flushNanos.get(flushNanos.size() / 2);
      default -> nanos.getOrDefault(constant, 0.0);
    };
  }

  /** Returns the model with one constant that many times as large; cores stay at least 1. */
  public MachineModel scaled(Constant constant, double factor) {
    EnumMap<Constant, Double> all = new EnumMap<>(nanos);
    all.computeIfPresent(constant, (each, value) -> value * factor);
    return new MachineModel(
        description,
        date,
        constant == Constant.CORES ? (int) Math.max(1, Math.round(cores * factor)) : cores,
        all,
        constant == Constant.FLUSH
            ? flushNanos.stream().map(value -> value * factor).toList()
            : flushNanos);
  }

  /** Draws the duration of one flush. */
  double flush(RandomGenerator random) {
    double rank = random.nextDouble() * (flushNanos.size() - 1);
    int below = (int) rank;
    double low = flushNanos.get(below);
    double high = flushNanos.get(Math.min(below + 1, flushNanos.size() - 1));
    return low + (rank - below) * (high - low);
  }
}
