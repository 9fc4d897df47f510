package tutti.engine.distribution.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.message.Greeting;

/**
 * A node's knowledge of its peers' disks. A peer that comes back with an older disk than the disk
 * with which it has answered is refused, since its promises are lost. A peer that has met another
 * folder of some node than this node has is refused, too: the two are of different restores of one
 * backup. Thread-safe.
 */
public final class PeerIncarnations {
  /** The first words of a refusal after which the refused node must stop. */
  public static final String STALE = "stale data: ";

  private final Greeting own;
  private final PeerStore memory;

  /**
   * The newest greetings; one judgement at a time changes them, and a reader of one peer's greeting
   * never waits for the disk.
   */
  private final Map<Integer, Greeting> present = new ConcurrentHashMap<>();

  public PeerIncarnations(Greeting own, PeerStore memory) {
    this.own = own;
    this.memory = memory;
  }

  /** The result of a greeting. */
  public record Judgement(@Nullable String refusal, boolean restarted) {}

  public synchronized Judgement judge(int node, Greeting greeting) {
    String difference = greeting.differsFrom(own);
    if (difference != null) {
      return new Judgement(difference, false);
    }
    Greeting before = present.get(node);
    if (before != null && before.start() == greeting.start()) {
      return new Judgement(null, false);
    }
    String stale = stale(node, greeting);
    if (stale != null) {
      return new Judgement(STALE + stale, false);
    }
    String other = otherRestore(greeting);
    if (other != null) {
      return new Judgement(other, false);
    }
    // The greeting is written down before the peer counts as met: if that fails, the peer is judged
    // anew when it comes again.
    memory.remember(
        node, new PeerStore.Known(greeting.folder(), greeting.incarnation(), greeting.start()));
    memory.remember(greeting.world().folders().newest());
    meets(node, greeting);
    present.put(node, greeting);
    return new Judgement(null, true);
  }

  private void meets(int node, Greeting greeting) {
    PeerLogs logs = memory.logs();
    if (logs != null && logs.meets(node, greeting.folder(), greeting.world().starts())) {
      try {
        logs.keep();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot remember the log of node number " + node, e);
      }
    }
  }

  /** Returns how often a peer had started when it was met last; 0 if it was not met. */
  long incarnationOf(int node) {
    Greeting met = present.get(node);
    return met == null ? 0 : met.incarnation();
  }

  private @Nullable String otherRestore(Greeting greeting) {
    SortedMap<Integer, Long> here = memory.folders();
    for (Map.Entry<Integer, Long> there : greeting.world().folders().newest().entrySet()) {
      Long known = here.get(there.getKey());
      if (known != null && !known.equals(there.getValue())) {
        return "it and this node know different data folders of node number "
            + there.getKey()
            + ": the two have data of different restores, and together would make halves of"
            + " transactions; give all nodes the folders of one restore";
      }
    }
    return null;
  }

  private @Nullable String stale(int node, Greeting greeting) {
    PeerStore.Known seen = memory.peer(node);
    if (seen == null || greeting.keepsNothing()) {
      return null;
    }
    if (seen.folder() != greeting.folder()) {
      return "it has another data folder than the one it had before; give it back its own, or start"
          + " all nodes on empty folders";
    }
    boolean again = seen.incarnation() == greeting.incarnation();
    boolean copied = again && seen.start() != greeting.start();
    if (copied || seen.incarnation() > greeting.incarnation()) {
      return "its data folder is older than the one it had: it was started "
          + seen.incarnation()
          + " times before and now says "
          + greeting.incarnation()
          + "; give it back the newest copy of its folder";
    }
    long relied = memory.relied(node);
    if (!again && greeting.end() < relied) {
      return "its log ends at "
          + greeting.end()
          + ", and it has promised what stands at "
          + relied
          + "; give it back the newest copy of its folder";
    }
    PeerLogs logs = memory.logs();
    if (logs != null && logs.isOlder(node, greeting.folder(), greeting.world().starts())) {
      return "its data folder is an older copy of the one that it had: its log had what is not"
          + " there, as it has told itself; give it back the newest copy of its folder";
    }
    return null;
  }
}
