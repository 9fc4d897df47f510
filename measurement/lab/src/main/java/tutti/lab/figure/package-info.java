/**
 * The papers' figures, measured anew: the papers' results, the conditions of finding them again -
 * set before the run -, and the verdicts, as JSON, a page and plots.
 *
 * <p>Departures from the papers: nodes share one machine, or are those of a model. PSAC Figure 6
 * has transfers between 20,000 accounts and, beside them, between the paper's 100,000. Easy
 * Commit's figures have the departures of {@link tutti.lab.ycsb}; their two-phase commit answers
 * the client once its decision is durable, where the paper's (§5.2) waits for all acknowledgements:
 * the paper's is {@code two-phase-acknowledged}.
 *
 * <p>Readers begin with {@link tutti.lab.figure.Measuring}, and go on with one figure, as {@link
 * tutti.lab.figure.Psac8}.
 */
@NullMarked
package tutti.lab.figure;

import org.jspecify.annotations.NullMarked;
