/**
 * The deployment file: how an application runs, never what it does (docs/rulings.md#contracts).
 *
 * <ul>
 *   <li>The settings: {@link tutti.engine.deployment.Settings} are the whole of a file, {@link
 *       tutti.engine.deployment.Deployment} how the application runs, {@link
 *       tutti.engine.deployment.ServerSettings} how it is reached. {@link
 *       tutti.engine.deployment.ControlKinds} lists the concurrency controls that there are.
 *   <li>Reading: {@link tutti.engine.deployment.DeploymentReader} reads a file, {@code Walk} and
 *       {@code NodesReader} its keys, {@code Assembly} makes the settings; {@link
 *       tutti.engine.deployment.DeploymentKeys} is the table of all keys. {@link
 *       tutti.engine.deployment.DeploymentText} writes.
 *   <li>{@link tutti.engine.deployment.text}: lines, units, values and addresses.
 * </ul>
 *
 * Begin with {@code Deployment}, then {@code DeploymentKeys}. A new key is a row in {@code
 * DeploymentKeys}, a component of {@code Deployment} and an argument in {@code Assembly}.
 * Mechanisms do not know this package, but for the placement of actors: {@code engine.node} gives
 * each its own settings.
 */
@NullMarked
package tutti.engine.deployment;

import org.jspecify.annotations.NullMarked;
