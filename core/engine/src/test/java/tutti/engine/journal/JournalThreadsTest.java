package tutti.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.runtime.RealScheduler;
import tutti.model.testing.Effort;

/** The journal under threads of its own, on real files. */
class JournalThreadsTest {
  private static final int THREADS = 8;
  private static final int RECORDS = 1_500;
  private static final SegmentedJournal.Settings SETTINGS =
      new SegmentedJournal.Settings(128 << 10, 512 << 10, Duration.ZERO);

  @TempDir Path folder;

  /** Appends from one thread and waits for some of them, as committers do. */
  private record Appender(Journal journal, int number, AtomicLongArray durable, AtomicLong late)
      implements Runnable {
    @Override
    public void run() {
      long before = 0;
      for (int i = 1; i <= RECORDS; i++) {
        byte[] bytes = ByteBuffer.allocate(12 + i % 90).putInt(number).putLong(i).array();
        long position = journal.append(bytes, 0, bytes.length);
        if (position <= before) {
          late.incrementAndGet();
        }
        before = position;
        CountDownLatch done = new CountDownLatch(1);
        int count = i;
        journal.whenDurable(
            position,
            good -> {
              if (!good || journal.durable() < position) {
                late.incrementAndGet();
              }
              durable.set(number, count);
              done.countDown();
            });
        if (i % 16 == 0) {
          await(done);
        }
      }
    }

    private void await(CountDownLatch done) {
      try {
        if (!done.await(180, TimeUnit.SECONDS)) {
          late.incrementAndGet();
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void threadsAppendAndAreToldInOrderAndAllIsFoundAgain() throws Exception {
    AtomicLongArray durable = new AtomicLongArray(THREADS);
    AtomicLong wrong = new AtomicLong();
    try (FolderDisk disk = FolderDisk.open(folder);
        RealScheduler scheduler = new RealScheduler()) {
      Journal journal = SegmentedJournal.open(disk, SETTINGS, scheduler, 0, (p, b, o, l) -> {});
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Runnable appender = new Appender(journal, i, durable, wrong);
        threads.add(i % 2 == 0 ? Thread.startVirtualThread(appender) : new Thread(appender));
      }
      threads.stream().filter(thread -> !thread.isVirtual()).forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      journal.close();
      assertThat(journal.failed()).isFalse();
      assertThat(journal.statistics().records()).isEqualTo((long) THREADS * RECORDS);
    }
    assertThat(wrong).hasValue(0);
    for (int i = 0; i < THREADS; i++) {
      assertThat(durable.get(i)).as("told, in order").isEqualTo(RECORDS);
    }
    assertThat(lastFound()).containsOnly((long) RECORDS);
  }

  /** Each thread's newest record, after checking that each has all its records in order. */
  private long[] lastFound() throws Exception {
    long[] last = new long[THREADS];
    try (FolderDisk disk = FolderDisk.open(folder)) {
      JournalReader.read(
          disk,
          0,
          (position, bytes, offset, length) -> {
            ByteBuffer record = ByteBuffer.wrap(bytes, offset, length);
            int thread = record.getInt();
            assertThat(record.getLong()).isEqualTo(++last[thread]);
            assertThat(length).isEqualTo((int) (12 + last[thread] % 90));
          });
    }
    return last;
  }

  /** Forces that take no time meet the waiter while it configuration logs. */
  @Test
  void aLoneCommitterIsAlwaysTold() throws Exception {
    SegmentedJournal.Settings large =
        new SegmentedJournal.Settings(4 << 20, 8 << 20, Duration.ZERO);
    try (RealScheduler scheduler = new RealScheduler()) {
      Journal journal =
          SegmentedJournal.open(new ForgetfulDisk(), large, scheduler, 0, (p, b, o, l) -> {});
      for (int i = 0; i < Effort.of(5_000); i++) {
        CountDownLatch told = new CountDownLatch(1);
        long position = journal.append(new byte[8], 0, 8);
        for (int spin = i % 100; spin > 0; spin--) {
          Thread.onSpinWait();
        }
        journal.whenDurable(position, durable -> told.countDown());
        assertThat(told.await(180, TimeUnit.SECONDS)).as("commit %d", i).isTrue();
      }
      journal.close();
    }
  }

  /** Closing while threads append: what was called durable is there, the rest was refused. */
  @Test
  void closingUnderLoadKeepsWhatWasToldDurable() throws Exception {
    AtomicLongArray durable = new AtomicLongArray(THREADS);
    AtomicLongArray answered = new AtomicLongArray(THREADS);
    AtomicLongArray appended = new AtomicLongArray(THREADS);
    List<Thread> threads = new ArrayList<>();
    try (FolderDisk disk = FolderDisk.open(folder);
        RealScheduler scheduler = new RealScheduler()) {
      Journal journal = SegmentedJournal.open(disk, SETTINGS, scheduler, 0, (p, b, o, l) -> {});
      CountDownLatch going = new CountDownLatch(THREADS);
      for (int i = 0; i < THREADS; i++) {
        int number = i;
        threads.add(
            Thread.startVirtualThread(
                () -> appendUntilClosed(journal, number, going, durable, answered, appended)));
      }
      boolean allGoing = going.await(180, TimeUnit.SECONDS);
      journal.close();
      assertThat(allGoing).isTrue();
      for (Thread thread : threads) {
        thread.join();
      }
    }
    long[] found = lastFound();
    for (int i = 0; i < THREADS; i++) {
      assertThat(answered.get(i)).as("every waiter was told").isEqualTo(appended.get(i));
      assertThat(found[i]).isGreaterThanOrEqualTo(durable.get(i)).isGreaterThan(0);
    }
  }

  private static void appendUntilClosed(
      Journal journal,
      int number,
      CountDownLatch going,
      AtomicLongArray durable,
      AtomicLongArray answered,
      AtomicLongArray appended) {
    for (long i = 1; ; i++) {
      byte[] bytes = ByteBuffer.allocate((int) (12 + i % 90)).putInt(number).putLong(i).array();
      try {
        long position = journal.append(bytes, 0, bytes.length);
        appended.set(number, i);
        long count = i;
        journal.whenDurable(
            position,
            good -> {
              answered.incrementAndGet(number);
              if (good) {
                durable.set(number, count);
              }
            });
      } catch (JournalFailed e) {
        return;
      }
      if (i == 100) {
        going.countDown();
      }
      // As transactions do: what is not flushed yet would else fill the memory on a busy machine.
      while (i % 64 == 0 && journal.congested()) {
        Thread.yield();
      }
    }
  }
}
