/** The parts of the {@code bench} command: its flags, and one class per workload. */
@NullMarked
package tutti.lab.command;

import org.jspecify.annotations.NullMarked;
