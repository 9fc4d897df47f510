package tutti.access.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.runtime.FatalErrors;

/**
 * The audit log of one service: lines of JSON in files of a folder. Refusals reach the disk within
 * a second or two; what an operator changes is there before it is done. Thread-safe; no method but
 * {@link #open} and {@link #close} waits for the disk.
 *
 * <pre>{@code
 * try (AuditLog log = AuditLog.open(Path.of("audit"), 1L << 30, InstantSource.system())) {
 *   log.refused(event);
 *   log.before(event, failed -> { if (failed == null) carryOut(); else refuse(failed); });
 * }
 * }</pre>
 */
public final class AuditLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

  private static final long SECOND = 1000;

  private final Path folder;
  private final AuditWriter writer;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("tutti-audit").factory());

  /** The requests that are counted in this second; guarded by itself. */
  private final Map<Kind, Counted> counted = new LinkedHashMap<>();

  private volatile boolean failing;
  private boolean closed;

  /** The requests that are one line: those of one caller, or of all strangers, with one code. */
  private record Kind(String what, @Nullable String caller, @Nullable String tenant, String code) {}

  /** The first of the requests of a kind, and their number. */
  private static final class Counted {
    final AuditEvent first;
    long count;

    Counted(AuditEvent first) {
      this.first = first;
    }
  }

  private AuditLog(Path folder, AuditWriter writer) {
    this.folder = folder;
    this.writer = writer;
  }

  /**
   * Opens the log of a folder, which is made if it is missing, and goes on with it.
   *
   * @param keep the bytes that are kept at most, of which the oldest are let go first
   * @throws IOException if the folder cannot be written, or another process writes its log there
   */
  public static AuditLog open(Path folder, long keep, InstantSource clock) throws IOException {
    AuditWriter writer = new AuditWriter(folder, keep, clock);
    try {
      writer.append("start", writer.torn() == 0 ? Map.of() : Map.of("torn", writer.torn()));
      writer.force();
    } catch (IOException failed) {
      writer.close();
      throw failed;
    }
    AuditLog log = new AuditLog(folder, writer);
    log.thread.scheduleWithFixedDelay(
        FatalErrors.reporting(log::flush), SECOND, SECOND, TimeUnit.MILLISECONDS);
    return log;
  }

  /** Returns whether the last line could not be written. */
  public boolean failing() {
    return failing;
  }

  /** Takes note of a refusal. */
  public void refused(AuditEvent event) {
    count("refused", event);
  }

  /**
   * Takes note of what an operator looks at.
   *
   * @param event whose code is the operators' work
   */
  public void looked(AuditEvent event) {
    count("looked", event);
  }

  private void count(String what, AuditEvent event) {
    Kind kind = new Kind(what, event.caller(), event.tenant(), event.code());
    synchronized (counted) {
      counted.computeIfAbsent(kind, _ -> new Counted(event)).count++;
    }
  }

  /**
   * Writes down what an operator is about to change.
   *
   * @param event whose code is the operators' work
   * @param then is called on the log's thread: with null once the line is on the disk, else with
   *     the reason why it is not there
   */
  public void before(AuditEvent event, Consumer<@Nullable String> then) {
    submit(
        () -> {
          String failed = tryAppend("changes", event.tree());
          then.accept(failed == null ? tryForce() : failed);
        },
        then);
  }

  /**
   * Writes down that rules of access were read from these files, and what is in them by its hash.
   */
  public void rules(List<Path> files) {
    submit(
        () -> {
          Map<String, @Nullable Object> hashes = new LinkedHashMap<>();
          for (Path file : files) {
            hashes.put(file.toString(), hash(file));
          }
          tryAppend("rules", Map.of("files", hashes));
        },
        _ -> {});
  }

  private static String hash(Path file) {
    try {
      return AuditLine.hash(Files.readAllBytes(file));
    } catch (IOException unreadable) {
      return "unreadable";
    }
  }

  private void submit(Runnable task, Consumer<@Nullable String> otherwise) {
    try {
      thread.execute(FatalErrors.reporting(task));
    } catch (RejectedExecutionException stopped) {
      otherwise.accept("the service is stopping");
    }
  }

  private void flush() {
    Map<Kind, Counted> taken;
    synchronized (counted) {
      taken = new LinkedHashMap<>(counted);
      counted.clear();
    }
    taken.forEach(
        (kind, all) -> {
          Map<String, @Nullable Object> tree = all.first.tree();
          tree.put("count", all.count);
          if (tryAppend(kind.what, tree) != null) {
            keep(kind, all);
          }
        });
    tryForce();
  }

  /** Counts what could not be written with what comes until it can. */
  private void keep(Kind kind, Counted all) {
    synchronized (counted) {
      Counted later = counted.put(kind, all);
      all.count += later == null ? 0 : later.count;
    }
  }

  private @Nullable String tryAppend(String what, Map<String, @Nullable Object> tree) {
    try {
      writer.append(what, tree);
      worked();
      return null;
    } catch (IOException failed) {
      return failed(failed);
    }
  }

  private @Nullable String tryForce() {
    try {
      writer.force();
      return null;
    } catch (IOException failed) {
      return failed(failed);
    }
  }

  private void worked() {
    if (failing) {
      failing = false;
      LOG.info("the audit log in {} is written again", folder);
    }
  }

  private String failed(IOException failed) {
    if (!failing) {
      failing = true;
      LOG.error(
          "the audit log in {} cannot be written; what operators would change is refused meanwhile",
          folder,
          failed);
    }
    return String.valueOf(failed.getMessage());
  }

  /** Writes down what is there, and ends the log. */
  @Override
  public void close() {
    synchronized (thread) {
      if (closed) {
        return;
      }
      closed = true;
    }
    submit(
        () -> {
          flush();
          tryAppend("stop", Map.of());
        },
        _ -> {});
    thread.shutdown();
    try {
      if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
        LOG.error("the audit log in {} is not done with its last lines", folder);
        return;
      }
      writer.close();
    } catch (IOException failed) {
      failed(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
