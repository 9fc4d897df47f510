package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.bank.TestBank;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.Disk;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.recovery.RecoveredNode.Tx;
import tutti.engine.transaction.IdempotencyTable;
import tutti.engine.transaction.OutcomeTable;

/** Checkpoints that fail or are damaged: nothing is lost, and nothing worse than an error comes. */
class CheckpointFailureTest {
  private static final long RETRY_NANOS = 10_000_000_000L;
  private final TestBank bank = new TestBank();

  private enum Failing {
    OPEN,
    WRITE,
    FORCE,
    RENAME,
    SECOND_WRITE
  }

  @ParameterizedTest
  @EnumSource(Failing.class)
  void aCheckpointThatFailsIsTriedAgainAndLosesNothing(Failing how) throws Exception {
    ForgetfulDisk below = new ForgetfulDisk();
    FailingCheckpoints disk = new FailingCheckpoints(below);
    RecoveredNode node = new RecoveredNode(bank, disk, 200);
    node.run(bank.call("a", "open", 1L));
    node.pass(1);
    disk.failing = Optional.of(how);
    for (int i = 0; i < 10; i++) {
      node.run(bank.call("a", "deposit", 1L));
      node.pass(1_000_000);
    }
    assertThat(disk.failures).isPositive();
    assertThat(node.checkpointer.made()).isZero();
    assertThat(new RecoveredNode(bank, below.copy(), 200).balance("a")).isEqualTo(11);

    disk.failing = Optional.empty();
    node.pass(RETRY_NANOS);

    assertThat(node.checkpointer.made()).isPositive();
    assertThat(below.list()).noneMatch(name -> name.endsWith(".tmp"));
    assertThat(disk.open).isZero();
    assertThat(new RecoveredNode(bank, below.copy(), 200).balance("a")).isEqualTo(11);
  }

  @Test
  void aDamagedEntryIsAnErrorOfTheDiskAndNothingElse() throws Exception {
    List<byte[]> entries = entries();
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      List<byte[]> damaged = new ArrayList<>(entries);
      int which = random.nextInt(entries.size());
      damaged.set(which, damage(entries.get(which), random));
      try {
        read(damaged);
      } catch (IOException expected) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(2_000);
  }

  @Test
  void everyTruncatedEntryIsAnErrorOfTheDisk() throws Exception {
    List<byte[]> entries = entries();
    for (int which = 0; which < entries.size(); which++) {
      for (int length = 0; length < entries.get(which).length; length++) {
        List<byte[]> damaged = new ArrayList<>(entries);
        damaged.set(which, java.util.Arrays.copyOf(entries.get(which), length));
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> read(damaged))
            .as("entry %d cut to %d bytes", which, length)
            .isInstanceOf(IOException.class);
      }
    }
  }

  /** A checkpoint that has one of everything, effects that wait for an older arrival included. */
  private List<byte[]> entries() throws Exception {
    ForgetfulDisk disk = new ForgetfulDisk();
    RecoveredNode node = new RecoveredNode(bank, disk, 1);
    OutcomeTable outcomes = node.folder.outcomes();
    outcomes.expired(0, 1, 3);
    node.run(bank.call("a", "open", 100L), bank.call("b", "open", 0L));
    Tx older = node.new Tx();
    assertThat(older.act(bank.call("a", "withdraw", 5L))).isTrue();
    Tx newer = node.new Tx();
    assertThat(newer.act(bank.call("a", "withdraw", 7L))).isTrue();
    newer.commit();
    for (int i = 0; i < 100 && node.checkpointer.made() < 2; i++) {
      node.pass(1_000_000);
      node.run(bank.call("b", "deposit", 1L));
    }
    List<byte[]> entries = new ArrayList<>();
    OptionalLong position =
        new CheckpointStore(disk)
            .openLatest(
                (bytes, offset, length) ->
                    entries.add(java.util.Arrays.copyOfRange(bytes, offset, offset + length)));
    assertThat(position).isPresent();
    assertThat(entries.stream().map(entry -> (int) entry[0]))
        .contains(
            CheckpointFormat.APPLICATION,
            CheckpointFormat.ACTOR,
            CheckpointFormat.KEY,
            CheckpointFormat.OUTCOME,
            CheckpointFormat.EXPIRED);
    return entries;
  }

  private static byte[] damage(byte[] entry, RandomGenerator random) {
    byte[] damaged = entry.clone();
    for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
      int at = random.nextInt(damaged.length);
      damaged[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : damaged[at] ^ 1);
    }
    return damaged;
  }

  private void read(List<byte[]> entries) throws IOException {
    Replay replay =
        new Replay(
            bank,
            new OutcomeTable(0, 2),
            new IdempotencyTable(java.time.Duration.ofDays(1), 1000),
            new Relied(),
            java.time.Instant.EPOCH);
    for (byte[] entry : entries) {
      replay.entry(entry, 0, entry.length);
    }
    replay.finish();
  }

  /** A disk on which checkpoints cannot be written, in one way or another. */
  private static final class FailingCheckpoints implements Disk {
    private final Disk disk;
    Optional<Failing> failing = Optional.empty();
    int failures;
    int open;

    FailingCheckpoints(Disk disk) {
      this.disk = disk;
    }

    private void failIf(String name, Failing how) throws IOException {
      if (name.startsWith("checkpoint-") && failing.equals(Optional.of(how))) {
        failures++;
        throw new IOException("Input/output error");
      }
    }

    @Override
    public DiskFile open(String name, boolean create) throws IOException {
      failIf(name, Failing.OPEN);
      DiskFile file = disk.open(name, create);
      if (name.startsWith("checkpoint-")) {
        open++;
      }
      return new DiskFile() {
        private boolean closed;

        @Override
        public long size() throws IOException {
          return file.size();
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
          return file.read(into, position);
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
          failIf(name, position == 0 ? Failing.WRITE : Failing.SECOND_WRITE);
          file.write(from, position);
        }

        @Override
        public void force() throws IOException {
          failIf(name, Failing.FORCE);
          file.force();
        }

        @Override
        public void preallocate(long size) throws IOException {
          file.preallocate(size);
        }

        @Override
        public void truncate(long size) throws IOException {
          file.truncate(size);
        }

        @Override
        public void close() throws IOException {
          if (!closed && name.startsWith("checkpoint-")) {
            closed = true;
            open--;
          }
          file.close();
        }
      };
    }

    @Override
    public void rename(String from, String to) throws IOException {
      failIf(from, Failing.RENAME);
      disk.rename(from, to);
    }

    @Override
    public List<String> list() throws IOException {
      return disk.list();
    }

    @Override
    public boolean exists(String name) throws IOException {
      return disk.exists(name);
    }

    @Override
    public void delete(String name) throws IOException {
      disk.delete(name);
    }

    @Override
    public void force() throws IOException {
      disk.force();
    }

    @Override
    public long free() throws IOException {
      return disk.free();
    }

    @Override
    public String describe() {
      return disk.describe();
    }

    @Override
    public void close() throws IOException {
      disk.close();
    }
  }
}
