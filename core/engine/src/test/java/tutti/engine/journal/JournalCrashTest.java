package tutti.engine.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tutti.model.testing.Effort;

/**
 * The invariants I1 to I4 of the package's card on random histories: appends, flushes, checkpoints,
 * orderly stops, dead processes, and a power cut at any change of the disk, in recovery too, which
 * tears what was not forced sector by sector.
 */
class JournalCrashTest {
  private static final int SEEDS = Effort.of(250);
  private static final int LIVES = 8;

  /** A person's knowledge of the log's content. */
  private static final class Run {
    final Random random;
    final SegmentedJournal.Settings settings;
    ForgetfulDisk disk = new ForgetfulDisk();

    /** All that may be in the log, and the position of each. */
    final List<String> written = new ArrayList<>();

    final List<Long> positions = new ArrayList<>();

    /** How many of them were acknowledged, or read at a recovery. */
    int promised;

    /** How many of them a checkpoint contains, and its position. */
    int checkpointed;

    long from;
    int next;

    Run(int seed) {
      random = new Random(seed);
      settings = new SegmentedJournal.Settings(16 << 10, 48 << 10, Duration.ZERO);
    }

    void live() throws IOException {
      ManualScheduler scheduler = new ManualScheduler();
      disk.changesLeft = random.nextInt(150);
      SegmentedJournal journal;
      try {
        journal = recover(scheduler);
      } catch (DataFolderRefused e) {
        throw new AssertionError("a crash alone never damages the log", e);
      } catch (IOException e) {
        die();
        return;
      }
      int steps = random.nextInt(120);
      for (int i = 0; i < steps && !journal.failed(); i++) {
        step(journal, scheduler);
      }
      if (random.nextInt(3) == 0) {
        journal.close();
      }
      die();
    }

    /** The process dies, which leaves its writes to the operating system, or the machine does. */
    private void die() {
      if (random.nextInt(3) > 0) {
        disk = disk.crash(random);
      }
    }

    private void step(SegmentedJournal journal, ManualScheduler scheduler) {
      switch (random.nextInt(10)) {
        case 0, 1, 2, 3, 4 -> append(journal);
        case 5 -> {
          if (promised > checkpointed && random.nextInt(3) == 0) {
            checkpointed = promised;
            from = positions.get(promised - 1);
            journal.truncateBefore(from);
          }
        }
        default -> scheduler.runOne();
      }
    }

    private void append(SegmentedJournal journal) {
      String text = next++ + ":" + "x".repeat(random.nextInt(random.nextInt(10) == 0 ? 8000 : 300));
      byte[] bytes = text.getBytes(UTF_8);
      long position;
      try {
        position = journal.append(bytes, 0, bytes.length);
      } catch (JournalFailed e) {
        return;
      }
      written.add(text);
      positions.add(position);
      int count = written.size();
      journal.whenDurable(position, durable -> promised = durable ? count : promised);
    }

    /** Opens the log and compares it with what may and what must be there. */
    SegmentedJournal recover(ManualScheduler scheduler) throws IOException {
      List<String> found = new ArrayList<>();
      List<Long> foundAt = new ArrayList<>();
      SegmentedJournal journal =
          SegmentedJournal.open(
              disk,
              settings,
              scheduler,
              from,
              (position, bytes, offset, length) -> {
                found.add(new String(bytes, offset, length, UTF_8));
                foundAt.add(position);
              });
      int count = checkpointed + found.size();
      assertThat(count).as("I1: nothing promised is lost").isGreaterThanOrEqualTo(promised);
      assertThat(count).as("I3: nothing is made up").isLessThanOrEqualTo(written.size());
      assertThat(found).as("I2, I3").isEqualTo(written.subList(checkpointed, count));
      assertThat(foundAt).as("positions").isEqualTo(positions.subList(checkpointed, count));
      // I4: what recovery has shown is a promise from now on.
      written.subList(count, written.size()).clear();
      positions.subList(count, positions.size()).clear();
      promised = count;
      return journal;
    }
  }

  @Test
  void keepsWhatItPromisedThroughPowerCutsAtAnyPoint() throws IOException {
    int records = 0;
    int checkpoints = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Run run = new Run(seed);
      try {
        for (int life = 0; life < LIVES; life++) {
          run.live();
        }
        run.disk.changesLeft = Integer.MAX_VALUE;
        run.recover(new ManualScheduler());
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
      records += run.written.size();
      checkpoints += run.checkpointed > 0 ? 1 : 0;
    }
    assertThat(records).as("the histories are not empty").isGreaterThan(SEEDS * 20);
    assertThat(checkpoints).isGreaterThan(SEEDS / 4);
  }
}
