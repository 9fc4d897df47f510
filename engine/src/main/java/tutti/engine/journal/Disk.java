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
