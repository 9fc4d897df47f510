package tutti.engine.node.shard;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.Disk;
import tutti.engine.journal.MetaStore;
import tutti.engine.runtime.Latch;

/**
 * The history of data with which a host goes on, its world: that of a deployment that began empty,
 * or that of a backup which was restored. Hosts of different worlds talk about no shard, since a
 * transaction of both would be half a transaction in each, and each refuses the other aloud. A host
 * without data has no world, and takes that of the first host with one that it meets. Thread-safe.
 *
 * <p>For example, four hosts are restored, and two of them start with the folders of before by
 * mistake: they and the others refuse each other, and {@code /ready} says which data is where.
 */
public final class HostWorld {
  private static final Logger LOG = LoggerFactory.getLogger(HostWorld.class);

  private static final String META = "world";

  /** The world of data that no backup was restored into. */
  private static final String FIRST = "first";

  private static final String NONE = "";
  private static final String BACKUP = "backup ";

  private final MetaStore meta;
  private final Consumer<Runnable> writer;
  private final Latch latch = new Latch();
  private String world;
  private BooleanSupplier hasData = () -> false;

  private HostWorld(MetaStore meta, Consumer<Runnable> writer, String world) {
    this.meta = meta;
    this.writer = writer;
    this.world = world;
  }

  /**
   * Reads the world of a folder, and begins to keep it there.
   *
   * @param isNew whether the folder was no host's until now
   * @param writer runs what writes to the disk, one after another: greetings are made and read
   *     where nobody may wait for it
   */
  public static HostWorld open(Disk disk, boolean isNew, Consumer<Runnable> writer)
      throws IOException {
    MetaStore meta = MetaStore.open(disk);
    Optional<byte[]> kept = meta.get(META);
    if (kept.isPresent()) {
      return new HostWorld(meta, writer, new String(kept.get(), StandardCharsets.UTF_8));
    }
    // Hosts that began before worlds were kept have data, or begin to have it with the others.
    String world = isNew ? NONE : FIRST;
    put(meta, world);
    return new HostWorld(meta, writer, world);
  }

  /** Makes a folder one of the world of a backup that is restored into it. */
  public static void restored(Disk disk, String backup) throws IOException {
    put(MetaStore.open(disk), BACKUP + backup);
  }

  private static void put(MetaStore meta, String world) throws IOException {
    meta.put(META, world.getBytes(StandardCharsets.UTF_8));
  }

  /** Asks from now on whether a replica of this host has data. Before it talks to others. */
  public void begin(BooleanSupplier has) {
    hasData = has;
  }

  /** Returns the name of the world, for a greeting; empty while the host has none. */
  public String name() {
    latch.lock();
    try {
      if (world.equals(NONE) && hasData.getAsBoolean()) {
        // Its data says so at the next start, too.
        world = FIRST;
      }
      return world;
    } finally {
      latch.unlock();
    }
  }

  /**
   * Returns why this host must not talk to one of that world; null if it may, and has taken that
   * world if it had none. A host that ends before this is on its disk is refused by the others at
   * its next start if it has data by then, and may be started with an empty folder.
   */
  public @Nullable String differs(String other) {
    String own = name();
    if (other.equals(own) || other.equals(NONE)) {
      return null;
    }
    latch.lock();
    try {
      if (world.equals(NONE)) {
        world = other;
        writer.accept(() -> keep(other));
      }
      own = world;
    } finally {
      latch.unlock();
    }
    return other.equals(own)
        ? null
        : "its data folder has the data of "
            + words(other)
            + ", and the one here that of "
            + words(own)
            + ": transactions on both would be halves of transactions; start it with the folder that"
            + " belongs to the others', or with an empty one, which gets their data";
  }

  private void keep(String other) {
    try {
      put(meta, other);
    } catch (IOException e) {
      LOG.warn("that this host has the data of {} is not kept: {}", words(other), e.getMessage());
    }
  }

  private static String words(String world) {
    return world.equals(FIRST) ? "a deployment into which no backup was restored" : world;
  }
}
