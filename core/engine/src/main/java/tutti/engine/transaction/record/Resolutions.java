package tutti.engine.transaction.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;

/** The resolutions by hand that were ever made on this node. Thread-safe. */
public final class Resolutions {
  private final ConcurrentSkipListMap<BranchKey, Resolution> all = new ConcurrentSkipListMap<>();

  /** The names of those whose records are not durable yet. */
  private final Set<BranchKey> unsure = ConcurrentHashMap.newKeySet();

  /** Adds one whose record is durable. */
  public void add(Resolution resolution) {
    all.put(resolution.key(), resolution);
  }

  /**
   * Adds one whose record may be lost yet, should the process end: it holds from now on, and people
   * are not shown it before it is {@link #durable}.
   */
  public void addUnsure(Resolution resolution) {
    unsure.add(resolution.key());
    add(resolution);
  }

  /** Notes that the record of a resolution is durable. */
  public void durable(BranchKey key) {
    unsure.remove(key);
  }

  /** Records how the transaction ended. */
  public void learnt(BranchKey key, boolean commit, Instant at) {
    Resolution.Learnt news = new Resolution.Learnt(commit, at);
    all.computeIfPresent(key, (_, resolution) -> resolution.with(news));
  }

  public @Nullable Resolution get(BranchKey key) {
    return all.get(key);
  }

  /** Returns all resolutions that nothing can take back, the newest last. */
  public List<Resolution> shown() {
    List<Resolution> list = all();
    list.removeIf(each -> unsure.contains(each.key()));
    return list;
  }

  /** Returns all resolutions, the newest last. */
  public List<Resolution> all() {
    List<Resolution> list = new ArrayList<>(all.values());
    list.sort(Comparator.comparing(Resolution::at));
    return list;
  }
}
