package tutti.engine.node.shard;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The other hosts with which a host has no session, since one of the two refuses the other: they
 * run another application, say. Thread-safe.
 */
public final class Refusals {
  private final Layout layout;
  private final Map<Integer, String> reasons = new ConcurrentHashMap<>();

  /**
   * @param layout names the hosts
   */
  public Refusals(Layout layout) {
    this.layout = layout;
  }

  /**
   * Notes that this host has read the greeting of another one.
   *
   * @param differs why it is refused; null if it is not
   * @return {@code differs}
   */
  public @Nullable String greeted(int host, @Nullable String differs) {
    if (differs != null) {
      reasons.put(host, layout.name(host) + " is refused: " + differs);
    }
    return differs;
  }

  /** Notes that another host refuses this one. */
  public void refused(int host, String why) {
    reasons.put(host, layout.name(host) + " refuses this host: " + why);
  }

  /** Notes that there is a session with a host. */
  public void connected(int host) {
    reasons.remove(host);
  }

  /**
   * Returns why a host should get no requests, with the refusals: they are what a person can
   * change.
   *
   * @param waits what it waits for, or null if for nothing
   */
  public @Nullable String after(@Nullable String waits) {
    if (waits == null || reasons.isEmpty()) {
      return waits;
    }
    List<String> refusals = List.copyOf(new TreeMap<>(reasons).values());
    return waits + "; " + String.join("; ", refusals);
  }
}
