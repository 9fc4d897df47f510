/**
 * The calibration of the {@linkplain tutti.simulator.model model}'s constants on this machine, by
 * small measurements of the real parts: never by the workloads that the model is to predict.
 *
 * <p>{@link tutti.benchmark.calibrate.ModelValidation} compares the model with this machine by such
 * a workload, the bank.
 *
 * <p>Readers begin with {@link tutti.benchmark.calibrate.Calibration}, which lists the constants.
 */
@NullMarked
package tutti.benchmark.calibrate;

import org.jspecify.annotations.NullMarked;
