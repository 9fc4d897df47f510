/**
 * Encryption of the service: its certificate and key, which may change while it runs.
 *
 * <p>Begin with {@link tutti.server.tls.ServerTls}.
 */
@NullMarked
package tutti.server.tls;

import org.jspecify.annotations.NullMarked;
