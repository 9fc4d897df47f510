/**
 * The time that timed transactions spend in each phase: in memory, in histograms and in a line for
 * each slow one. An untimed transaction pays a test for null where a phase begins.
 */
@NullMarked
package tutti.engine.span;

import org.jspecify.annotations.NullMarked;
