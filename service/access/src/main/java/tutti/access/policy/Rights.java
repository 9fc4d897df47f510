package tutti.access.policy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.access.identity.Principal;
import tutti.access.policy.Grant.Kind;

/**
 * The rights of those who have certain roles: what any of these roles allows. Immutable.
 *
 * <pre>{@code
 * Rights rights = policy.rights(caller.roles());
 * if (!rights.mayCall("Account", "deposit", "NL1", caller)) { … }
 * }</pre>
 */
public final class Rights {
  private final Map<String, List<Grant>> byType = new HashMap<>();
  private final Set<OperatorWork> operations = EnumSet.noneOf(OperatorWork.class);

  Rights(List<Role> roles) {
    for (Role role : roles) {
      operations.addAll(role.operations());
      for (Grant grant : role.grants()) {
        byType.computeIfAbsent(grant.type(), _ -> new ArrayList<>()).add(grant);
      }
    }
  }

  /** Returns whether there is any right at all to a type: to others it does not exist. */
  public boolean sees(String type) {
    return byType.containsKey(type);
  }

  /** Returns whether an event or procedure may be called, of some actor of the type. */
  public boolean mayCall(String type, String action) {
    return any(type, Kind.CALL, grant -> grant.isFor(action));
  }

  /** Returns whether an event or procedure of the actor with that key may be called. */
  public boolean mayCall(String type, String action, String key, Principal caller) {
    return any(type, Kind.CALL, grant -> grant.isFor(action) && grant.where().holds(key, caller));
  }

  /** Returns whether a field may be read, of some actor of the type. */
  public boolean mayRead(String type, String field) {
    return any(type, Kind.READ, grant -> grant.isFor(field));
  }

  /** Returns whether anything of the actor with that key may be read. */
  public boolean mayRead(String type, String key, Principal caller) {
    return any(type, Kind.READ, grant -> grant.where().holds(key, caller));
  }

  /**
   * Returns the fields of the actor with that key that may be read; null for all, empty for none.
   */
  public @Nullable Set<String> fields(String type, String key, Principal caller) {
    Set<String> fields = new TreeSet<>();
    for (Grant grant : byType.getOrDefault(type, List.of())) {
      if (grant.kind() == Kind.READ && grant.where().holds(key, caller)) {
        if (grant.names() == null) {
          return null;
        }
        fields.addAll(grant.names());
      }
    }
    return fields;
  }

  /** Returns whether all actors of the type may be listed. */
  public boolean mayList(String type) {
    return any(type, Kind.LIST, grant -> true);
  }

  /** Returns whether the relations of the actor with that key may be queried. */
  public boolean mayQuery(String type, String key, Principal caller) {
    return any(type, Kind.QUERY, grant -> grant.where().holds(key, caller));
  }

  /** Returns whether an operator's work may be done. */
  public boolean may(OperatorWork operation) {
    return operations.contains(operation);
  }

  private boolean any(String type, Kind kind, Predicate<Grant> which) {
    for (Grant grant : byType.getOrDefault(type, List.of())) {
      if (grant.kind() == kind && which.test(grant)) {
        return true;
      }
    }
    return false;
  }
}
