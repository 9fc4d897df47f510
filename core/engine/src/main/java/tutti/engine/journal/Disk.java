package tutti.engine.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * One folder of a disk: the port that the journal's drivers implement. The real one is a directory;
 * the simulated one forgets unsynced writes, tears the last one and fails on demand.
 */
public interface Disk extends Closeable {

  /** The names of the files in the folder, sorted. */
  List<String> list() throws IOException;

  /** Opens a file for reading and writing; makes it if {@code create} and it is not there. */
  DiskFile open(String name, boolean create) throws IOException;

  boolean exists(String name) throws IOException;

  /** Renames atomically, replacing {@code to}. Durable only after {@link #force()}. */
  void rename(String from, String to) throws IOException;

  /** Deletes a file; no error if it is not there. */
  void delete(String name) throws IOException;

  /** Makes creations, renames and deletions durable. */
  void force() throws IOException;

  /**
   * Checks that no other opener has taken the folder over, which can happen where locks do not
   * work. Called between a flush and the answers that rest on it; takes about a microsecond.
   *
   * @throws DataFolderRefused if another opener has taken it over: nothing may be acknowledged any
   *     more
   */
  default void requireOwned() throws IOException {}

  /**
   * Requires the same, and that the folder is still there. Asked now and then, for it costs more.
   *
   * @throws DataFolderRefused if it is not
   */
  default void requireOwnedByName() throws IOException {
    requireOwned();
  }

  /**
   * Returns the time after which {@link #requireOwnedByName} should be asked again, in nanoseconds;
   * 0 if the folder cannot be taken over.
   */
  default long lookNanos() {
    return 0;
  }

  /** Returns the free bytes, or {@link Long#MAX_VALUE} if unknown. */
  long free() throws IOException;

  /** Returns the name of this folder, for a person. */
  String describe();

  /** A file of the folder. */
  interface DiskFile extends Closeable {
    long size() throws IOException;

    /** Reads at {@code position} until the buffer is full or the file ends; the count read. */
    int read(ByteBuffer into, long position) throws IOException;

    /** Writes all of the buffer at {@code position}. */
    void write(ByteBuffer from, long position) throws IOException;

    /** Makes the content durable; metadata only as far as reading it back needs. */
    void force() throws IOException;

    /** Extends the file with zeros to {@code size}, so that later writes change no metadata. */
    void preallocate(long size) throws IOException;

    void truncate(long size) throws IOException;
  }
}
