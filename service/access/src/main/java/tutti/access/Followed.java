package tutti.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.FatalErrors;

/**
 * A value as files have it now: it is read anew within seconds after one of them has changed, and
 * stays as it was while they are wrong. Thread-safe.
 *
 * <pre>{@code
 * Followed<Policy> policy =
 *     Followed.of(
 *         "tutti-access",
 *         List.of(file),
 *         () -> Policy.read(file, application),
 *         read -> LOG.info("read anew"),
 *         wrong -> LOG.error("{}", wrong));
 * }</pre>
 *
 * @param <T> an immutable value
 */
public final class Followed<T> implements AutoCloseable {
  /** The time between two looks at the files. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final List<Path> files;
  private final Supplier<T> reader;
  private final Consumer<T> whenRead;
  private final Consumer<String> whenWrong;
  private final ScheduledExecutorService looking;
  private List<Seen> seen;
  private volatile T now;

  /** A file as it was seen. */
  private record Seen(@Nullable FileTime changed, long size, @Nullable Object same) {
    static Seen of(Path file) {
      try {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
        return new Seen(found.lastModifiedTime(), found.size(), found.fileKey());
      } catch (IOException missing) {
        return new Seen(null, 0, null);
      }
    }
  }

  private Followed(
      String thread,
      List<Path> files,
      Supplier<T> reader,
      Consumer<T> whenRead,
      Consumer<String> whenWrong) {
    this.files = List.copyOf(files);
    this.reader = reader;
    this.whenRead = whenRead;
    this.whenWrong = whenWrong;
    // Before they are read: what changes meanwhile is a change.
    this.seen = look();
    this.now = reader.get();
    this.looking =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name(thread).factory());
  }

  /**
   * Reads a value, and goes on to follow its files.
   *
   * @param thread the name of the thread that looks at the files
   * @param reader reads the value; throws IllegalArgumentException if the files are wrong
   * @param whenRead is told of each value but the first
   * @param whenWrong is told why the value stays as it was
   * @throws IllegalArgumentException if the files are wrong at first
   */
  public static <T> Followed<T> of(
      String thread,
      List<Path> files,
      Supplier<T> reader,
      Consumer<T> whenRead,
      Consumer<String> whenWrong) {
    Followed<T> followed = new Followed<>(thread, files, reader, whenRead, whenWrong);
    followed.looking.scheduleWithFixedDelay(
        FatalErrors.reporting(followed::follow),
        LOOK.toMillis(),
        LOOK.toMillis(),
        TimeUnit.MILLISECONDS);
    return followed;
  }

  /** The value that counts now. */
  public T now() {
    return now;
  }

  private List<Seen> look() {
    return files.stream().map(Seen::of).toList();
  }

  private void follow() {
    List<Seen> found = look();
    if (found.equals(seen)) {
      return;
    }
    seen = found;
    T read;
    try {
      read = reader.get();
    } catch (IllegalArgumentException wrong) {
      whenWrong.accept(String.valueOf(wrong.getMessage()));
      return;
    }
    now = read;
    whenRead.accept(read);
  }

  @Override
  public void close() {
    looking.shutdownNow();
  }
}
