/**
 * Bugs put into the real code, each of which the simulation must find: a check that nothing could
 * fail proves little.
 *
 * <p>A {@link tutti.simulator.mutant.Mutant} is a patch of the project's sources, mostly of one
 * file: a text that is there exactly once, and its replacement. Each is a file in {@code
 * verification/simulator/src/main/mutants} ({@link tutti.simulator.mutant.MutantFile}). The JDK's
 * compiler compiles the patched file, and a separate class loader loads all of Tutti's classes
 * anew, with that one changed. Then the ordinary simulation runs in it. So a mutant costs the
 * production code nothing, reads like the bug that it is, and breaks the build's test as soon as
 * the code that it changes is not there any more.
 *
 * <p>The bugs are of kinds that were found in such systems. Each mutant names its kind or source,
 * and the checker that is expected to find it, written down before the mutant was tried.
 *
 * <p>Begin with {@link tutti.simulator.mutant.MutantHunt}.
 */
@NullMarked
package tutti.simulator.mutant;

import org.jspecify.annotations.NullMarked;
