package tutti.access.identity;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tutti.model.Caller;

/**
 * A caller who has shown who he is. Immutable.
 *
 * @param caller as the rules of the application see him. Idempotency keys of different tenants
 *     never meet; the roles file describes his roles
 * @param claims what else is said of him, such as the accounts that are his, each with its values
 */
public record Principal(Caller caller, Map<String, List<String>> claims) {
  public Principal {
    claims = Map.copyOf(claims);
  }

  /**
   * Makes a principal from the parts of its caller.
   *
   * @throws IllegalArgumentException if these make no {@link Caller}
   */
  public Principal(
      String subject, String tenant, Collection<String> roles, Map<String, List<String>> claims) {
    this(Caller.of(subject, tenant, roles), claims);
  }

  /** The name by which the service knows him. */
  public String subject() {
    return caller.subject();
  }

  /** The customer of the service for whom he acts. */
  public String tenant() {
    return caller.tenant();
  }

  /** The names of his roles. */
  public Set<String> roles() {
    return caller.roles();
  }
}
