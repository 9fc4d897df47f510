package tutti.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.access.identity.ApiKey;
import tutti.access.identity.ApiKeys;
import tutti.access.policy.Policy;
import tutti.engine.runtime.FatalErrors;
import tutti.model.Application;

/**
 * The roles and API keys of a service, as its files have them now: changed files count within
 * seconds, also for connections that are open. Files that are wrong change nothing; the log says
 * what is wrong. Thread-safe.
 */
public final class AccessControl implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AccessControl.class);

  /** The time between two looks at the files. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final AccessFiles files;
  private final Application application;
  private final ScheduledExecutorService looking =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("tutti-access").factory());
  private volatile Rules rules;
  private List<Seen> seen;

  /**
   * The roles and the keys that count together: a request is judged by one of these, whatever
   * changes meanwhile.
   */
  public record Rules(Policy policy, ApiKeys keys) {}

  /** A file as it was seen. */
  private record Seen(Path file, @Nullable FileTime changed, long size) {
    static Seen of(Path file) {
      try {
        return new Seen(file, Files.getLastModifiedTime(file), Files.size(file));
      } catch (IOException missing) {
        return new Seen(file, null, 0);
      }
    }
  }

  private AccessControl(AccessFiles files, Application application) {
    this.files = files;
    this.application = application;
    this.seen = look();
    this.rules = read();
    looking.scheduleWithFixedDelay(
        FatalErrors.reporting(this::follow),
        LOOK.toMillis(),
        LOOK.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  /**
   * Reads the files, and goes on to follow them.
   *
   * @throws IllegalArgumentException if one cannot be read, anything in it is wrong, or a claim of
   *     the roles file does not hold for the application; the message has a line for each problem
   */
  public static AccessControl of(AccessFiles files, Application application) {
    return new AccessControl(files, application);
  }

  /** The rules that count now. */
  public Rules rules() {
    return rules;
  }

  private List<Seen> look() {
    return List.of(Seen.of(files.roles()), Seen.of(files.keys()));
  }

  private Rules read() {
    Policy policy = Policy.read(files.roles(), application);
    List<String> broken = policy.broken();
    if (!broken.isEmpty()) {
      throw new IllegalArgumentException(
          String.join("\n", broken.stream().map(each -> files.roles() + ": " + each).toList()));
    }
    if (!Files.exists(files.keys())) {
      throw new IllegalArgumentException(
          files.keys()
              + ": there is no such file: make a key by 'tutti key make NAME --roles ROLE --keys "
              + files.keys()
              + "'");
    }
    Rules read = new Rules(policy, ApiKeys.read(files.keys()));
    for (ApiKey key : read.keys.all()) {
      TreeSet<String> unknown = new TreeSet<>(key.roles());
      unknown.removeAll(policy.roles());
      if (!unknown.isEmpty()) {
        LOG.warn(
            "the API key '{}' has roles that {} does not describe, and that give no right: {}",
            key.name(),
            files.roles(),
            String.join(", ", unknown));
      }
    }
    return read;
  }

  /** Reads the files anew if they have changed. */
  private void follow() {
    List<Seen> now = look();
    if (now.equals(seen)) {
      return;
    }
    seen = now;
    try {
      rules = read();
      LOG.info("the rules of access were read anew from {} and {}", files.roles(), files.keys());
    } catch (IllegalArgumentException wrong) {
      LOG.error("the former rules of access go on to count: {}", wrong.getMessage());
    }
  }

  @Override
  public void close() {
    looking.shutdownNow();
  }
}
