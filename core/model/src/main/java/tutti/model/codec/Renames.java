package tutti.model.codec;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.schema.Dropped;
import tutti.model.schema.Formerly;

/**
 * The assignment of today's names to older names, of components, constants, relations or actor
 * types. Data under an older name goes to the name that declares the older one by {@link Formerly},
 * or to an equal name of today; an older name whose data would be lost, or that is not clear, is an
 * obstacle.
 *
 * <p>For example, of {@code (id, post, age)} and today {@code (id, @Formerly("post") mail)}, {@code
 * post} is today's {@code mail}, and {@code age} is an obstacle unless it is {@link Dropped}.
 *
 * @param place the place of the names, for obstacles
 * @param kind the kind of the names, for obstacles: {@code component}
 * @param older all older names
 * @param today all names of today, each with its former ones
 * @param dropped the names whose data may be lost
 * @param merge whether several older names may become one
 */
public record Renames(
    String place,
    String kind,
    List<String> older,
    Map<String, List<String>> today,
    Set<String> dropped,
    boolean merge) {

  /** Returns the former names in an annotation, which may be missing. */
  public static List<String> names(@Nullable Formerly formerly) {
    return formerly == null ? List.of() : List.of(formerly.value());
  }

  /** Returns the first of the names that something has had, in the order of its annotation. */
  public static String first(String name, @Nullable Formerly formerly) {
    return formerly == null || formerly.value().length == 0 ? name : formerly.value()[0];
  }

  /** Returns the names that a class drops. */
  public static Set<String> dropped(Class<?> type) {
    Dropped dropped = type.getAnnotation(Dropped.class);
    return dropped == null ? Set.of() : Set.copyOf(List.of(dropped.value()));
  }

  /**
   * Returns the name of today for each older name, except for names that are dropped or are an
   * obstacle.
   *
   * @param same whether the older data has exactly the schema of today: then a declaration without
   *     effect had its effect before
   * @param gone makes the obstacle of an older name that is gone
   * @param obstacles the list to which obstacles are added
   */
  public Map<String, String> find(
      boolean same, Function<String, String> gone, List<String> obstacles) {
    Map<String, List<String>> claims = new HashMap<>();
    today.forEach(
        (name, former) -> {
          for (String claimed : new HashSet<>(former)) {
            if (older.contains(claimed) && !claimed.equals(name)) {
              if (older.contains(name)) {
                withoutEffect(name, claimed, same, obstacles);
              } else {
                claims.computeIfAbsent(claimed, each -> new ArrayList<>()).add(name);
              }
            }
          }
        });
    Map<String, String> found = new LinkedHashMap<>();
    for (String name : older) {
      List<String> by = claims.getOrDefault(name, List.of());
      if (by.size() > 1) {
        obstacles.add(
            place
                + ": the "
                + kind
                + "s "
                + String.join(" and ", by)
                + " both say @Formerly(\""
                + name
                + "\"), but the data can go to one: remove it at all but one of them");
      } else if (by.size() == 1) {
        found.put(name, by.getFirst());
      } else if (today.containsKey(name)) {
        found.put(name, name);
      } else if (!dropped.contains(name)) {
        obstacles.add(gone.apply(name));
      }
    }
    if (!merge) {
      requireOneEach(found, obstacles);
    }
    return found;
  }

  private void requireOneEach(Map<String, String> found, List<String> obstacles) {
    Map<String, List<String>> sources = new LinkedHashMap<>();
    found.forEach((was, name) -> sources.computeIfAbsent(name, n -> new ArrayList<>()).add(was));
    sources.forEach(
        (name, was) -> {
          if (was.size() > 1) {
            obstacles.add(
                place
                    + ": the "
                    + kind
                    + " "
                    + name
                    + " says @Formerly for "
                    + String.join(" and ", was)
                    + ", which both have data, and it can take that of one: keep the others beside"
                    + " it"
                    + (dropsAre() ? ", or drop them with @Dropped" : ""));
          }
        });
  }

  private boolean dropsAre() {
    return !kind.equals("actor type");
  }

  private void withoutEffect(String name, String claimed, boolean same, List<String> obstacles) {
    if (isRound(name)) {
      obstacles.add(
          place
              + ": the "
              + kind
              + "s "
              + name
              + " and "
              + claimed
              + " take each other's names by @Formerly, which cannot be told from names that stay:"
              + " rename by way of a third name, in two versions");
    } else if (!same) {
      obstacles.add(
          place
              + ": @Formerly(\""
              + claimed
              + "\") at the "
              + kind
              + " "
              + name
              + " has no effect, since what was written has both "
              + name
              + " and "
              + claimed
              + ": remove it, or give "
              + name
              + " another name");
    }
  }

  /** Whether claims without effect lead from a name back to it. */
  private boolean isRound(String name) {
    Set<String> seen = new HashSet<>();
    Deque<String> next = new ArrayDeque<>(List.of(name));
    while (!next.isEmpty()) {
      for (String claimed : today.getOrDefault(next.remove(), List.of())) {
        if (claimed.equals(name) && !seen.isEmpty()) {
          return true;
        }
        if (older.contains(claimed) && today.containsKey(claimed) && seen.add(claimed)) {
          next.add(claimed);
        }
      }
    }
    return false;
  }
}
