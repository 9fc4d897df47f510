package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.FailingDisk;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.recovery.RecoveredNode.Tx;
import tutti.engine.storage.ActorTable;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transaction.record.LogRecord.Voter;
import tutti.model.ActorId;
import tutti.model.Observation;

/** Checkpoints that fail or are damaged: nothing is lost, and nothing worse than an error comes. */
class CheckpointFailureTest {
  private static final long RETRY_NANOS = 10_000_000_000L;
  private final TestBank bank = new TestBank();

  @ParameterizedTest
  @EnumSource
  void aCheckpointThatFails(FailingDisk.What how) throws Exception {
    ForgetfulDisk below = new ForgetfulDisk();
    FailingDisk disk = new FailingDisk(below, "checkpoint-");
    RecoveredNode node = new RecoveredNode(bank, disk, 200);
    node.run(bank.call("a", "open", 1L));
    node.pass(1);
    disk.fail(how);
    for (int i = 0; i < 10; i++) {
      node.run(bank.call("a", "deposit", 1L));
      node.pass(1_000_000);
    }
    assertThat(disk.failures()).isPositive();
    assertThat(node.checkpointer.made()).isZero();
    assertThat(new RecoveredNode(bank, below.copy(), 200).balance("a")).isEqualTo(11);

    disk.fail(null);
    node.pass(RETRY_NANOS);

    assertThat(node.checkpointer.made()).isPositive();
    assertThat(below.list()).noneMatch(name -> name.endsWith(".tmp"));
    assertThat(disk.open()).isZero();
    assertThat(new RecoveredNode(bank, below.copy(), 200).balance("a")).isEqualTo(11);
  }

  @Test
  void aCheckpointOfActorsThatAreDroppedNeverCounts() throws Exception {
    ForgetfulDisk disk = new ForgetfulDisk();
    RecoveredNode node = new RecoveredNode(bank, disk, Long.MAX_VALUE / 2);
    for (int i = 0; i < 600; i++) {
      node.run(bank.call("a" + i, "open", 1L));
    }
    node.pass(1);
    node.checkpointer.now(() -> {});
    node.scheduler.runOne();
    node.scheduler.runOne();
    assertThat(disk.list()).as("it is being made").anyMatch(name -> name.endsWith(".tmp"));
    node.folder.drop();
    node.pass(RETRY_NANOS);

    assertThat(node.checkpointer.made()).isZero();
    assertThat(disk.list()).noneMatch(name -> name.endsWith(".tmp"));
    RecoveredNode next = new RecoveredNode(bank, disk.copy(), Long.MAX_VALUE / 2);
    assertThat(next.balance("a0")).isEqualTo(1);
    assertThat(next.balance("a599")).isEqualTo(1);
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
    Branch branch = new Branch(node, new BranchKey(new TransactionId(1, 1, 0), 0), older.seen);
    assertThat(branch.act(bank.call("b", "deposit", 3L))).isTrue();
    assertThat(branch.observe(new ActorId("Account", "a"), new Observation.InStages(2))).isTrue();
    branch.vote();
    while (!branch.step()) {}
    Tx told = node.new Tx();
    assertThat(told.act(bank.call("b", "deposit", 4L))).isTrue();
    told.decide(new Voter(1, 9, 3), new Voter(2, 7, 4));
    while (!told.step()) {}
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
            CheckpointFormat.PREPARED,
            CheckpointFormat.UNFINISHED,
            CheckpointFormat.RELIED,
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
            "a folder",
            new OutcomeTable(
                0,
                2,
                OutcomeTable.KEPT,
                true,
                new tutti.engine.transaction.outcome.ResultSize(
                    tutti.engine.bank.PlainCodec.INSTANCE)),
            new IdempotencyTable(java.time.Duration.ofDays(1), 1000),
            new PeerLogDependencies(),
            (writer, actor) -> new ActorTable(writer),
            new ReplayWorkers(new ManualScheduler(), 0, 1));
    for (byte[] entry : entries) {
      replay.entry(entry, 0, entry.length);
    }
    replay.finish();
  }
}
