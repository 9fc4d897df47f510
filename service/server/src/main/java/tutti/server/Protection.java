package tutti.server;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.access.AccessControl;
import tutti.access.audit.AuditLog;
import tutti.server.tls.ServerTls;

/**
 * The protection of a service from those who reach it. Whoever made its parts closes them, after
 * the service.
 *
 * @param access says who may do what; null if everybody may do everything
 * @param tls encrypts connections; null if nothing does
 * @param audit takes down what is refused, and what operators do; null if nothing does
 * @param peers the addresses whose connections are taken, besides those of this machine; empty for
 *     all
 */
public record Protection(
    @Nullable AccessControl access,
    @Nullable ServerTls tls,
    @Nullable AuditLog audit,
    List<String> peers) {
  /** No protection: for a service that only its own machine reaches. */
  public static final Protection NONE = new Protection(null, null, null, List.of());

  public Protection {
    peers = List.copyOf(peers);
  }
}
