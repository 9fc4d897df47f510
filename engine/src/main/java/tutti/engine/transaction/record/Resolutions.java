package tutti.engine.transaction.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;

/** The resolutions by hand that were ever made on this node. Thread-safe. */
public final class Resolutions {
  private final ConcurrentSkipListMap<BranchKey, Resolution> all = new ConcurrentSkipListMap<>();

  public void add(Resolution resolution) {
    all.put(resolution.key(), resolution);
  }

  /** Records how the transaction ended. */
  public void learnt(BranchKey key, boolean commit, Instant at) {
    Resolution.Learnt news = new Resolution.Learnt(commit, at);
    all.computeIfPresent(key, (_, resolution) -> resolution.with(news));
  }

  public @Nullable Resolution get(BranchKey key) {
    return all.get(key);
  }

  /** Returns all resolutions, the newest last. */
  public List<Resolution> all() {
    List<Resolution> list = new ArrayList<>(all.values());
    list.sort(Comparator.comparing(Resolution::at));
    return list;
  }
}
