/**
 * The commands that look for violations: {@code simulate}, {@code torture} and {@code
 * check-history}. Readers begin with {@link tutti.cli.simulate.SimulateCommand}, which chooses a
 * mode: runs, a hunt for mutants ({@link tutti.cli.simulate.MutantTable}), the exploration of a
 * cluster ({@link tutti.cli.simulate.ClusterExploration}) or of a commit protocol ({@link
 * tutti.cli.simulate.CommitExplorations}). The flags stand by subject in {@code RunFlags}, {@code
 * OutputFlags} and {@code ScopeFlags}.
 */
@NullMarked
package tutti.cli.simulate;

import org.jspecify.annotations.NullMarked;
