package tutti.access.policy;

import java.util.List;
import java.util.Set;

/**
 * A role, with all that it has of the roles that it includes.
 *
 * @param grants in the order of the file
 */
record Role(String name, List<Grant> grants, Set<OperatorWork> operations) {
  Role {
    grants = List.copyOf(grants);
    operations = Set.copyOf(operations);
  }
}
