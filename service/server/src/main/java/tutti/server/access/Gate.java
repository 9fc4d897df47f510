package tutti.server.access;

import io.netty.util.AsciiString;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tutti.access.AccessControl;
import tutti.access.identity.Principal;
import tutti.access.policy.Policy;
import tutti.access.policy.Rights;
import tutti.server.catalog.Catalog;
import tutti.server.http.WholeRequest;

/**
 * The gate of a service: it finds out who makes a request, and what he may ask for. A service
 * without rules of access lets everybody in. Thread-safe.
 */
public final class Gate {
  private static final AsciiString AUTHORIZATION = AsciiString.cached("authorization");
  private static final String SCHEME = "Bearer ";

  private final Catalog catalog;
  private final @Nullable AccessControl control;
  private final InstantSource clock;
  private final Entrant anybody;
  private volatile @Nullable Views views;

  /** The parts of the application that those with the rights of one policy see. */
  private record Views(Policy policy, Map<Rights, Catalog> catalogs) {}

  private Gate(Catalog catalog, @Nullable AccessControl control, InstantSource clock) {
    this.catalog = catalog;
    this.control = control;
    this.clock = clock;
    this.anybody = Entrant.anybody(catalog);
  }

  /** A gate that lets everybody do everything. */
  public static Gate open(Catalog catalog) {
    return new Gate(catalog, null, InstantSource.system());
  }

  /**
   * A gate that lets those in whom the rules know.
   *
   * @param clock tells whether a key still counts
   */
  public static Gate guarded(Catalog catalog, AccessControl control, InstantSource clock) {
    return new Gate(catalog, control, clock);
  }

  /** Returns whether callers must show who they are. */
  public boolean isGuarded() {
    return control != null;
  }

  /** Returns who makes a request; null for somebody whom nothing shows to be known. */
  public @Nullable Entrant admit(WholeRequest request) {
    AccessControl known = control;
    if (known == null) {
      return anybody;
    }
    List<String> shown = request.headers(AUTHORIZATION);
    if (shown.size() != 1 || !shown.getFirst().regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return null;
    }
    AccessControl.Rules rules = known.rules();
    String token = shown.getFirst().substring(SCHEME.length()).strip();
    Principal caller = rules.keys().caller(token, clock.instant());
    if (caller == null) {
      return null;
    }
    Rights rights = rules.policy().rights(caller.roles());
    return Entrant.of(caller, rights, view(rules.policy(), rights));
  }

  /** Returns somebody who has shown nothing, for what everybody may ask. */
  public Entrant stranger() {
    AccessControl known = control;
    if (known == null) {
      return anybody;
    }
    Policy policy = known.rules().policy();
    Rights none = policy.rights(Set.of());
    return Entrant.stranger(none, view(policy, none));
  }

  private Catalog view(Policy policy, Rights rights) {
    Views kept = views;
    if (kept == null || kept.policy != policy) {
      kept = new Views(policy, new ConcurrentHashMap<>());
      views = kept;
    }
    return kept.catalogs.computeIfAbsent(rights, catalog::of);
  }
}
