/**
 * The parts that the commands of {@code cli} and of {@code lab} share: the flags of a deployment,
 * processes that a command starts, and words for what failed. Readers begin with {@link
 * tutti.command.DeploymentFlags}.
 */
@NullMarked
package tutti.command;

import org.jspecify.annotations.NullMarked;
