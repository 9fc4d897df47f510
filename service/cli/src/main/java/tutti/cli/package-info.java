/**
 * The {@code tutti} command: the composition root, which combines an application, a deployment, a
 * node and the HTTP service (docs/rulings.md#modules, docs/rulings.md#contracts). Readers begin
 * with {@link tutti.cli.Tutti}, which lists the subcommands. The subcommands stand in rooms by what
 * a person does:
 *
 * <ul>
 *   <li>{@code application}: begins, reads, checks and explains an application;
 *   <li>{@code run}: serves an application, in one process or in one for each node;
 *   <li>{@code operate}: backups, queries and open transactions of a service that runs;
 *   <li>{@code simulate}: simulation, torture and the check of histories;
 *   <li>{@code command}: what all commands share, as exit statuses, the terminal and signals;
 *   <li>{@code log}: the binding of slf4j.
 * </ul>
 *
 * <p>{@code tutti bench} and {@code tutti calibrate} are in the module lab.
 */
@NullMarked
package tutti.cli;

import org.jspecify.annotations.NullMarked;
