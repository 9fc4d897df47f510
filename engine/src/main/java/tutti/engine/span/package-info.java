/**
 * Where the time of a transaction goes, for those that are timed: in memory, in histograms and in a
 * line for each slow one. What is not timed pays a test for null wherever a phase begins.
 */
@NullMarked
package tutti.engine.span;

import org.jspecify.annotations.NullMarked;
