/**
 * The test kit for applications: {@link tutti.testkit.TuttiExtension} gives each test a node in
 * memory and a clock that it advances, {@link tutti.testkit.Simulation} runs an application on one
 * node or several with clients, crashes and interleavings that a seed chooses.
 *
 * <p>Begin with {@link tutti.testkit.TuttiExtension}, for tests on a node, or {@link
 * tutti.testkit.Simulation}, for tests on many.
 */
@NullMarked
package tutti.testkit;

import org.jspecify.annotations.NullMarked;
