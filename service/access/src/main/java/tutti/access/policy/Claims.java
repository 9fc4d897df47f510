package tutti.access.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.access.reach.ActionName;
import tutti.access.reach.Reach;

/**
 * The claims of a roles file about its roles, to be proved of the application.
 *
 * @param guarded the actions that no call implies, but for the edges that the file writes down
 * @param edges those edges, by role
 * @param never what a role never reaches, by role
 * @param only the roles that alone reach an action
 * @param can what a role reaches, by role
 */
record Claims(
    Set<ActionName> guarded,
    NavigableMap<String, Set<Edge>> edges,
    NavigableMap<String, List<ActionName>> never,
    NavigableMap<ActionName, List<String>> only,
    NavigableMap<String, List<ActionName>> can) {

  /** An action that causes another. */
  record Edge(ActionName from, ActionName to) {
    @Override
    public String toString() {
      return from + " -> " + to;
    }
  }

  int count() {
    return guarded.size() + size(never) + only.size() + size(can);
  }

  private static int size(Map<?, ? extends List<?>> lists) {
    return lists.values().stream().mapToInt(List::size).sum();
  }

  /** Returns a sentence for each claim that does not hold. */
  List<String> broken(Policy policy) {
    List<String> broken = new ArrayList<>();
    never.forEach(
        (role, actions) ->
            actions.forEach(
                action ->
                    add(broken, reaches(policy, role, action), "claims.never says it never does")));
    only.forEach(
        (action, roles) ->
            policy.roles().stream()
                .sorted()
                .filter(role -> !roles.contains(role))
                .forEach(
                    role ->
                        add(
                            broken,
                            reaches(policy, role, action),
                            roles.isEmpty()
                                ? "claims.only says nobody does"
                                : "claims.only says only " + String.join(", ", roles) + " does")));
    can.forEach(
        (role, actions) ->
            actions.forEach(
                action -> {
                  if (reaches(policy, role, action) == null) {
                    broken.add(
                        "%s does not reach %s, and claims.can says it does"
                            .formatted(role, action));
                  }
                }));
    policy.roles().stream().sorted().forEach(role -> guards(policy, role, broken));
    return broken;
  }

  private static void add(List<String> broken, @Nullable String reached, String claim) {
    if (reached != null) {
      int end = reached.indexOf('\n');
      broken.add(reached.substring(0, end) + ", and " + claim + ":" + reached.substring(end));
    }
  }

  /** Returns that a role reaches an action, and how, in a line of its own; null if it does not. */
  private static @Nullable String reaches(Policy policy, String role, ActionName action) {
    if (policy.mayCall(role).contains(action)) {
      return role + " may call " + action + "\n  by itself";
    }
    List<ActionName> way = policy.canCause(role).get(action);
    return way == null ? null : role + " reaches " + action + "\n  " + words(policy.reach(), way);
  }

  /** Returns a way in words, and where it is not known but possible, why. */
  static String words(Reach reach, List<ActionName> way) {
    String words = way.stream().map(ActionName::toString).collect(Collectors.joining(" -> "));
    for (ActionName step : way.subList(0, way.size() - 1)) {
      String unknown = reach.unknownCalls(step);
      if (unknown != null) {
        return "%s (%s may call any actor, since its code %s: declare @Accesses)"
            .formatted(words, step, unknown);
      }
    }
    return words;
  }

  /** Adds the ways by which a role causes what is guarded, by edges that are not written down. */
  private void guards(Policy policy, String role, List<String> broken) {
    Set<Edge> allowed = edges.getOrDefault(role, Set.of());
    Reach reach = policy.reach();
    for (ActionName call : policy.mayCall(role)) {
      List<ActionName> from = new ArrayList<>(reach.from(call));
      if (!from.contains(call)) {
        from.addFirst(call);
      }
      for (ActionName last : from) {
        for (ActionName caused : reach.causedBy(last)) {
          if (guarded.contains(caused) && !allowed.contains(new Edge(last, caused))) {
            broken.add(guarded(reach, role, call, last, caused));
          }
        }
      }
    }
  }

  private static String guarded(
      Reach reach, String role, ActionName call, ActionName last, ActionName caused) {
    List<ActionName> to = last.equals(call) ? List.of(call) : reach.way(call, last);
    List<ActionName> way = new ArrayList<>(to == null ? List.of(call) : to);
    way.add(caused);
    return "%s reaches %s, which is guarded, and reach.%s has no \"%s\":\n  %s"
        .formatted(role, caused, role, new Edge(last, caused), words(reach, way));
  }
}
