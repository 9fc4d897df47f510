package tutti.server;

import org.jspecify.annotations.Nullable;
import tutti.access.AccessControl;
import tutti.server.tls.ServerTls;

/**
 * The protection of a service from those who reach it. Whoever made its parts closes them, after
 * the service.
 *
 * @param access says who may do what; null if everybody may do everything
 * @param tls encrypts connections; null if nothing does
 */
public record Protection(@Nullable AccessControl access, @Nullable ServerTls tls) {
  /** No protection: for a service that only its own machine reaches. */
  public static final Protection NONE = new Protection(null, null);
}
