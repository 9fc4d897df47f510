/**
 * The test kit for applications: {@link tutti.testkit.TuttiExtension} gives each test a node in
 * memory, {@link tutti.testkit.Simulation} runs an application with clients, crashes and
 * interleavings that a seed chooses.
 */
@NullMarked
package tutti.testkit;

import org.jspecify.annotations.NullMarked;
