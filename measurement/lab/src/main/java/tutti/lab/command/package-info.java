/**
 * The parts of the {@code bench} command: its flags, and one class per workload.
 *
 * <p>Readers begin with {@link tutti.lab.command.BenchOptions}, which measures a workload as the
 * flags say, and go on with {@link tutti.lab.command.BankBench}.
 */
@NullMarked
package tutti.lab.command;

import org.jspecify.annotations.NullMarked;
