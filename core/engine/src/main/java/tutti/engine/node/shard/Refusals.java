package tutti.engine.node.shard;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.message.Greeting;

/**
 * The other hosts with which a host has no session, since one of the two refuses the other: they
 * run another application, say. Thread-safe.
 */
public final class Refusals {
  /** The refusal by a host whose own folder is too old; never the words of {@link HostWorld}. */
  private static final String MUTE =
      "the data folder of the host that says this is an older copy, as another one has told it, and"
          + " so it talks to nobody: give it back the newest copy, or start it with an empty"
          + " folder, which gets the others' data";

  private static final String UNKEPT =
      "its data folder does not say yet whose data it has, and a host that ends now is refused by"
          + " the others at its next start";

  private final ReplicaLayout layout;
  private final Greeting greeting;
  private final HostWorld world;
  private final Map<Integer, String> reasons = new ConcurrentHashMap<>();

  /**
   * @param layout names the hosts
   * @param greeting of this host
   * @param world of this host
   */
  public Refusals(ReplicaLayout layout, Greeting greeting, HostWorld world) {
    this.layout = layout;
    this.greeting = greeting;
    this.world = world;
  }

  /** Returns why another host, which has greeted this one, is refused; null if it is not. */
  public @Nullable String greeted(int host, Greeting its) {
    String differs = world.isOlder() ? MUTE : its.differsFrom(greeting);
    if (differs == null) {
      differs = world.differs(host, its.world());
    }
    if (differs != null) {
      reasons.put(host, layout.name(host) + " is refused: " + differs);
    }
    return differs;
  }

  /** Notes that another host refuses this one. */
  public void refused(int host, String why) {
    world.refused(why);
    reasons.put(host, layout.name(host) + " refuses this host, and says there: " + why);
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
    String why = waits == null && !world.isKept() ? UNKEPT : waits;
    if (why == null || reasons.isEmpty()) {
      return why;
    }
    List<String> refusals = List.copyOf(new TreeMap<>(reasons).values());
    return why + "; " + String.join("; ", refusals);
  }
}
