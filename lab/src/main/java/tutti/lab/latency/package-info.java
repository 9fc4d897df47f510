/** What one uncontended event takes from submission to outcome, and what a parked client pays. */
@NullMarked
package tutti.lab.latency;

import org.jspecify.annotations.NullMarked;
