/**
 * The time of one uncontended event from submission to outcome, and the price that a parked client
 * pays.
 */
@NullMarked
package tutti.lab.latency;

import org.jspecify.annotations.NullMarked;
