package tutti.engine.node.shard;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.distribution.message.LogWord;
import tutti.engine.distribution.message.MetFolders;
import tutti.engine.distribution.message.World;
import tutti.engine.distribution.message.World.Begun;
import tutti.engine.distribution.message.World.Starts;
import tutti.engine.distribution.peer.PeerLogs;
import tutti.engine.journal.Disk;
import tutti.engine.journal.MetaStore;
import tutti.engine.runtime.Latch;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The history of data with which a host goes on, its world: that of a deployment that began empty,
 * that of a backup which was restored, or that of shards which began anew. Hosts of different
 * worlds talk about no shard, since a transaction of both would be half a transaction in each, and
 * each refuses the other aloud. A host without data has no world, and takes that of the first host
 * with one that it meets. Worlds of one name, those of two restores of one backup, are told apart
 * by the data folders that their hosts have met. An older copy of a host's folder has forgotten
 * what the host has promised since, and the hosts that it has met or told of that since refuse it
 * ({@link PeerLogs}). Thread-safe.
 *
 * <p>For example, four hosts are restored, and two of them start with the folders of before by
 * mistake: they and the others refuse each other, and {@code /ready} says which data is where.
 */
public final class HostWorld {
  private static final Logger LOG = LoggerFactory.getLogger(HostWorld.class);

  private static final String NAME = "world";
  private static final String FOLDERS = "folders-met";

  /** The history of data that began empty, in words. */
  public static final String BEGAN_EMPTY = "a deployment into which no backup was restored";

  /** The world of data that began empty. */
  private static final String FIRST = "first";

  private static final String NONE = "";
  private static final String BACKUP = "backup ";
  private static final String RESET = "reset ";

  /** The first words of the refusal after which the refused host talks to nobody. */
  private static final String OLDER_COPY = "its data folder is an older copy";

  /** The blob that has the refusal of a folder that is an older copy. */
  private static final String REFUSED = "older-copy";

  private static final String OLDER =
      OLDER_COPY
          + " of the one that it had when this host met it or heard from it last: what it has"
          + " promised since is not there; give it back the newest copy, or start it with an empty"
          + " folder, which gets the others' data";

  private final int self;
  private final MetaStore meta;
  private final Consumer<Runnable> writer;
  private final Latch latch = new Latch();
  private String name;

  /** The name that the folder has. */
  private volatile String kept;

  /** Whether the last write of what is to be kept has failed. */
  private volatile boolean isLate;

  private MetFolders folders;

  /** The part of these that the folder has. */
  private MetFolders keptFolders;

  /**
   * Whether the folder has had all of these since this host has data. What comes later is of the
   * same history, by which this host is known already.
   */
  private volatile boolean isKnown;

  private final PeerLogs logs;
  private volatile boolean older;
  private Starts starts = Starts.NONE;
  private BooleanSupplier hasData = () -> false;

  private HostWorld(
      int self,
      MetaStore meta,
      Consumer<Runnable> writer,
      String name,
      MetFolders folders,
      PeerLogs logs) {
    this.logs = logs;
    this.self = self;
    this.meta = meta;
    this.writer = writer;
    this.name = name;
    this.kept = name;
    this.folders = folders;
    this.keptFolders = folders;
  }

  /**
   * Reads the world of a folder, and begins to keep it there.
   *
   * @param self the number of the host
   * @param isNew whether the folder was no host's until now
   * @param writer runs what writes to the disk, one after another: greetings are made and read
   *     where nobody may wait for it
   * @throws MalformedData if what is kept there cannot be read
   */
  public static HostWorld open(Disk disk, int self, boolean isNew, Consumer<Runnable> writer)
      throws IOException {
    MetaStore meta = MetaStore.open(disk);
    Optional<byte[]> kept = meta.get(NAME);
    // Hosts that began before worlds were kept have data, or begin to have it with the others.
    String name =
        kept.map(it -> new String(it, StandardCharsets.UTF_8)).orElse(isNew ? NONE : FIRST);
    if (kept.isEmpty()) {
      put(meta, name);
    }
    Optional<byte[]> met = meta.get(FOLDERS);
    MetFolders folders =
        met.isPresent() ? MetFolders.read(new Decoder(met.get())) : MetFolders.NONE;
    HostWorld world = new HostWorld(self, meta, writer, name, folders, PeerLogs.open(meta));
    world.older = meta.get(REFUSED).filter(why -> why.length > 0).isPresent();
    return world;
  }

  /** Makes a folder one of the world of a backup that is restored into it. */
  public static void restored(Disk disk, String backup) throws IOException {
    put(MetaStore.open(disk), BACKUP + backup);
  }

  /**
   * Makes a folder one of the world that begins with a reset.
   *
   * @param drawn at random, the same for all its folders
   */
  static void reset(Disk disk, long drawn) throws IOException {
    MetaStore meta = MetaStore.open(disk);
    put(meta, RESET + Long.toHexString(drawn));
    putFolders(meta, MetFolders.NONE);
    PeerLogs.forget(meta);
    meta.put(REFUSED, new byte[0]);
  }

  /** Returns the world of a host's folder, in words; empty if it has none. */
  public static Optional<String> of(Disk disk) throws IOException {
    return MetaStore.open(disk)
        .get(NAME)
        .map(it -> new String(it, StandardCharsets.UTF_8))
        .filter(name -> !name.equals(NONE))
        .map(HostWorld::words);
  }

  private static void put(MetaStore meta, String name) throws IOException {
    meta.put(NAME, name.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Counts a start on the folder, and gives the folder a number, if it has none; both are durable
   * when this returns. Before the host talks to others.
   *
   * @param drawn at random when the host started
   * @param end of the host's log, as it was found
   * @throws MalformedData if what is kept there cannot be read
   */
  public void starts(long drawn, long end) throws IOException {
    if (folders.of(self) == null) {
      folders = folders.and(self, drawn);
      putFolders(meta, folders);
      keptFolders = folders;
    }
    starts = logs.begins(new Begun(drawn, end));
  }

  /** Asks from now on whether a replica of this host has data. Before it talks to others. */
  public void begin(BooleanSupplier has) {
    hasData = has;
  }

  /** Returns what this host says about its world in a greeting. */
  public World told() {
    latch.lock();
    try {
      boolean has = hasData.getAsBoolean();
      if (has && name.equals(NONE)) {
        // Its data says so at the next start, too.
        name = FIRST;
      }
      return new World(name, has, folders, starts);
    } finally {
      latch.unlock();
    }
  }

  /**
   * Returns why this host must not talk to another one; null if it may, and has taken the other's
   * world if it had none. It says and hears nothing until that is on its disk ({@link #isSilent}).
   *
   * @param host the number of the other
   */
  public @Nullable String differs(int host, World other) {
    World own = told();
    if (!own.name().equals(other.name())
        && !other.name().equals(NONE)
        && !own.name().equals(NONE)) {
      return refusal("the data of " + words(other.name()), "that of " + words(own.name()));
    }
    if (own.hasData() && other.hasData() && own.folders().areStrangeTo(other.folders())) {
      return refusal(
          "other data of " + words(other.name()) + " than the hosts that this one has met before",
          "theirs");
    }
    boolean isNews;
    latch.lock();
    try {
      if (isOlder(host, other)) {
        return OLDER;
      }
      isNews = take(host, other, own.hasData());
    } finally {
      latch.unlock();
    }
    if (isNews) {
      writer.accept(this::keep);
    }
    return null;
  }

  private static String refusal(String there, String here) {
    return "its data folder has "
        + there
        + ", and the one here has "
        + here
        + ": transactions on both would be halves of transactions; start it with the folder that"
        + " belongs to the others', or with an empty one, which gets their data";
  }

  /**
   * Takes another host's refusal. One that knows this host's folder to be an older copy is enough,
   * for good: others may have heard nothing since, and what this host would promise them counts.
   */
  void refused(String why) {
    if (why.startsWith(OLDER_COPY) && !older) {
      older = true;
      writer.accept(
          () -> {
            try {
              meta.put(REFUSED, why.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
              LOG.warn("that this folder is an older copy is not kept: {}", e.getMessage());
            }
          });
    }
  }

  /**
   * Returns whether this host runs on an older copy of its folder, so that it has forgotten what it
   * promised later. Another host that has met a later state of the folder has reported it.
   */
  public boolean isOlder() {
    return older;
  }

  /**
   * Returns whether this host must neither say nor hear anything: it has an older copy of its
   * folder, or it has no data and its folder does not say yet whose data it may get. A host that
   * ends with data and without that is strange to all.
   */
  public boolean isSilent() {
    return older || !isKnown && !mayGetData();
  }

  private boolean mayGetData() {
    latch.lock();
    try {
      return keepsAll() || hasData.getAsBoolean();
    } finally {
      latch.unlock();
    }
  }

  /** Whether the folder has all of these; notes that this host is known if it has data then. */
  private boolean keepsAll() {
    boolean all = folders.equals(keptFolders);
    isKnown |= all && hasData.getAsBoolean();
    return all;
  }

  /** Takes another host's word how far its log is durable. */
  public void heard(int host, LogWord word) {
    if (logs.heard(host, word)) {
      keepHeard();
    }
  }

  /**
   * Returns whether the folder says whose data it has. Until then a crash leaves a host with data
   * and without a world, which the others refuse.
   */
  public boolean isKept() {
    latch.lock();
    try {
      return (keepsAll() || isKnown) && (name.equals(kept) || name.equals(FIRST));
    } finally {
      latch.unlock();
    }
  }

  /**
   * Begins to write what other hosts have said about their logs, if there is news, and all that
   * could not be written before.
   */
  public void keepHeard() {
    if (isLate) {
      writer.accept(this::keep);
    } else if (logs.hasNews()) {
      writer.accept(logs::keepNews);
    }
  }

  /** Writes what other hosts have said about their logs, as the host ends. Does disk work. */
  public void end() {
    if (isLate) {
      keep();
    } else {
      logs.keepNews();
    }
  }

  /** Returns how far another host's log was durable, as this one knows it; 0 if it does not. */
  public long heardOf(int host) {
    return logs.durable(host);
  }

  /**
   * Returns the newest durable position of the host's log that this host has saved on its own disk,
   * and so knows after a crash.
   */
  public long keptOf(int host) {
    return logs.kept(host);
  }

  /** Returns whether another host's folder lacks what this one has met, or has heard of it. */
  private boolean isOlder(int host, World other) {
    Long folder = other.folders().of(host);
    return folder != null && logs.isOlder(host, folder, other.starts());
  }

  /** Takes from another host's words what is its own from now on; whether that is news. */
  private boolean take(int host, World other, boolean has) {
    MetFolders before = folders;
    boolean hasStarted = meets(host, other);
    Long its = other.folders().of(host);
    if (!has) {
      take(other.folders());
    }
    // An empty folder beside data may be a mistake, and the next one that which belongs here.
    if (its != null && (other.hasData() || !has)) {
      folders = folders.and(host, its);
    }
    boolean isNamed = !name.equals(NONE);
    if (!isNamed) {
      name = other.name();
    }
    return hasStarted || (!isNamed && !name.equals(NONE)) || !before.equals(folders);
  }

  /**
   * Takes what a host has met whose data this one may get. No folder that was known before is
   * forgotten for that: the other may not have met it, and those that have know this host by it.
   */
  private void take(MetFolders met) {
    Long own = folders.of(self);
    boolean isOtherData = folders.areStrangeTo(met);
    folders = (isOtherData ? MetFolders.NONE : folders).behind(met);
    if (own != null) {
      folders = folders.and(self, own);
    }
  }

  /** Returns whether another host has started since it was met, or was never met. */
  private boolean meets(int host, World other) {
    Long folder = other.folders().of(host);
    return folder != null && logs.meets(host, folder, other.starts());
  }

  private void keep() {
    World now = told();
    try {
      putFolders(meta, now.folders());
      put(meta, now.name());
      kept = now.name();
      keptFolders(now.folders());
      logs.keep();
      isLate = false;
    } catch (IOException e) {
      isLate = true;
      LOG.warn(
          "that this host has the data of {} is not kept yet: {}",
          now.name().equals(NONE) ? "no deployment" : words(now.name()),
          e.getMessage());
    }
  }

  private void keptFolders(MetFolders written) {
    latch.lock();
    try {
      keptFolders = written;
    } finally {
      latch.unlock();
    }
  }

  private static void putFolders(MetaStore meta, MetFolders folders) throws IOException {
    Encoder out = new Encoder();
    folders.write(out);
    meta.put(FOLDERS, out.toByteArray());
  }

  private static String words(String world) {
    if (world.startsWith(RESET)) {
      return "shards that were reset (" + world.substring(RESET.length()) + ")";
    }
    return world.equals(FIRST) ? BEGAN_EMPTY : world;
  }
}
