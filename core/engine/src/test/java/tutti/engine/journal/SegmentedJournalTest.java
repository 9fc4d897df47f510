package tutti.engine.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SegmentedJournalTest {
  private static final SegmentedJournal.Settings SMALL =
      new SegmentedJournal.Settings(16 << 10, 64 << 10, Duration.ZERO);

  private final ManualScheduler scheduler = new ManualScheduler();
  private final List<String> read = new ArrayList<>();
  private final List<String> told = new ArrayList<>();

  private SegmentedJournal open(Disk disk, long from) throws IOException {
    return open(disk, SMALL, from);
  }

  private SegmentedJournal open(Disk disk, SegmentedJournal.Settings settings, long from)
      throws IOException {
    read.clear();
    return SegmentedJournal.open(
        disk,
        settings,
        scheduler,
        from,
        (position, bytes, offset, length) -> read.add(new String(bytes, offset, length, UTF_8)));
  }

  private static long append(Journal journal, String text) {
    byte[] bytes = ("--" + text + "--").getBytes(UTF_8);
    return journal.append(bytes, 2, bytes.length - 4);
  }

  private void wait(Journal journal, long position, String name) {
    journal.whenDurable(position, durable -> told.add(name + (durable ? "+" : "-")));
  }

  @Test
  void findsAllRecordsAgainInTheirOrder() throws IOException {
    ForgetfulDisk disk = new ForgetfulDisk();
    SegmentedJournal journal = open(disk, 0);
    for (String text : List.of("a", "", "bb", "ccc")) {
      append(journal, text);
    }
    journal.close();
    open(disk, 0);
    assertThat(read).containsExactly("a", "", "bb", "ccc");
  }

  @Test
  void changesNothingBeforeTheVisitorHasSeenTheEnd() {
    ForgetfulDisk disk = new ForgetfulDisk();
    RecordVisitor refuses =
        new RecordVisitor() {
          @Override
          public void record(long position, byte[] bytes, int offset, int length) {}

          @Override
          public void end() throws IOException {
            throw new IOException("refused");
          }
        };
    assertThatThrownBy(() -> SegmentedJournal.open(disk, SMALL, scheduler, 0, refuses))
        .hasMessage("refused");
    assertThat(disk.list()).isEmpty();
  }

  @Test
  void tellsWaitersInOrderOnceTheirRecordsAreDurable() throws IOException {
    SegmentedJournal journal = open(new ForgetfulDisk(), 0);
    long first = append(journal, "first");
    long second = append(journal, "second");
    wait(journal, second, "second");
    wait(journal, first, "first");
    assertThat(told).isEmpty();
    assertThat(journal.durable()).isLessThan(first);
    scheduler.runAll();
    assertThat(told).containsExactly("second+", "first+");
    assertThat(journal.durable()).isEqualTo(second).isEqualTo(journal.end());
    wait(journal, first, "late");
    assertThat(told).endsWith("late+");
  }

  @Test
  void oneForceServesAllRecordsThatWait() throws IOException {
    ForgetfulDisk disk = new ForgetfulDisk();
    SegmentedJournal journal = open(disk, 0);
    int before = disk.forces;
    for (int i = 0; i < 100; i++) {
      append(journal, "record " + i);
    }
    scheduler.runAll();
    assertThat(disk.forces - before).isEqualTo(1);
    assertThat(journal.statistics().flushes()).isEqualTo(1);
    assertThat(journal.statistics().records()).isEqualTo(100);
    assertThat(journal.statistics().unflushedBytes()).isZero();
  }

  private static long appendLazily(Journal journal, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return journal.appendLazily(bytes, 0, bytes.length);
  }

  private void waitLazily(Journal journal, long position, String name) {
    journal.whenDurableLazily(position, durable -> told.add(name + (durable ? "+" : "-")));
  }

  @Test
  void aLazyRecordIsFlushedWithTheNextOne() throws IOException {
    ForgetfulDisk disk = new ForgetfulDisk();
    SegmentedJournal journal = open(disk, 0);
    waitLazily(journal, appendLazily(journal, "lazy"), "lazy");
    scheduler.runAll();
    assertThat(told).isEmpty();
    append(journal, "next");
    scheduler.runAll();
    assertThat(told).containsExactly("lazy+");
    assertThat(journal.statistics().flushes()).isEqualTo(1);
    journal.close();
    open(disk, 0);
    assertThat(read).containsExactly("lazy", "next");
  }

  @Test
  void aLazyRecordIsFlushedAfterAWhile() throws IOException {
    SegmentedJournal journal = open(new ForgetfulDisk(), 0);
    waitLazily(journal, appendLazily(journal, "one"), "one");
    waitLazily(journal, appendLazily(journal, "two"), "two");
    scheduler.advance(1_000_000);
    scheduler.runAll();
    assertThat(told).isEmpty();
    scheduler.advance(1_000_000_000);
    scheduler.runAll();
    assertThat(told).containsExactly("one+", "two+");
    assertThat(journal.statistics().flushes()).isEqualTo(1);
  }

  @Test
  void whoWaitsForALazyRecordBringsTheFlushAbout() throws IOException {
    SegmentedJournal journal = open(new ForgetfulDisk(), 0);
    wait(journal, appendLazily(journal, "lazy"), "soon");
    scheduler.runAll();
    assertThat(told).containsExactly("soon+");
  }

  @Test
  void aLazyRecordThatComesDuringAFlushWaitsForTheNext() throws IOException {
    SegmentedJournal journal =
        open(
            new ForgetfulDisk(),
            new SegmentedJournal.Settings(16 << 10, 64 << 10, Duration.ofMillis(1)),
            0);
    append(journal, "first");
    scheduler.runAll();
    waitLazily(journal, appendLazily(journal, "lazy"), "lazy");
    scheduler.advance(1_000_000);
    scheduler.runAll();
    assertThat(journal.statistics().flushes()).isEqualTo(1);
    assertThat(told).isEmpty();
    scheduler.advance(1_000_000_000);
    scheduler.runAll();
    scheduler.advance(1_000_000_000);
    scheduler.runAll();
    assertThat(told).containsExactly("lazy+");
  }

  @Test
  void closingFlushesLazyRecords() throws IOException {
    ForgetfulDisk disk = new ForgetfulDisk();
    SegmentedJournal journal = open(disk, 0);
    appendLazily(journal, "lazy");
    journal.close();
    open(disk, 0);
    assertThat(read).containsExactly("lazy");
  }

  @Test
  void recoversOnlyRecordsAfterTheCheckpoint() throws IOException {
    ForgetfulDisk disk = new ForgetfulDisk();
    SegmentedJournal journal = open(disk, 0);
    append(journal, "before");
    long checkpoint = append(journal, "checkpointed");
    append(journal, "after, in the same frame");
    scheduler.runAll();
    append(journal, "after, in the next");
    journal.close();
    open(disk, checkpoint);
    assertThat(read).containsExactly("after, in the same frame", "after, in the next");
  }

  @Test
  void goesOnWhereItStopped() throws IOException {
    ForgetfulDisk disk = new ForgetfulDisk();
    long last = 0;
    for (int i = 0; i < 5; i++) {
      SegmentedJournal journal = open(disk, 0);
      assertThat(read).hasSize(i);
      assertThat(journal.end()).isEqualTo(last);
      assertThat(journal.durable()).isEqualTo(last);
      last = append(journal, "run " + i);
      journal.close();
    }
    open(disk, 0);
    assertThat(read).containsExactly("run 0", "run 1", "run 2", "run 3", "run 4");
  }

  @Test
  void spreadsOverSegmentsAndTruncatesThem() throws IOException {
    ForgetfulDisk disk = new ForgetfulDisk();
    SegmentedJournal journal = open(disk, 0);
    long checkpoint = 0;
    for (int i = 0; i < 200; i++) {
      long position = append(journal, "record " + i + " " + "x".repeat(500));
      if (i == 150) {
        checkpoint = position;
      }
      if (i % 7 == 0) {
        scheduler.runAll();
      }
    }
    scheduler.runAll();
    long before = disk.list().stream().filter(name -> name.startsWith("log-")).count();
    assertThat(before).isGreaterThan(5);
    journal.truncateBefore(checkpoint);
    long after = disk.list().stream().filter(name -> name.startsWith("log-")).count();
    assertThat(after).isLessThan(before - 3);
    append(journal, "last");
    journal.close();
    open(disk, checkpoint);
    assertThat(read).hasSize(50).endsWith("last");
    assertThat(read.getFirst()).startsWith("record 151 ");
  }

  @Test
  void aRecycledSegmentsOldBytesAreNeverTakenForRecords() throws IOException {
    ForgetfulDisk disk = new ForgetfulDisk();
    SegmentedJournal journal = open(disk, 0);
    long checkpoint = 0;
    int files = 0;
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < 30; i++) {
        checkpoint = append(journal, "round " + round + " " + "x".repeat(i * 20));
        scheduler.runAll();
      }
      journal.truncateBefore(checkpoint);
      files = Math.max(files, disk.list().size());
    }
    assertThat(files).as("segments are used again").isLessThan(8);
    long from = checkpoint;
    append(journal, "newest");
    scheduler.runAll();
    open(disk, from);
    assertThat(read).containsExactly("newest");
  }

  @Test
  void aFailedForceIsNeverTrustedAgain() throws IOException {
    ForgetfulDisk disk = new ForgetfulDisk();
    SegmentedJournal journal = open(disk, 0);
    wait(journal, append(journal, "doomed"), "doomed");
    disk.failForces = new IOException("input/output error");
    scheduler.runAll();
    disk.failForces = null;
    assertThat(told).containsExactly("doomed-");
    assertThat(journal.failed()).isTrue();
    assertThatThrownBy(() -> append(journal, "later"))
        .isInstanceOf(JournalFailed.class)
        .hasMessageContaining("memory")
        .hasMessageContaining("input/output error")
        .hasMessageContaining("restart");
    wait(journal, journal.end(), "late");
    assertThat(told).containsExactly("doomed-", "late-");
    scheduler.runAll();
    journal.close();
    assertThat(journal.durable()).isZero();
  }

  /** The operating system shows the record, but forgot that it has yet to be written. */
  @Test
  void whatRecoveryShowsAfterAFailedForceIsWrittenAgain() throws IOException {
    ForgetfulDisk disk = new ForgetfulDisk();
    SegmentedJournal journal = open(disk, 0);
    append(journal, "first");
    scheduler.runAll();
    append(journal, "unforced");
    disk.failForces = new IOException("input/output error");
    scheduler.runAll();
    disk.failForces = null;
    open(disk, 0);
    assertThat(read).containsExactly("first", "unforced");
    open(disk.crash(new Random(1)), 0);
    assertThat(read).containsExactly("first", "unforced");
  }

  @Test
  void aFullDiskStopsTheJournalAndLosesNothingAcknowledged() throws IOException {
    ForgetfulDisk disk = new ForgetfulDisk();
    SegmentedJournal journal = open(disk, 0);
    disk.free = 1000;
    int acknowledged = 0;
    while (!journal.failed()) {
      int before = told.size();
      wait(journal, append(journal, "x".repeat(500)), "r");
      scheduler.runAll();
      assertThat(told).hasSize(before + 1);
      acknowledged += told.getLast().equals("r+") ? 1 : 0;
    }
    assertThatThrownBy(() -> append(journal, "more"))
        .isInstanceOf(JournalFailed.class)
        .hasMessageContaining("full")
        .hasMessageContaining("1000");
    assertThat(disk.freeAsked).as("for the first segment, ahead, and when needed").isEqualTo(3);
    disk.free = Long.MAX_VALUE;
    open(disk, 0);
    assertThat(read).hasSize(acknowledged).isNotEmpty();
  }

  @Test
  void paddingDelaysTheAcknowledgement() throws IOException {
    SegmentedJournal.Settings padded =
        new SegmentedJournal.Settings(16 << 10, 64 << 10, Duration.ofMillis(5));
    SegmentedJournal journal = open(new ForgetfulDisk(), padded, 0);
    wait(journal, append(journal, "one"), "one");
    scheduler.runAll();
    long second = append(journal, "two");
    wait(journal, second, "two");
    scheduler.runAll();
    assertThat(told).isEmpty();
    scheduler.advance(5_000_000);
    scheduler.runAll();
    assertThat(told).containsExactly("one+");
    journal.close();
    assertThat(told).containsExactly("one+", "two+");
  }

  @Test
  void closeFlushesWhatIsLeft() throws IOException {
    ForgetfulDisk disk = new ForgetfulDisk();
    SegmentedJournal journal = open(disk, 0);
    wait(journal, append(journal, "left"), "left");
    journal.close();
    assertThat(told).containsExactly("left+");
    assertThatThrownBy(() -> append(journal, "late")).isInstanceOf(JournalFailed.class);
    scheduler.runAll();
  }

  @Test
  void isCongestedWhileMoreWaitsThanShould() throws IOException {
    SegmentedJournal.Settings large =
        new SegmentedJournal.Settings(32 << 20, 64 << 20, Duration.ZERO);
    SegmentedJournal journal = open(new ForgetfulDisk(), large, 0);
    byte[] megabyte = new byte[1 << 20];
    for (int i = 0; i < 8; i++) {
      assertThat(journal.congested()).as("after %d MiB", i).isFalse();
      journal.append(megabyte, 0, megabyte.length);
    }
    assertThat(journal.congested()).isTrue();
    scheduler.runAll();
    assertThat(journal.congested()).isFalse();
  }

  @Test
  void refusesARecordThatFitsIntoNoSegment() throws IOException {
    SegmentedJournal journal = open(new ForgetfulDisk(), 0);
    byte[] longest = new byte[journal.maxRecordBytes()];
    long position = journal.append(longest, 0, longest.length);
    scheduler.runAll();
    assertThat(journal.durable()).isEqualTo(position);
    assertThatThrownBy(() -> journal.append(new byte[longest.length + 1], 0, longest.length + 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(String.valueOf(longest.length));
  }
}
