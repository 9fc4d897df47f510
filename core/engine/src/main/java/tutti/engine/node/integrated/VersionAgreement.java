package tutti.engine.node.integrated;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.integrated.ApplicationVersions;
import tutti.engine.integrated.VersionsItem;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.Application;

/**
 * The agreement of a host with the others on the versions of the application: until there is one,
 * it runs nothing. A host whose folder has today's version as the newest has it at once, and so has
 * a blank one among others of which none has anything else. The first of them, and any other one,
 * reads the item of the versions ({@link VersionsItem}), and adds today's if that is not the newest
 * there. Confined to its queue, but for {@link #greeted} and {@link #fingerprint}.
 *
 * <p>A blank folder may be that of a host which has lost its disk, so it is no witness that nothing
 * was written. So a host concludes that from a folder which has today's version alone, or from the
 * blank folders of all hosts, which a new cluster waits for anyway.
 */
final class VersionAgreement {
  private static final Logger LOG = LoggerFactory.getLogger(VersionAgreement.class);

  private static final long LOOK_NANOS = 20_000_000;

  /** The item is read, or written, anew after so long. */
  private static final long PATIENCE_NANOS = 2_000_000_000L;

  private final ApplicationVersions versions;
  private final WrittenApplication folder;
  private final ReplicaLayout layout;
  private final IntPredicate connected;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final Store store;
  private final Consumer<String> failed;

  /** The fingerprints of the versions that other hosts had when their sessions began. */
  private final Map<Integer, Long> others = new ConcurrentHashMap<>();

  private List<byte[]> known;

  /** The fingerprint of what the folder has now. */
  private volatile long fingerprint;

  /** Whether the item must be read, whatever this host has. */
  private volatile boolean mustRead;

  /** The time from which on the item is asked for again. */
  private long again = Long.MIN_VALUE;

  /** The number of the newest question. */
  private long asked;

  private boolean over;

  /** The item of the versions, as the protocol has it. Its methods may be called by any thread. */
  interface Store {

    /**
     * Reads it.
     *
     * @param deadlineNanos the question is not repeated after this, in the scheduler's nanoseconds
     * @param seen is told its value, on some thread; never, if it cannot be read
     * @param met is called, on some thread, if another transaction was in the way: hosts that start
     *     together read and write at once
     */
    void read(long deadlineNanos, Consumer<byte[]> seen, Runnable met);

    /**
     * Writes it, if it is what it was.
     *
     * @param ended is called, on some thread, once that has happened or not; never, if that is not
     *     known
     */
    void replace(byte[] before, byte[] after, long deadlineNanos, Runnable ended);
  }

  /**
   * The parts of the host that the agreement needs.
   *
   * @param connected whether a host is connected
   * @param failed is told why the host cannot go on
   */
  record Host(
      ApplicationVersions versions,
      WrittenApplication folder,
      ReplicaLayout layout,
      IntPredicate connected,
      Scheduler scheduler,
      Consumer<String> failed) {}

  /**
   * @throws IOException if the disk fails
   */
  VersionAgreement(Host host, Store store) throws IOException {
    this.versions = host.versions;
    this.folder = host.folder;
    this.layout = host.layout;
    this.connected = host.connected;
    this.scheduler = host.scheduler;
    this.queue = scheduler.newStepQueue("versions");
    this.store = store;
    this.failed = host.failed;
    this.known = folder.sources();
    this.fingerprint = WrittenApplication.fingerprint(known);
  }

  /** Returns what this host tells others of its folder. May be called by any thread. */
  long fingerprint() {
    return fingerprint;
  }

  /** Begins. */
  void start() {
    if (!known.isEmpty() && !WrittenApplication.changes(known, versions.today())) {
      versions.settle(known);
      // Others may have gone to another version and back while this host was away.
      mustRead = true;
    }
    queue.step(this::look);
  }

  /**
   * Takes the greeting of a host.
   *
   * @param its the fingerprint of the versions that it has now
   */
  void greeted(int host, long its) {
    others.put(host, its);
    queue.step(
        () -> {
          if (!known.isEmpty() && its != 0 && its != fingerprint && !mustRead) {
            // It may have gone back and forth while this one was away.
            mustRead = true;
            look();
          }
        });
  }

  /** Ends the agreement: the host stops. */
  void close() {
    queue.step(() -> over = true);
  }

  private void look() {
    if (over || versions.isSettled() && !mustRead) {
      return;
    }
    if (known.isEmpty() && isNew()) {
      take(List.of(versions.today().source()));
      return;
    }
    long now = scheduler.nanos();
    boolean isBlank = known.isEmpty() && !hearsMost();
    if (!isBlank && now >= again) {
      again = now + PATIENCE_NANOS;
      long number = ++asked;
      store.read(
          again,
          value -> queue.step(() -> read(number, value)),
          () -> queue.step(() -> lookAgain(number)));
    }
    scheduler.after(LOOK_NANOS, queue, this::look);
  }

  /** Reads soon what was not read, or not written: each host after a time of its own. */
  private void lookAgain(long number) {
    if (number == asked) {
      again = scheduler.nanos() + LOOK_NANOS * layout.self();
    }
  }

  private boolean hearsMost() {
    long many = 0;
    for (int host = 0; host < layout.hosts(); host++) {
      many += host == layout.self() || connected.test(host) && others.containsKey(host) ? 1 : 0;
    }
    return many > layout.hosts() / 2;
  }

  /**
   * Whether no version but today's has written anything: a folder that has that version alone tells
   * so, and so do those of all hosts, if they are blank.
   */
  private boolean isNew() {
    long ours = WrittenApplication.fingerprint(List.of(versions.today().source()));
    boolean tells = others.containsValue(ours) || others.size() >= layout.hosts() - 1;
    return tells
        && hearsMost()
        && others.values().stream().allMatch(its -> its == 0 || its == ours);
  }

  private void read(long number, byte[] value) {
    if (over || number != asked) {
      return;
    }
    List<byte[]> all = VersionsItem.decode(value);
    if (!begins(all, known) && !begins(known, all)) {
      fail(
          "the data here was written under other versions of the application than that of the"
              + " other nodes: give this node an empty folder, and it gets their data");
      return;
    }
    List<byte[]> now = all.size() > known.size() ? all : known;
    if (now.isEmpty()) {
      // Others have data, and are to say of which version it is.
      again = Long.MIN_VALUE;
    } else if (WrittenApplication.changes(now, versions.today())) {
      add(now, value);
    } else {
      take(now);
    }
  }

  /** Whether some versions begin with others. */
  private static boolean begins(List<byte[]> all, List<byte[]> with) {
    if (all.size() < with.size()) {
      return false;
    }
    for (int i = 0; i < with.size(); i++) {
      if (!Arrays.equals(all.get(i), with.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Adds today's version. */
  private void add(List<byte[]> before, byte[] value) {
    versions.know(before);
    Application.Evolution evolution =
        versions.today().evolveFrom(versions.application(before.size()));
    if (!evolution.obstacles().isEmpty()) {
      fail(
          "the application cannot go on with the version of the other nodes:\n  - "
              + String.join("\n  - ", evolution.obstacles()));
      return;
    }
    List<byte[]> after = new ArrayList<>(before);
    after.add(versions.today().source());
    long number = ++asked;
    store.replace(
        value, VersionsItem.encode(after), again, () -> queue.step(() -> lookAgain(number)));
  }

  private void take(List<byte[]> all) {
    if (versions.isSettled() && all.size() == known.size()) {
      mustRead = false;
      return;
    }
    try {
      folder.keep(all);
    } catch (IOException e) {
      fail("the versions of the application cannot be kept: " + e.getMessage());
      return;
    }
    boolean changed = !known.isEmpty() && all.size() > known.size();
    known = all;
    fingerprint = WrittenApplication.fingerprint(known);
    mustRead = false;
    versions.settle(all);
    if (changed) {
      LOG.info("the data goes on under version {} of the application", all.size());
    }
  }

  private void fail(String why) {
    over = true;
    LOG.error("this host must not go on: {}", why);
    failed.accept(why);
  }

  /** Returns why the host runs nothing, or null. */
  @Nullable String notReady() {
    return versions.unsettled();
  }
}
