package tutti.simulator.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.simulator.world.NodeCrashed;
import tutti.simulator.world.Seeds;

/**
 * A folder in memory that records which writes were forced. {@link #afterCrash} returns the disk
 * that a restart finds. Of each sector of 512 bytes that was written and not forced, the write is
 * there or not; the last write may be torn at any byte; and of the creations, renames and deletions
 * that were not forced, only a first part happened, as on a file system that logs its metadata in
 * order.
 *
 * <p>The disk fails on demand: see {@link DiskFaults}. A failed {@code force} gives up its writes,
 * though they can still be read, as under Linux: after a crash those of them are there that had
 * been written before the failure, which may be none, a part, or all. Not thread-safe: the
 * simulator has one thread.
 */
public final class SimulatedDisk implements Disk {
  private final TreeMap<String, SimulatedFile> names;
  private final TreeMap<String, SimulatedFile> durableNames;
  private final List<Consumer<TreeMap<String, SimulatedFile>>> pending = new ArrayList<>();
  private final DiskFaults faults;
  private boolean dead;

  /** The disk of another opener that has taken this folder over; null if there is none. */
  private @Nullable SimulatedDisk successor;

  /** An empty disk without faults. */
  public SimulatedDisk() {
    this(new TreeMap<>(), new DiskFaults());
  }

  private SimulatedDisk(TreeMap<String, SimulatedFile> names, DiskFaults faults) {
    this.names = names;
    this.durableNames = new TreeMap<>(names);
    this.faults = faults;
  }

  /** Returns the faults of this disk; shared with the disks found after its crashes. */
  public DiskFaults faults() {
    return faults;
  }

  /**
   * Returns the disk that a restart finds: {@link #afterCrash(long, boolean, boolean)} with both.
   */
  public SimulatedDisk afterCrash(long seed) {
    return afterCrash(seed, true, true);
  }

  /**
   * Returns the disk that a restart finds. This object is of no use any more: tasks that still use
   * it end.
   *
   * @param loses whether writes that were not forced may be gone
   * @param tears whether the last write may be there in part
   */
  public SimulatedDisk afterCrash(long seed, boolean loses, boolean tears) {
    dead = true;
    RandomGenerator random = Seeds.stream(seed, "disk");
    TreeMap<String, SimulatedFile> kept = new TreeMap<>(durableNames);
    int happened = loses ? random.nextInt(pending.size() + 1) : pending.size();
    pending.subList(0, happened).forEach(change -> change.accept(kept));
    TreeMap<String, SimulatedFile> found = new TreeMap<>();
    kept.forEach((name, file) -> found.put(name, file.afterCrash(random, loses, tears)));
    return new SimulatedDisk(found, faults);
  }

  /** Returns a copy of this disk, to be used apart from it; the faults are shared. */
  public SimulatedDisk copy() {
    return copy(faults);
  }

  /** Returns a copy of all that can be read now, on a disk that works. */
  public SimulatedDisk image() {
    return copy(new DiskFaults());
  }

  private SimulatedDisk copy(DiskFaults its) {
    TreeMap<String, SimulatedFile> copies = new TreeMap<>();
    names.forEach((name, file) -> copies.put(name, file.copy()));
    return new SimulatedDisk(copies, its);
  }

  /**
   * Damages data that was flushed long ago: flips a bit, or puts a sector over another one. Returns
   * the place, or null if there is nothing to damage.
   */
  public @Nullable String damage(RandomGenerator random, boolean misdirected) {
    List<String> some = names.keySet().stream().filter(name -> damageable(name) > 0).toList();
    if (some.isEmpty()) {
      return null;
    }
    String name = some.get(random.nextInt(some.size()));
    SimulatedFile file = existingFile(name);
    int at = random.nextInt(damageable(name));
    if (!misdirected) {
      file.flip(at, random.nextInt(8));
      return name + " at " + at;
    }
    String other = some.get(random.nextInt(some.size()));
    int to = random.nextInt(damageable(other)) / SimulatedFile.SECTOR * SimulatedFile.SECTOR;
    if (isLog(other) && to + SimulatedFile.SECTOR > damageable(other)) {
      return null;
    }
    int from = at / SimulatedFile.SECTOR * SimulatedFile.SECTOR;
    file.misdirect(from, existingFile(other), to);
    return other + " at " + to + " with " + name + " at " + from;
  }

  /**
   * Returns the number of bytes of a file that may be damaged: of the log all but the newest part.
   */
  private int damageable(String name) {
    SimulatedFile file = existingFile(name);
    return isLog(name) ? Math.min(file.size(), file.tail()) : file.size();
  }

  private static boolean isLog(String name) {
    return name.startsWith("log-");
  }

  private SimulatedFile existingFile(String name) {
    SimulatedFile file = names.get(name);
    if (file == null) {
      throw new IllegalArgumentException("there is no file " + name);
    }
    return file;
  }

  /**
   * Returns a text about the contents; if two contents differ, so do their texts, but for chance.
   */
  public String fingerprint() {
    StringBuilder text = new StringBuilder();
    names.forEach(
        (name, file) -> text.append(name).append(' ').append(file.fingerprint()).append(", "));
    return text.append(pending.size()).append(" pending").toString();
  }

  /**
   * Makes another opener take the folder over, where locks do not work: it continues with all that
   * can be read now. All that is written here from now on is lost.
   */
  public void takeOver() {
    if (successor == null) {
      successor = copy();
    }
  }

  /** Returns the disk of the opener that has taken the folder over, or null if there is none. */
  public @Nullable SimulatedDisk successor() {
    return successor;
  }

  /** Limits the free space to {@code room} bytes. */
  public void fill(long room) {
    faults.space(used() + room);
  }

  /** Cuts the power: tasks that still use this object end. */
  public void cut() {
    dead = true;
  }

  private void change(Consumer<TreeMap<String, SimulatedFile>> change) {
    change.accept(names);
    pending.add(change);
  }

  private void touch(DiskFaults.Operation operation, String name, long bytes) throws IOException {
    if (!dead) {
      faults.touch(operation, name, bytes, this::used);
    }
    if (dead) {
      throw new NodeCrashed();
    }
  }

  private long used() {
    long sum = 0;
    for (SimulatedFile file : names.values()) {
      sum += file.size();
    }
    return sum;
  }

  private SimulatedFile existing(String name) throws IOException {
    SimulatedFile file = names.get(name);
    if (file == null) {
      throw new NoSuchFileException(name);
    }
    return file;
  }

  @Override
  public List<String> list() throws IOException {
    touch(DiskFaults.Operation.READ, "", 0);
    return List.copyOf(names.keySet());
  }

  @Override
  public DiskFile open(String name, boolean create) throws IOException {
    touch(DiskFaults.Operation.READ, name, 0);
    if (create && !names.containsKey(name)) {
      touch(DiskFaults.Operation.WRITE, name, 0);
      requireOwned();
      SimulatedFile made = new SimulatedFile();
      change(map -> map.put(name, made));
    }
    return new Handle(name, existing(name));
  }

  @Override
  public boolean exists(String name) throws IOException {
    touch(DiskFaults.Operation.READ, name, 0);
    return names.containsKey(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    touch(DiskFaults.Operation.WRITE, from, 0);
    requireOwned();
    SimulatedFile file = existing(from);
    change(
        map -> {
          map.remove(from);
          map.put(to, file);
        });
  }

  @Override
  public void delete(String name) throws IOException {
    touch(DiskFaults.Operation.WRITE, name, 0);
    requireOwned();
    if (names.containsKey(name)) {
      change(map -> map.remove(name));
    }
  }

  @Override
  public void force() throws IOException {
    touch(DiskFaults.Operation.FORCE, "", 0);
    pending.forEach(change -> change.accept(durableNames));
    pending.clear();
  }

  @Override
  public void requireOwned() throws IOException {
    touch(DiskFaults.Operation.READ, "", 0);
    if (successor != null) {
      throw new DataFolderRefused(
          DataFolderRefused.Kind.TAKEN_OVER,
          "another opener has taken the folder over (simulated)");
    }
  }

  @Override
  public void requireOwnedByName() throws IOException {
    requireOwned();
  }

  /** Returns 0: who looks only now and then finds out at the next start at the latest. */
  @Override
  public long lookNanos() {
    return 0;
  }

  @Override
  public long free() throws IOException {
    touch(DiskFaults.Operation.READ, "", 0);
    return faults.free(this::used);
  }

  @Override
  public String describe() {
    return "a simulated disk";
  }

  @Override
  public void close() {}

  private final class Handle implements DiskFile {
    private final String name;
    private @Nullable SimulatedFile file;

    Handle(String name, SimulatedFile file) {
      this.name = name;
      this.file = file;
    }

    private SimulatedFile file() throws IOException {
      SimulatedFile opened = file;
      if (opened == null) {
        throw new IOException(name + " is closed");
      }
      return opened;
    }

    @Override
    public long size() throws IOException {
      touch(DiskFaults.Operation.READ, name, 0);
      return file().size();
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      touch(DiskFaults.Operation.READ, name, 0);
      int count = Math.clamp(file().size() - position, 0, into.remaining());
      byte[] bytes = new byte[count];
      if (count > 0) {
        file().read(bytes, 0, (int) position, count);
        into.put(bytes);
      }
      return count;
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
      int size = file().size();
      int end = Math.toIntExact(position + from.remaining());
      touch(DiskFaults.Operation.WRITE, name, Math.max(0, end - size));
      byte[] bytes = new byte[from.remaining()];
      from.get(bytes);
      file().write(bytes, (int) position);
    }

    @Override
    public void force() throws IOException {
      try {
        touch(DiskFaults.Operation.FORCE, name, 0);
      } catch (IOException e) {
        file().failedForce();
        throw e;
      }
      file().force();
    }

    @Override
    public void preallocate(long size) throws IOException {
      touch(DiskFaults.Operation.WRITE, name, Math.max(0, size - file().size()));
      file().grow(Math.toIntExact(size));
    }

    @Override
    public void truncate(long size) throws IOException {
      touch(DiskFaults.Operation.WRITE, name, 0);
      file().truncate(Math.toIntExact(size));
    }

    @Override
    public void close() {
      file = null;
    }
  }
}
