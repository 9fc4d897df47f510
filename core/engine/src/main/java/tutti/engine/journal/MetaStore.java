package tutti.engine.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.Disk.DiskFile;

/**
 * Small named blobs in the data folder, each replaced atomically and durably: the specification and
 * the deployment that the folder was written under, the incarnation counter, the folder's format.
 * Not thread-safe; but several may be open on a folder if each puts other blobs.
 */
public final class MetaStore {
  /** The blob with the last starts of a node on the folder. */
  public static final String STARTS = "starts";

  /** The blob with the newest starts of other nodes that were met, and what they have told. */
  public static final String STARTS_MET = "starts-met";

  private static final Logger LOG = LoggerFactory.getLogger(MetaStore.class);
  private static final String FORMAT = "format";
  private static final String PREFIX = "meta-";
  private static final String UNFINISHED = ".tmp";
  private static final long MAGIC = 0x54555454494D5441L; // TUTTIMTA
  private static final int HEADER_BYTES = 20;
  private static final String OR_ANOTHER = ", or name another folder";
  private static final int MAX_BYTES = 64 << 20;

  /** The version of the format since which a blob's checksum covers its name. */
  private static final int WITH_NAME = 3;

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");

  private final Disk disk;

  /** The version of the folder; 0 if it has none yet. */
  private int version;

  private MetaStore(Disk disk) {
    this.disk = disk;
  }

  /**
   * Opens the blobs of a folder; an empty folder becomes one of this version.
   *
   * @throws DataFolderRefused if another version wrote the folder, or the blob that says which is
   *     damaged
   */
  public static MetaStore open(Disk disk) throws IOException {
    // What is unfinished stays: another opener of this process may be writing it, and what a crash
    // has left is replaced when its blob is put.
    MetaStore store = new MetaStore(disk);
    Optional<byte[]> format = store.get(FORMAT);
    if (format.isEmpty()) {
      store.refuseIfFormatIsMissing();
      store.putVersion();
      return store;
    }
    if (format.get().length < 4) {
      throw store.corrupt(FORMAT, HEADER_BYTES, "the format's number is missing");
    }
    int version = ByteBuffer.wrap(format.get()).getInt();
    if (version > Format.VERSION) {
      throw new DataFolderRefused(
          DataFolderRefused.Kind.NEWER_FORMAT, newer(disk, PREFIX + FORMAT, version));
    }
    if (version < Format.OLDEST) {
      throw new DataFolderRefused(
          DataFolderRefused.Kind.OLDER_FORMAT, older(disk, PREFIX + FORMAT, version));
    }
    store.version = version;
    store.readAll();
    return store;
  }

  private void putVersion() throws IOException {
    version = Format.VERSION;
    write(FORMAT, ByteBuffer.allocate(4).putInt(Format.VERSION).array());
  }

  /**
   * Makes the folder one of this version before anything else is written into it: an older version
   * of Tutti would not understand what is written now, and refuses the folder as a whole.
   */
  private void raise() throws IOException {
    synchronized (MetaStore.class) {
      int found = get(FORMAT).map(bytes -> ByteBuffer.wrap(bytes).getInt()).orElse(0);
      if (found < Format.VERSION) {
        LOG.info(
            "the data folder {} is of format {}, and is one of format {} from now on: older versions"
                + " of Tutti do not open it any more",
            disk.describe(),
            found,
            Format.VERSION);
        putVersion();
      }
      version = Format.VERSION;
    }
  }

  /**
   * Reads all blobs, so that damage is reported at the first start that meets it, not at the start
   * that needs the blob.
   */
  private void readAll() throws IOException {
    for (String file : disk.list()) {
      String name = file.startsWith(PREFIX) ? file.substring(PREFIX.length()) : "";
      if (NAME.matcher(name).matches()) {
        get(name);
      }
    }
  }

  private static String older(Disk disk, String file, int version) {
    return written(disk, "an older", file, version) + "version that wrote it" + OR_ANOTHER;
  }

  static String newer(Disk disk, String file, int version) {
    return written(disk, "a newer", file, version) + "newer version" + OR_ANOTHER;
  }

  private static String written(Disk disk, String by, String file, int version) {
    return "the data folder %s was written by %s version of Tutti (format %d in file %s; this"
            .formatted(disk.describe(), by, version, file)
        + " version reads %s to %s). Nothing was changed. Start it with the "
            .formatted(Format.OLDEST, Format.VERSION);
  }

  /**
   * The checksum is over the name too, since a write that went astray may put one blob in the place
   * of another: the folder's identity and its incarnation are of one size.
   */
  private static int crc(int version, String name, byte[] file, int length) {
    CRC32C crc = new CRC32C();
    if (version >= WITH_NAME) {
      crc.update(name.getBytes(StandardCharsets.UTF_8));
    }
    crc.update(file, HEADER_BYTES, length);
    return (int) crc.getValue();
  }

  /** The blob with this name, if it was ever put. */
  public Optional<byte[]> get(String name) throws IOException {
    String file = fileName(name);
    if (!disk.exists(file)) {
      return Optional.empty();
    }
    try (DiskFile open = disk.open(file, false)) {
      long size = open.size();
      if (size < HEADER_BYTES || size > HEADER_BYTES + MAX_BYTES) {
        throw corrupt(name, 0, "the file has " + size + " bytes");
      }
      ByteBuffer bytes = ByteBuffer.allocate((int) size);
      open.read(bytes, 0);
      return Optional.of(content(name, bytes));
    }
  }

  private byte[] content(String name, ByteBuffer bytes) throws DataFolderRefused {
    if (bytes.getLong(0) != MAGIC) {
      throw corrupt(name, 0, "this is not the header of such a file");
    }
    int version = bytes.getInt(8);
    if (version > Format.VERSION) {
      throw new DataFolderRefused(
          DataFolderRefused.Kind.NEWER_FORMAT, newer(disk, fileName(name), version));
    }
    int length = bytes.getInt(12);
    if (length != bytes.capacity() - HEADER_BYTES
        || crc(version, name, bytes.array(), length) != bytes.getInt(16)) {
      throw corrupt(name, HEADER_BYTES, "the content does not fit its checksum");
    }
    byte[] content = new byte[length];
    bytes.get(HEADER_BYTES, content);
    return content;
  }

  /** Replaces the blob of this name; it is durable when this returns. */
  public void put(String name, byte[] content) throws IOException {
    if (content.length > MAX_BYTES) {
      throw new IllegalArgumentException("at most " + MAX_BYTES + " bytes, not " + content.length);
    }
    if (version < Format.VERSION && !name.equals(FORMAT)) {
      raise();
    }
    write(name, content);
  }

  private void write(String name, byte[] content) throws IOException {
    String file = fileName(name);
    String unfinished = file + UNFINISHED;
    ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + content.length);
    bytes.putLong(MAGIC).putInt(Format.VERSION).putInt(content.length);
    bytes.position(HEADER_BYTES).put(content).flip();
    bytes.putInt(16, crc(Format.VERSION, name, bytes.array(), content.length));
    disk.delete(unfinished);
    try (DiskFile open = disk.open(unfinished, true)) {
      open.write(bytes, 0);
      open.force();
    }
    disk.rename(unfinished, file);
    disk.force();
  }

  /** A log or a checkpoint without the blob that is written first: it was lost. */
  private void refuseIfFormatIsMissing() throws IOException {
    for (String name : disk.list()) {
      if (Format.segmentStart(name) >= 0 || CheckpointStore.isCheckpoint(name)) {
        throw corrupt(FORMAT, 0, "the file is missing, but " + name + " is there");
      }
    }
  }

  private CorruptJournal corrupt(String name, long offset, String what) {
    return new CorruptJournal(disk.describe(), fileName(name), offset, what);
  }

  private static String fileName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a blob's name is lower-case letters, digits and dashes, not '" + name + "'");
    }
    return PREFIX + name;
  }
}
