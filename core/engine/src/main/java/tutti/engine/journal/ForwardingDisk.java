package tutti.engine.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** A disk that passes each call on to another one, except for the methods that it overrides. */
public interface ForwardingDisk extends Disk {
  /** Returns the disk to which all calls are forwarded. */
  Disk disk();

  @Override
  default List<String> list() throws IOException {
    return disk().list();
  }

  @Override
  default DiskFile open(String name, boolean create) throws IOException {
    return disk().open(name, create);
  }

  @Override
  default boolean exists(String name) throws IOException {
    return disk().exists(name);
  }

  @Override
  default void rename(String from, String to) throws IOException {
    disk().rename(from, to);
  }

  @Override
  default void delete(String name) throws IOException {
    disk().delete(name);
  }

  @Override
  default void force() throws IOException {
    disk().force();
  }

  @Override
  default void requireOwned() throws IOException {
    disk().requireOwned();
  }

  @Override
  default void requireOwnedByName() throws IOException {
    disk().requireOwnedByName();
  }

  @Override
  default long lookNanos() {
    return disk().lookNanos();
  }

  @Override
  default long free() throws IOException {
    return disk().free();
  }

  @Override
  default String describe() {
    return disk().describe();
  }

  @Override
  default void close() throws IOException {
    disk().close();
  }

  /** A file that passes each call on to another one, except for the methods that it overrides. */
  interface ForwardingFile extends DiskFile {
    /** Returns the file to which all calls are forwarded. */
    DiskFile file();

    @Override
    default long size() throws IOException {
      return file().size();
    }

    @Override
    default int read(ByteBuffer into, long position) throws IOException {
      return file().read(into, position);
    }

    @Override
    default void write(ByteBuffer from, long position) throws IOException {
      file().write(from, position);
    }

    @Override
    default void force() throws IOException {
      file().force();
    }

    @Override
    default void preallocate(long size) throws IOException {
      file().preallocate(size);
    }

    @Override
    default void truncate(long size) throws IOException {
      file().truncate(size);
    }

    @Override
    default void close() throws IOException {
      file().close();
    }
  }
}
