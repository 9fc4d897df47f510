/** Many runs of one workload that a file describes: every combination of some flags' values. */
@NullMarked
package tutti.lab.sweep;

import org.jspecify.annotations.NullMarked;
