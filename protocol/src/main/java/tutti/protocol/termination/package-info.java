/**
 * What the commit protocols share that take silence for a crash: voting, the termination protocol
 * of those that have been up all the time, the questions of those that were down, and clean-up.
 */
@NullMarked
package tutti.protocol.termination;

import org.jspecify.annotations.NullMarked;
