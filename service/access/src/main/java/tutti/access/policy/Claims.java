package tutti.access.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.stream.Collectors;
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
                    notReached(policy, role, action, "claims.never says it never does", broken)));
    only.forEach(
        (action, roles) -> {
          String claim =
              roles.isEmpty()
                  ? "claims.only says nobody does"
                  : "claims.only says only " + String.join(", ", roles) + " does";
          policy.roles().stream()
              .sorted()
              .filter(role -> !roles.contains(role))
              .forEach(role -> notReached(policy, role, action, claim, broken));
        });
    can.forEach(
        (role, actions) ->
            actions.stream()
                .filter(action -> !policy.mayCall(role).contains(action))
                .filter(action -> !policy.canCause(role).containsKey(action))
                .forEach(
                    action ->
                        broken.add(
                            "%s does not reach %s, and claims.can says it does"
                                .formatted(role, action))));
    policy.roles().stream().sorted().forEach(role -> guards(policy, role, broken));
    return broken;
  }

  /** Adds a sentence if a role reaches an action, against a claim. */
  private static void notReached(
      Policy policy, String role, ActionName action, String claim, List<String> broken) {
    List<ActionName> way = policy.canCause(role).get(action);
    if (policy.mayCall(role).contains(action)) {
      broken.add("%s may call %s, and %s:\n  by itself".formatted(role, action, claim));
    } else if (way != null) {
      broken.add(
          "%s reaches %s, and %s:\n  %s"
              .formatted(role, action, claim, words(policy.reach(), way)));
    }
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
      NavigableMap<ActionName, List<ActionName>> ways = reach.ways(List.of(call));
      // The way to the call itself has no round in it.
      boolean comesRound = ways.replace(call, List.of(call)) != null;
      List<List<ActionName>> all = new ArrayList<>(ways.values());
      if (!comesRound) {
        all.addFirst(List.of(call));
      }
      for (List<ActionName> way : all) {
        for (ActionName caused : reach.causedBy(way.getLast())) {
          Edge edge = new Edge(way.getLast(), caused);
          if (guarded.contains(caused) && !allowed.contains(edge)) {
            broken.add(guarded(reach, role, way, edge));
          }
        }
      }
    }
  }

  private static String guarded(Reach reach, String role, List<ActionName> to, Edge edge) {
    List<ActionName> way = new ArrayList<>(to);
    way.add(edge.to);
    return "%s reaches %s, which is guarded, and reach.%s has no \"%s\":\n  %s"
        .formatted(role, edge.to, role, edge, words(reach, way));
  }
}
