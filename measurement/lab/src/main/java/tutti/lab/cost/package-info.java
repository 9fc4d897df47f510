/**
 * Calibration and proof of predicted latencies (Reactors §2.4, §4.2): {@code tutti calibrate
 * --calls} and {@code tutti bench predict}.
 *
 * <p>Begin with {@link tutti.lab.cost.CallCalibration}. It measures the constants of {@code
 * tutti.engine.node.cost} by the procedures of a {@link tutti.lab.cost.ProbeActor}, which are of no
 * workload, in each {@link tutti.lab.cost.CostSetting}. {@link tutti.lab.cost.PredictionRun}
 * measures and calibrates in turn, and compares what was predicted with what was measured.
 *
 * <p>Each constant is a difference between the medians of two transactions of which one does more
 * of a thing. For example, a call of another container is a seventh of what eight such calls one
 * after the other take longer than one.
 */
@NullMarked
package tutti.lab.cost;

import org.jspecify.annotations.NullMarked;
