/**
 * The configuration logs of shards, which are replicated logs, as integrated protocols use them: a
 * machine appends what all replicas of its shard have to agree on, and is told what is chosen
 * (docs/decisions/0022-integrated-protocols.md).
 *
 * <p>Begin with {@link tutti.engine.integrated.configuration.ConfigurationLog}. What is too long
 * for one command of a log is cut by {@link tutti.engine.replication.Fragments}.
 */
@NullMarked
package tutti.engine.integrated.configuration;

import org.jspecify.annotations.NullMarked;
