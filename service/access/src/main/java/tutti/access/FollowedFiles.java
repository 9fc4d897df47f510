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
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.FatalErrors;

/**
 * Files that a service follows while it runs: a task runs within seconds after one of them has
 * changed. Thread-safe.
 *
 * <pre>{@code
 * FollowedFiles files = new FollowedFiles("tutti-access", List.of(roles, keys));
 * read();
 * files.follow(this::readAnew);
 * }</pre>
 */
public final class FollowedFiles implements AutoCloseable {
  /** The time between two looks at the files. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final List<Path> files;
  private final ScheduledExecutorService looking;
  private List<Seen> seen;

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

  /**
   * Sees the files as they are now, before they are read: what changes meanwhile is a change.
   *
   * @param thread the name of the thread that looks at them
   */
  public FollowedFiles(String thread, List<Path> files) {
    this.files = List.copyOf(files);
    this.looking =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name(thread).factory());
    this.seen = look();
  }

  /** Begins to look at them. Called once. */
  public void follow(Runnable whenChanged) {
    Runnable task =
        () -> {
          List<Seen> now = look();
          if (!now.equals(seen)) {
            seen = now;
            whenChanged.run();
          }
        };
    looking.scheduleWithFixedDelay(
        FatalErrors.reporting(task), LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
  }

  private List<Seen> look() {
    return files.stream().map(Seen::of).toList();
  }

  @Override
  public void close() {
    looking.shutdownNow();
  }
}
