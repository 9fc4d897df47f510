/**
 * The parts that all commands share: exit statuses, failures as one line, the deployment of the
 * flags, the terminal, the file of a result, signals. Readers begin with {@link
 * tutti.cli.command.Failure}.
 */
@NullMarked
package tutti.cli.command;

import org.jspecify.annotations.NullMarked;
