package tutti.engine.node.cost;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import tutti.model.cost.CallPlace;

/**
 * The calibrated costs of one machine, as {@code tutti calibrate --calls} measured them. Immutable.
 *
 * @param machine the machine's name, as {@link ThisMachine#name()} has it
 * @param date of the calibration, as {@code 2026-11-30}
 * @param control the concurrency control under which they were measured, as deployments name it
 * @param costs those that were measured: all, or all but those of some places
 */
public record CostConstants(
    String machine, String date, String control, Map<CostConstant, Cost> costs) {

  /**
   * The cost of one thing.
   *
   * @param latencyNanos the time by which it delays an answer, at least 0
   * @param processorNanos the processor time that it uses, in all threads of executors, at least 0
   */
  public record Cost(double latencyNanos, double processorNanos) {
    /** A thing that costs nothing. */
    public static final Cost NONE = new Cost(0, 0);

    /** A cost, whose parts are at least 0. */
    public Cost {
      if (!(latencyNanos >= 0) || !(processorNanos >= 0)) {
        throw new IllegalArgumentException(
            "a cost is at least 0 ns, not " + latencyNanos + " and " + processorNanos);
      }
    }
  }

  /** The constants, of which a place has all or none. */
  public CostConstants {
    EnumMap<CostConstant, Cost> all = new EnumMap<>(CostConstant.class);
    all.putAll(costs);
    costs = Collections.unmodifiableMap(all);
  }

  /** Returns whether calls to a place were measured; those within a container always are. */
  public boolean has(CallPlace place) {
    return CostConstant.of(place).stream().allMatch(costs::containsKey);
  }

  /**
   * Returns a constant.
   *
   * @throws IllegalStateException if it was not measured; the message says what to do
   */
  public Cost cost(CostConstant constant) {
    Cost cost = costs.get(constant);
    if (cost == null) {
      throw new IllegalStateException(
          "the calibration has no " + constant.path() + ": 'tutti calibrate --calls' measures it");
    }
    return cost;
  }
}
