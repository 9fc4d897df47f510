/** The {@code bench} command's parts: its flags, and one class per workload. */
@NullMarked
package tutti.lab.command;

import org.jspecify.annotations.NullMarked;
