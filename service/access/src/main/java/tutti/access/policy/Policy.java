package tutti.access.policy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import tutti.access.reach.ActionName;
import tutti.access.reach.Reach;
import tutti.model.Application;

/**
 * The content of a roles file: what each role may do, and what is claimed of it. Thread-safe.
 *
 * <p>A call that a role may make implies what the model says it causes; {@link #broken} tells where
 * that is more than the file's claims allow.
 *
 * <pre>{@code
 * Policy policy = Policy.read(Path.of("roles.conf"), application);
 * policy.broken().forEach(System.err::println);
 * Rights rights = policy.rights(caller.roles());
 * }</pre>
 */
public final class Policy {
  private final Reach reach;
  private final NavigableMap<String, Role> roles;
  private final Claims claims;
  private final Map<Set<String>, Rights> rights = new ConcurrentHashMap<>();
  private final Map<String, Reached> reached = new ConcurrentHashMap<>();

  /** The actions that a role may call, and those that it can cause besides, with the ways. */
  private record Reached(
      NavigableSet<ActionName> calls, NavigableMap<ActionName, List<ActionName>> caused) {}

  /** The most sets of roles of which the rights are kept. */
  private static final int MOST_KEPT = 10_000;

  Policy(Reach reach, NavigableMap<String, Role> roles, Claims claims) {
    this.reach = reach;
    this.roles = roles;
    this.claims = claims;
  }

  /**
   * Reads a roles file.
   *
   * @throws IllegalArgumentException if it cannot be read, or anything in it is wrong; the message
   *     has a line for each problem, with its place
   */
  public static Policy read(Path file, Application application) {
    return read(file, application, Reach.of(application));
  }

  /**
   * Reads a roles file, as above, where the reach of the application's actions is known.
   *
   * @throws IllegalArgumentException as above
   */
  public static Policy read(Path file, Application application, Reach reach) {
    return PolicyReader.read(file, application, reach);
  }

  /**
   * Reads the text of a roles file.
   *
   * @param name the name of the text in messages to a person
   * @throws IllegalArgumentException if anything in it is wrong; the message has a line for each
   *     problem, with its place
   */
  public static Policy parse(String text, String name, Application application) {
    return PolicyReader.parse(text, name, application, Reach.of(application));
  }

  /** The names of the roles. */
  public Set<String> roles() {
    return Set.copyOf(roles.keySet());
  }

  /** Returns the rights of those who have these roles; a role that the file lacks gives none. */
  public Rights rights(Set<String> named) {
    Rights known = rights.get(named);
    if (known != null) {
      return known;
    }
    Rights made =
        new Rights(named.stream().sorted().map(roles::get).filter(Objects::nonNull).toList());
    if (rights.size() < MOST_KEPT) {
      rights.put(Set.copyOf(named), made);
    }
    return made;
  }

  /**
   * Returns the sentences about claims that do not hold, each with the way by which a role reaches
   * what it should not; none if all is as claimed.
   */
  public List<String> broken() {
    return claims.broken(this);
  }

  /** Returns the number of claims, guards among them. */
  public int claims() {
    return claims.count();
  }

  /** Returns the actions that a role may call, in the order of their names. */
  public Set<ActionName> mayCall(String role) {
    return reached(role).calls;
  }

  /**
   * Returns what a role can cause without the right to call it, each with a shortest way to it from
   * a call that it may make.
   */
  public NavigableMap<ActionName, List<ActionName>> canCause(String role) {
    return reached(role).caused;
  }

  private Reached reached(String role) {
    return reached.computeIfAbsent(role, this::reach);
  }

  private Reached reach(String role) {
    List<Grant> grants = grants(role);
    NavigableSet<ActionName> calls = new TreeSet<>(reach.actions());
    calls.removeIf(action -> grants.stream().noneMatch(grant -> grant.isToCall(action)));
    NavigableMap<ActionName, List<ActionName>> caused = reach.ways(calls);
    caused.keySet().removeAll(calls);
    return new Reached(
        Collections.unmodifiableNavigableSet(calls), Collections.unmodifiableNavigableMap(caused));
  }

  /** Returns the actions that a role neither may call nor can cause. */
  public List<ActionName> neverReaches(String role) {
    List<ActionName> never = new ArrayList<>(reach.actions());
    never.removeAll(mayCall(role));
    never.removeAll(canCause(role).keySet());
    return never;
  }

  /** The reach of the application's actions. */
  public Reach reach() {
    return reach;
  }

  private List<Grant> grants(String role) {
    Role named = roles.get(role);
    if (named == null) {
      throw new IllegalArgumentException("there is no role '" + role + "'");
    }
    return named.grants();
  }
}
