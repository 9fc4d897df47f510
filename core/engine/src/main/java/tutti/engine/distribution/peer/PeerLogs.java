package tutti.engine.distribution.peer;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.distribution.message.LogWord;
import tutti.engine.distribution.message.World.Begun;
import tutti.engine.distribution.message.World.Start;
import tutti.engine.distribution.message.World.Starts;
import tutti.engine.journal.MetaStore;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * A node's knowledge of its peers' logs: the newest start of each, and how far its log was durable
 * in that start, as the peer has reported. A log never loses what was durable. So a peer whose next
 * start has begun without all of that has an older copy of its folder, and has forgotten promises.
 * The newest reports are in memory; those in the folder are some seconds old. Thread-safe.
 */
public final class PeerLogs {
  private static final Logger LOG = LoggerFactory.getLogger(PeerLogs.class);

  /** The bytes of a peer's log after which its word is to be kept, whatever the time is. */
  private static final long STEP = 16L << 20;

  private final MetaStore meta;
  private final Map<Integer, Met> met;

  /** The newest start of a peer that this node has met, and how far its log was durable in it. */
  private static final class Met {
    final long folder;
    final Start start;
    final AtomicLong durable;

    /**
     * The newest durable position of the peer's log that this node has saved on its own disk;
     * written by one thread at a time.
     */
    volatile long kept;

    Met(long folder, Start start, long durable) {
      this.folder = folder;
      this.start = start;
      this.durable = new AtomicLong(durable);
      this.kept = durable;
    }
  }

  private PeerLogs(MetaStore meta, Map<Integer, Met> met) {
    this.meta = meta;
    this.met = met;
  }

  /**
   * Reads what a folder knows.
   *
   * @throws MalformedData if that cannot be read
   */
  public static PeerLogs open(MetaStore meta) throws IOException {
    return new PeerLogs(meta, readMet(meta));
  }

  /** Removes a folder's knowledge of its peers. */
  public static void forget(MetaStore meta) throws IOException {
    meta.put(MetaStore.STARTS_MET, new byte[0]);
  }

  /**
   * Counts a start of this node on its folder; it is durable when this returns. Before the node
   * talks to others.
   *
   * @param begun with the end of the log as it was found
   * @return all starts on the folder
   * @throws MalformedData if what is kept there cannot be read
   */
  public Starts begins(Begun begun) throws IOException {
    Optional<byte[]> before = meta.get(MetaStore.STARTS).filter(it -> it.length > 0);
    Starts starts = before.map(it -> Starts.read(new Decoder(it))).orElse(Starts.NONE).and(begun);
    Encoder out = new Encoder();
    starts.write(out);
    meta.put(MetaStore.STARTS, out.toByteArray());
    return starts;
  }

  /**
   * Returns whether a peer's folder is an older copy of the folder that it had when this node met
   * it, or that it has reported since.
   *
   * @param folder the name of the peer's present folder
   * @param its the starts on that folder
   */
  public boolean isOlder(int node, long folder, Starts its) {
    Met known = met.get(node);
    return known != null && folder == known.folder && its.lack(known.start, known.durable.get());
  }

  /** Takes the newest start of a peer; returns whether that is news. */
  public boolean meets(int node, long folder, Starts its) {
    Start newest = its.newest();
    Met known = met.get(node);
    if (newest == null || known != null && known.folder == folder && known.start.equals(newest)) {
      return false;
    }
    met.put(node, new Met(folder, newest, its.last().getLast().knownEnd()));
    return true;
  }

  /**
   * Takes a peer's word how far its log is durable; one of another start than the newest says
   * nothing.
   *
   * @return whether it is time to {@link #keep} it
   */
  public boolean heard(int node, LogWord word) {
    Met its = met.get(node);
    if (its == null || its.start.drawn() != word.start() || word.durable() <= its.durable.get()) {
      return false;
    }
    its.durable.accumulateAndGet(word.durable(), Math::max);
    return word.durable() - its.kept > STEP;
  }

  /** Returns how far a peer's log was durable, as this node knows it; 0 if it knows nothing. */
  public long durable(int node) {
    Met its = met.get(node);
    return its == null ? 0 : its.durable.get();
  }

  /**
   * Returns the newest durable position of the peer's log that this node has saved on its own disk;
   * at most {@link #durable}.
   */
  public long kept(int node) {
    Met its = met.get(node);
    return its == null ? 0 : its.kept;
  }

  /** Returns whether the folder has not all that was told. */
  public boolean hasNews() {
    return met.values().stream().anyMatch(each -> each.durable.get() > each.kept);
  }

  /** Writes what is known; it is durable when this returns. Does disk work. */
  public synchronized void keep() throws IOException {
    SortedMap<Integer, Met> all = new TreeMap<>(met);
    SortedMap<Integer, Long> durable = new TreeMap<>();
    all.forEach((node, each) -> durable.put(node, each.durable.get()));
    Encoder out = new Encoder().putVarLong(all.size());
    all.forEach(
        (node, each) ->
            out.putVarLong(node)
                .putLong(each.folder)
                .putVarLong(each.start.count())
                .putLong(each.start.drawn()));
    durable.values().forEach(out::putVarLong);
    meta.put(MetaStore.STARTS_MET, out.toByteArray());
    all.forEach((node, each) -> each.kept = durable.getOrDefault(node, 0L));
  }

  /** Writes what was told since it was written last; a failure is logged. Does disk work. */
  public void keepNews() {
    if (hasNews()) {
      try {
        keep();
      } catch (IOException e) {
        LOG.warn("how far other nodes' logs are durable is not kept: {}", e.getMessage());
      }
    }
  }

  private static Map<Integer, Met> readMet(MetaStore meta) throws IOException {
    Map<Integer, Met> met = new ConcurrentHashMap<>();
    Decoder in = new Decoder(meta.get(MetaStore.STARTS_MET).orElse(new byte[0]));
    if (in.remaining() == 0) {
      return met;
    }
    SortedMap<Integer, Met> all = new TreeMap<>();
    for (int left = in.getCount(Integer.MAX_VALUE); left > 0; left--) {
      int node = in.getCount(Integer.MAX_VALUE);
      all.put(node, new Met(in.getLong(), new Start(in.getVarLong(), in.getLong()), 0));
    }
    // Folders of the first days say nothing about logs.
    boolean says = in.remaining() > 0;
    all.forEach(
        (node, each) ->
            met.put(node, new Met(each.folder, each.start, says ? in.getVarLong() : 0)));
    return met;
  }
}
