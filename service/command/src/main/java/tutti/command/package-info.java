/**
 * The parts that the commands of {@code cli} and of {@code lab} share: the flags of a deployment,
 * and processes that a command starts. Readers begin with {@link tutti.command.DeploymentFlags}.
 */
@NullMarked
package tutti.command;

import org.jspecify.annotations.NullMarked;
