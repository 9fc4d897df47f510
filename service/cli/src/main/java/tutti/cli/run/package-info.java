/**
 * The command {@code tutti run}. Readers begin with {@link tutti.cli.run.RunCommand}; {@link
 * tutti.cli.run.RunningService} is one node in this process, {@link tutti.cli.run.NodeProcesses}
 * are the processes of several.
 */
@NullMarked
package tutti.cli.run;

import org.jspecify.annotations.NullMarked;
