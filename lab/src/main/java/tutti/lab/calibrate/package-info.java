/**
 * Measures on this machine what the {@linkplain tutti.simulator.model model} charges for, by small
 * measurements of the real parts: never by the workloads that the model is to predict.
 */
@NullMarked
package tutti.lab.calibrate;

import org.jspecify.annotations.NullMarked;
