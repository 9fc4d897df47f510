package tutti.access.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The audit log: its lines, what is found in a log that somebody changed, and its end. */
@Timeout(60)
class AuditLogTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-12-01T10:00:00Z"));
  private static final long KEEP = 1L << 30;

  @TempDir private Path folder;

  private static AuditEvent by(String caller, String code) {
    return new AuditEvent(caller, caller, "10.0.0.7", "POST", "/Account/a/block", 403, code);
  }

  private static void change(AuditLog log) throws Exception {
    CompletableFuture<String> done = new CompletableFuture<>();
    log.before(
        new AuditEvent("root", "root", "10.0.0.1", "POST", "/backups", 0, "backup"),
        failed -> done.complete(failed == null ? "" : failed));
    assertThat(done.get()).isEmpty();
  }

  private List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : AuditFiles.all(folder)) {
      lines.addAll(Files.readAllLines(file));
    }
    return lines;
  }

  @Test
  void aLineSaysWhoAskedForWhat() throws Exception {
    try (AuditLog log = AuditLog.open(folder, KEEP, CLOCK)) {
      log.refused(by("branch-7", "not-permitted"));
      log.refused(by("branch-7", "not-permitted"));
      log.refused(by(null, "unauthenticated"));
      change(log);
      // On the disk before it is done, and before anything of this second.
      assertThat(lines().getLast())
          .startsWith("{\"number\":")
          .contains("\"what\":\"changes\",\"caller\":\"root\"")
          .contains("\"code\":\"backup\"");
    }
    assertThat(lines())
        .anyMatch(
            line ->
                line.contains(
                    "\"at\":\"2026-12-01T10:00:00Z\",\"what\":\"refused\",\"caller\":\"branch-7\","
                        + "\"tenant\":\"branch-7\",\"from\":\"10.0.0.7\",\"method\":\"POST\","
                        + "\"path\":\"/Account/a/block\",\"status\":403,\"code\":\"not-permitted\","
                        + "\"count\":2,\"before\":\""))
        .anyMatch(line -> line.contains("\"caller\":null") && line.contains("\"count\":1"));
    AuditCheck.Result all = AuditCheck.of(folder);
    assertThat(all.faults()).isEmpty();
    assertThat(all.first()).isEqualTo(1);
    assertThat(all.last()).isEqualTo(lines().size());
    try (AuditLog log = AuditLog.open(folder, KEEP, CLOCK)) {
      change(log);
    }
    assertThat(AuditCheck.of(folder).faults()).isEmpty();
    assertThat(AuditCheck.of(folder).last()).isEqualTo(all.last() + 3);
  }

  @Test
  void noTextMakesALineOfItsOwnOrALongOne() throws Exception {
    try (AuditLog log = AuditLog.open(folder, KEEP, CLOCK)) {
      log.before(
          new AuditEvent(
              "a", "a", "x", "GET", "/\n{\"number\":7,\"before\":\"none\"}\n", 0, "shards"),
          _ -> {});
      log.before(
          new AuditEvent("a", "a", "x", "GET", "/" + "é".repeat(100_000), 0, "shards"), _ -> {});
    }
    assertThat(lines()).hasSize(4).allMatch(line -> line.length() < 1000);
    assertThat(AuditCheck.of(folder).faults()).isEmpty();
  }

  @Test
  void whatSomebodyChangedIsFound() throws Exception {
    try (AuditLog log = AuditLog.open(folder, KEEP, CLOCK)) {
      for (int i = 0; i < 5; i++) {
        change(log);
      }
    }
    Path file = AuditFiles.all(folder).getFirst();
    List<String> good = Files.readAllLines(file);
    List<String> changed = new ArrayList<>(good);
    changed.set(2, good.get(2).replace("root", "Root"));
    Files.write(file, changed);
    assertThat(AuditCheck.of(folder).faults())
        .singleElement()
        .asString()
        .contains(":4: line 4")
        .endsWith("line 3 was changed");
    List<String> fewer = new ArrayList<>(good);
    fewer.remove(3);
    Files.write(file, fewer);
    assertThat(AuditCheck.of(folder).faults())
        .singleElement()
        .asString()
        .endsWith("line 5 follows line 3");
    List<String> more = new ArrayList<>(good);
    more.add(3, "{\"number\":4}");
    Files.write(file, more);
    assertThat(AuditCheck.of(folder).faults())
        .singleElement()
        .asString()
        .endsWith("this is no line of an audit log");
    Files.write(file, good.subList(1, good.size()));
    assertThat(AuditCheck.of(folder).faults())
        .singleElement()
        .asString()
        .endsWith("says that line 1 is its first");
  }

  @Test
  void aPieceOfALineThatACrashLeftIsCutOff() throws Exception {
    try (AuditLog log = AuditLog.open(folder, KEEP, CLOCK)) {
      change(log);
    }
    Path file = AuditFiles.all(folder).getFirst();
    Files.write(file, "{\"number\":".getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
    assertThat(AuditCheck.of(folder).faults()).as("nobody was told that it is there").isEmpty();
    try (AuditLog log = AuditLog.open(folder, KEEP, CLOCK)) {
      change(log);
    }
    assertThat(AuditCheck.of(folder).faults()).isEmpty();
    assertThat(lines()).anyMatch(line -> line.contains("\"what\":\"start\",\"torn\":10"));
  }

  @Test
  void theOldestFilesAreLetGo() throws Exception {
    long keep = 16 * (64 << 10);
    try (AuditWriter writer = new AuditWriter(folder, keep, CLOCK)) {
      for (int i = 0; i < 3000; i++) {
        writer.append("looked", Map.of("path", "/" + "x".repeat(500)));
      }
    }
    List<Path> files = AuditFiles.all(folder);
    long bytes = 0;
    for (Path each : files) {
      bytes += Files.size(each);
    }
    assertThat(files).hasSizeBetween(8, 17);
    assertThat(bytes).isLessThan(keep + 1000);
    AuditCheck.Result kept = AuditCheck.of(folder);
    assertThat(kept.faults()).isEmpty();
    assertThat(kept.first()).isGreaterThan(1);
    assertThat(kept.last()).isEqualTo(3000);
    Files.delete(files.get(3));
    assertThat(AuditCheck.of(folder).faults())
        .singleElement()
        .asString()
        .contains(" follows line ");
  }

  @Test
  void twoServicesDoNotWriteTheSameLog() throws Exception {
    try (AuditLog log = AuditLog.open(folder, KEEP, CLOCK)) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> AuditLog.open(folder, KEEP, CLOCK))
          .withMessageContaining("another service writes its audit log there");
      change(log);
    }
    AuditLog.open(folder, KEEP, CLOCK).close();
    assertThat(AuditCheck.of(folder).faults()).isEmpty();
  }

  /** Refusals that come meanwhile are counted, and written down once that is possible. */
  @Test
  void whileItCannotBeWrittenNothingIsChanged() throws Exception {
    long small = 16 * (64 << 10);
    try (AuditLog log = AuditLog.open(folder, small, CLOCK)) {
      for (int i = 0; i < 200; i++) {
        log.before(
            new AuditEvent("a", "a", "x", "GET", "/" + "x".repeat(500), 0, "shards"), _ -> {});
      }
      change(log);
      for (Path file : AuditFiles.all(folder)) {
        Files.delete(file);
      }
      Files.delete(folder.resolve("audit.lock"));
      Files.delete(folder);
      // The file that is open is written until the next one is begun.
      assertThat(until(log, failed -> failed != null)).isNotEmpty();
      assertThat(log.failing()).isTrue();
      log.refused(by("branch-7", "not-permitted"));
      Files.createDirectories(folder);
      until(log, failed -> failed == null);
      assertThat(log.failing()).isFalse();
    }
    assertThat(lines()).anyMatch(line -> line.contains("not-permitted"));
    assertThat(AuditCheck.of(folder).faults()).isEmpty();
  }

  private static String until(AuditLog log, Predicate<String> end) throws Exception {
    while (true) {
      CompletableFuture<String> done = new CompletableFuture<>();
      log.before(
          new AuditEvent("root", "root", "x", "POST", "/" + "x".repeat(500), 0, "backup"),
          done::complete);
      if (end.test(done.get())) {
        return done.get();
      }
    }
  }
}
