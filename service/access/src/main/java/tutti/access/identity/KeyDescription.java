package tutti.access.identity;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The description of an API key that has no secret yet.
 *
 * @param name as {@link ApiKey} has it
 * @param roles the roles of its callers
 * @param tenant the customer of the service that its callers act for
 * @param claims what else is said of its callers, each with its values
 * @param notAfter the time from which on it counts no more; null if there is none
 */
public record KeyDescription(
    String name,
    Set<String> roles,
    String tenant,
    Map<String, List<String>> claims,
    @Nullable Instant notAfter) {

  ApiKey with(String hash) {
    return new ApiKey(name, hash, roles, tenant, claims, notAfter);
  }
}
