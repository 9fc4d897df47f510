/**
 * The log of the command: lines on standard error, as text or as JSON. The package is a binding of
 * slf4j, so that the engine does not depend on it and an embedded node uses the application's own
 * log. Readers begin with {@link tutti.cli.log.LogFormat}.
 */
@NullMarked
package tutti.cli.log;

import org.jspecify.annotations.NullMarked;
