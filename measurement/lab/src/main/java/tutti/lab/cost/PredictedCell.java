package tutti.lab.cost;

import java.util.List;
import java.util.function.ToDoubleFunction;
import tutti.engine.node.cost.PredictedCost;
import tutti.lab.cost.PredictionRun.Share;

/**
 * A cell of a comparison: one program on one setting, with what was predicted and what was
 * measured.
 *
 * @param first what half of the measurements have taken
 * @param second what the other half has taken, each beside one of the first
 */
record PredictedCell(
    CostSetting setting,
    String form,
    int destinations,
    PredictedCost predicted,
    List<Timed> first,
    List<Timed> second) {
  /** The most by which the two halves may differ if the cell is to count. */
  static final double MOST_NOISE = 0.08;

  /** The most by which a measurement may differ from its prediction. */
  static final double MOST_ERROR = 0.25;

  PredictedCell {
    first = List.copyOf(first);
    second = List.copyOf(second);
  }

  /** A quantity that is both predicted and measured. */
  enum Quantity {
    /** The median from the request to the answer. */
    LATENCY("median latency", Timed::latencyNanos),

    /** The processor time of this process' executors. */
    PROCESSOR("processor time", Timed::processorNanos);

    private final String label;
    private final ToDoubleFunction<Timed> part;

    Quantity(String label, ToDoubleFunction<Timed> part) {
      this.label = label;
      this.part = part;
    }

    String label() {
      return label;
    }

    /** Returns the ratio of the two halves of a cell's measurements. */
    double noise(List<Timed> first, List<Timed> second) {
      return part.applyAsDouble(Timed.median(first)) / part.applyAsDouble(Timed.median(second));
    }
  }

  double predicted(Quantity quantity) {
    return switch (quantity) {
      case LATENCY -> predicted.latency().latency().total();
      case PROCESSOR -> predicted.processor().work().total();
    };
  }

  double measured(Quantity quantity) {
    return quantity.part.applyAsDouble(Timed.median(Share.joined(first, second)));
  }

  /** Returns what was predicted as a multiple of what was measured. */
  double ratio(Quantity quantity) {
    return predicted(quantity) / measured(quantity);
  }

  double noise(Quantity quantity) {
    return quantity.noise(first, second);
  }

  /** Returns whether the cell is quiet enough to say anything. */
  boolean counts(Quantity quantity) {
    return isQuiet(noise(quantity));
  }

  static boolean isQuiet(double noise) {
    return Math.abs(noise - 1) <= MOST_NOISE;
  }

  /** Returns whether the measurement is within a quarter of the prediction's. */
  boolean holds(Quantity quantity) {
    return Math.abs(ratio(quantity) - 1) <= MOST_ERROR;
  }
}
