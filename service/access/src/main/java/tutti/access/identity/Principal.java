package tutti.access.identity;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A caller who has shown who he is. Immutable.
 *
 * @param subject the name by which the service knows him
 * @param tenant the customer of the service for whom he acts: idempotency keys of different tenants
 *     never meet; the subject if nothing else is said
 * @param roles the names of his roles, which the roles file describes
 * @param claims what else is said of him, such as the accounts that are his, each with its values
 */
public record Principal(
    String subject, String tenant, Set<String> roles, Map<String, List<String>> claims) {
  public Principal {
    roles = Set.copyOf(roles);
    claims = Map.copyOf(claims);
  }
}
