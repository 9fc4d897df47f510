/**
 * The log of the command: lines on standard error, as text or as JSON. It is a binding of slf4j, so
 * that the engine knows nothing of it and an embedded node uses the application's own. Begin with
 * {@link tutti.cli.log.LogFormat}.
 */
@NullMarked
package tutti.cli.log;

import org.jspecify.annotations.NullMarked;
