package tutti.engine.node.integrated;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.integrated.ItemExecution.Difference;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.MetaStore;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The reports in a host's folder of transactions that its replicas have executed to another end
 * than others have. Each is a text for people; a blob has their number, and when each shard had its
 * last one.
 *
 * <p>For example, the replica of shard 2 has written something else than two others: the first time
 * that is reported, and the replica takes the others' memory. If it differs again within an hour,
 * the folder is marked, and no start takes it: whatever makes it differ is still there. Used by one
 * thread, but for {@link #reports}.
 */
final class DivergedFolder {
  private static final Logger LOG = LoggerFactory.getLogger(DivergedFolder.class);

  /** The beginning of the names of the reports. */
  static final String REPORT = "divergence-";

  /** A replica that differs again within that time stays as it is. */
  private static final Duration AGAIN = Duration.ofHours(1);

  private static final String META = "diverged";
  private static final String TIMES = "divergences";

  private final @Nullable Disk disk;
  private final AtomicLong reports = new AtomicLong();

  /** The milliseconds of each shard's last report. */
  private final TreeMap<Integer, Long> last = new TreeMap<>();

  /** The transactions that were reported in this start, by shard. */
  private final Set<String> known = new HashSet<>();

  DivergedFolder(@Nullable Disk disk) {
    this.disk = disk;
    try {
      if (disk != null) {
        MetaStore.open(disk).get(TIMES).ifPresent(bytes -> read(new Decoder(bytes)));
      }
    } catch (IOException e) {
      LOG.warn("the reports of differences cannot be counted: {}", e.getMessage());
    }
  }

  private void read(Decoder in) {
    reports.set(in.getVarLong());
    while (in.remaining() > 0) {
      last.put((int) in.getVarLong(), in.getVarLong());
    }
  }

  /** Returns how many reports the folder has ever had. Thread-safe. */
  long reports() {
    return reports.get();
  }

  /**
   * Reports a difference; one that was reported in this start is not reported again.
   *
   * @param calls of the transaction, in words
   * @return why the host ends, for a person; null if it goes on
   */
  @Nullable String report(String calls, Difference what, Instant now) {
    if (!known.add(what.shard() + " " + what.transaction() + " " + what.right())) {
      return null;
    }
    Long before = last.get(what.shard());
    boolean again =
        what.right() != 0
            && before != null
            && now.toEpochMilli() - before < AGAIN.toMillis()
            && now.toEpochMilli() >= before;
    long number = reports.get() + 1;
    String text = text(calls, what, now);
    LOG.error("{}", text);
    try {
      Disk to = Objects.requireNonNull(disk, "a host has a disk");
      write(to, REPORT + number + ".txt", text);
      if (what.right() != 0) {
        last.put(what.shard(), now.toEpochMilli());
      }
      Encoder out = new Encoder().putVarLong(number);
      last.forEach((shard, at) -> out.putVarLong(shard).putVarLong(at));
      MetaStore.open(to).put(TIMES, out.toByteArray());
    } catch (IOException e) {
      LOG.warn("a difference could not be reported in the folder: {}", e.getMessage());
    }
    reports.set(number);
    return again ? mark(disk, calls) : null;
  }

  private static void write(Disk disk, String name, String text) throws IOException {
    try (Disk.DiskFile file = disk.open(name, true)) {
      file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
      file.force();
    }
    disk.force();
  }

  private static String text(String calls, Difference what, Instant now) {
    String others =
        what.right() == 0
            ? "no majority of the replicas agrees, so the shard is stopped on all hosts"
            : "the digest that most replicas have, or that a person has upheld, is "
                + Long.toHexString(what.right())
                + ", and this host takes what they have";
    return String.join(
        System.lineSeparator(),
        "At " + now + " a replica of this host had come to another end than others.",
        "shard: " + what.shard(),
        "first transaction that differs: " + what.transaction(),
        "it calls: " + calls,
        "digest here: " + Long.toHexString(what.own()),
        "elsewhere: " + others,
        "A procedure must depend on nothing but its arguments, its actors and the time that Tutti"
            + " gives it.",
        "");
  }

  /** Marks the folder; returns why the host ends, for a person. */
  private static String mark(@Nullable Disk disk, String calls) {
    String why =
        "this host came to another end than other hosts, twice within an hour, by "
            + calls
            + ": a procedure must depend on nothing but its arguments, its actors and the time that"
            + " Tutti gives it";
    LOG.error("this host must not go on: {}", why);
    try {
      MetaStore.open(Objects.requireNonNull(disk, "a host has a disk"))
          .put(META, why.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      LOG.warn("the folder could not be marked, and must not be used again: {}", e.getMessage());
    }
    return why;
  }

  /**
   * Refuses a folder that is marked.
   *
   * @throws DataFolderRefused if it is
   */
  static void check(Disk disk) throws IOException {
    Optional<byte[]> why = MetaStore.open(disk).get(META);
    if (why.isPresent()) {
      throw new DataFolderRefused(
          DataFolderRefused.Kind.OTHER_NODE,
          "the data folder "
              + disk.describe()
              + " has other data than the other hosts have: "
              + new String(why.get(), StandardCharsets.UTF_8)
              + ". Mend the procedure, and start all hosts; this one with an empty folder, which gets"
              + " the data of the others. Nothing was changed");
    }
  }
}
