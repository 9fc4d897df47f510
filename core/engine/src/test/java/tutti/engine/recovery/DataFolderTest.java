package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.journal.CorruptJournal;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.node.NodeFolder;
import tutti.engine.recovery.DataFolder.Peer;
import tutti.engine.recovery.RecoveredNode.Opening;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transaction.record.CheckpointGate;
import tutti.engine.transaction.record.InProgress;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.request.Directory;
import tutti.model.Call;
import tutti.model.Encoder;

/** The records of a folder about itself, about others, and about transactions in doubt. */
class DataFolderTest {
  private final TestBank bank = new TestBank();
  private final ForgetfulDisk disk = new ForgetfulDisk();
  private final BranchKey key = new BranchKey(new TransactionId(1, 4, 9, 2), 3);

  private Directory directory() {
    return RecoveredNode.directory(bank);
  }

  private RecoveredNode open() throws Exception {
    return new RecoveredNode(bank, disk, 1 << 20);
  }

  @Test
  void keepsTheNameThatItWasGivenOnce() throws Exception {
    Deployment deployment = Deployment.DEFAULT;
    DataFolder first =
        new DataFolder(
            directory(),
            NodeFolder.settings(deployment, 0, OutcomeTable.KEPT),
            disk,
            new ManualScheduler(),
            new Random(7));
    assertThat(first.folderId()).isEqualTo(new Random(7).nextLong());
    first.journal().close();
    long id = open().folder.folderId();
    assertThat(open().folder.folderId()).isEqualTo(id);

    DataFolder again =
        new DataFolder(
            directory(),
            NodeFolder.settings(deployment, 0, OutcomeTable.KEPT),
            disk,
            new ManualScheduler(),
            new Random(8));
    assertThat(again.folderId()).isEqualTo(id);
  }

  /** Without its log, or without all but what it says of itself, a folder is no new one. */
  @Test
  void aFolderInWhichANodeHasRunIsRefusedWithoutItsLog() throws Exception {
    open();
    for (String prefix : List.of("log-", "checkpoint-")) {
      for (String name : List.copyOf(disk.list())) {
        if (name.startsWith(prefix)) {
          disk.delete(name);
        }
      }
      disk.force();
      List<String> before = List.copyOf(disk.list());
      assertThatThrownBy(this::open)
          .isInstanceOf(CorruptJournal.class)
          .hasMessageContaining("its log is gone");
      assertThat(disk.list()).isEqualTo(before);
    }
  }

  @Test
  void remembersTheOtherNodesAsTheyPresentedThemselvesLast() throws Exception {
    DataFolder folder = open().folder;
    assertThat(folder.peer(2)).isNull();
    folder.rememberPeer(2, new Peer(-5, 1, 8));
    folder.rememberPeer(1, new Peer(Long.MAX_VALUE, 1L << 40, -1));
    folder.rememberPeer(2, new Peer(-5, 3, 9));

    assertThat(folder.peer(2)).isEqualTo(new Peer(-5, 3, 9));
    for (int seed = 0; seed < 20; seed++) {
      ForgetfulDisk after = disk.crash(new Random(seed));
      DataFolder found = new RecoveredNode(bank, after, 1 << 20).folder;
      assertThat(found.peer(2)).isEqualTo(new Peer(-5, 3, 9));
      assertThat(found.peer(1)).isEqualTo(new Peer(Long.MAX_VALUE, 1L << 40, -1));
      assertThat(found.peer(0)).isNull();
    }
  }

  /** Also of what is only needed if the application has changed: else it would come out later. */
  @Test
  void refusesToOpenWhenAnySmallFileIsDamaged() throws Exception {
    open();
    for (String name : disk.list().stream().filter(it -> it.startsWith("meta-")).toList()) {
      ForgetfulDisk damaged = disk.copy();
      try (Disk.DiskFile file = damaged.open(name, false)) {
        file.write(ByteBuffer.allocate(1).put(0, (byte) 0x55), file.size() - 1);
      }
      assertThatThrownBy(
              () ->
                  new DataFolder(
                      directory(),
                      NodeFolder.settings(Deployment.DEFAULT, 0, OutcomeTable.KEPT),
                      damaged,
                      new ManualScheduler(),
                      new Random(7)))
          .as(name)
          .isInstanceOf(CorruptJournal.class)
          .hasMessageContaining(name);
    }
  }

  /** A record of a newer version: this one does not know when such a transaction has ended. */
  @Test
  void refusesALogWithRecordsOfACommitProtocolThatItDoesNotHave() throws Exception {
    RecoveredNode node = open();
    node.run(bank.call("a", "open", 100L));
    Encoder note = new RecordFormat(bank).note(key, false, Usual.PART, 0);
    byte[] unknown = note.toByteArray();
    int code = unknown.length - Long.BYTES - 1;
    assertThat(unknown[code]).isEqualTo((byte) Usual.PROTOCOL.code());
    unknown[code] = 99;
    node.folder.journal().append(unknown, 0, unknown.length);
    node.pass(1_000_000);
    ForgetfulDisk before = disk.copy();

    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            DataFolderRefused.class,
            refused -> assertThat(refused.kind()).isEqualTo(DataFolderRefused.Kind.NEWER_FORMAT))
        .hasMessageContaining("there is no commit protocol number 99")
        .hasMessageContaining("Nothing was changed. Start it with the newer version");
    for (String name : before.list()) {
      try (Disk.DiskFile then = before.open(name, false);
          Disk.DiskFile now = disk.open(name, false)) {
        assertThat(read(now)).as(name).isEqualTo(read(then));
      }
    }
    assertThat(disk.list()).containsExactlyInAnyOrderElementsOf(before.list());
  }

  private static byte[] read(Disk.DiskFile file) throws Exception {
    ByteBuffer all = ByteBuffer.allocate((int) file.size());
    file.read(all, 0);
    return all.array();
  }

  @Test
  void reliesOnTheNewestOfEachOtherNode() throws Exception {
    DataFolder folder = open().folder;
    folder.rely(1, 50);
    folder.rely(1, 40);
    folder.rely(2, 7);

    assertThat(folder.relied()).containsOnly(Map.entry(1, 50L), Map.entry(2, 7L));
  }

  /** A vote for a deposit at an account, and its node as it comes up again. */
  private RecoveredNode inDoubt() throws Exception {
    RecoveredNode node = open();
    node.run(bank.call("a", "open", 100L));
    vote(node, bank.call("a", "withdraw", 70L));
    node.pass(1_000_000);
    return open();
  }

  @Test
  void aBranchInDoubtHoldsAgainWhatItHeld() throws Exception {
    RecoveredNode node = inDoubt();

    assertThat(node.folder.inDoubt()).hasSize(1);
    assertThat(node.folder.inDoubt().getFirst().key()).isEqualTo(key);
    assertThat(node.found.getFirst().claims)
        .extracting(Claim::call)
        .containsExactly(bank.call("a", "withdraw", 70L));
    assertThat(node.new Tx().act(bank.call("a", "withdraw", 40L)))
        .as("what only one outcome accepts")
        .isFalse();
    assertThat(node.new Tx().act(bank.call("a", "withdraw", 20L))).isTrue();
  }

  @Test
  void aLaterVoteTakesThePlaceOfTheFormer() throws Exception {
    RecoveredNode node = open();
    node.run(bank.call("a", "open", 100L), bank.call("b", "open", 0L));
    vote(node, bank.call("a", "withdraw", 70L));
    vote(node, bank.call("b", "deposit", 5L));
    node.pass(1_000_000);
    RecoveredNode after = open();

    assertThat(after.found).hasSize(1);
    assertThat(after.found.getFirst().claims)
        .extracting(Claim::call)
        .containsExactly(bank.call("b", "deposit", 5L));
    assertThat(after.new Tx().act(bank.call("a", "withdraw", 100L))).isTrue();
  }

  private void vote(RecoveredNode node, Call call) throws Exception {
    Branch branch = new Branch(node, key, node.surroundings());
    assertThat(branch.act(call)).isTrue();
    branch.vote();
    while (!branch.step()) {}
  }

  @Test
  void onlyWhatIsInDoubtCanBeDecided() throws Exception {
    DataFolder folder = inDoubt().folder;
    BranchKey other = new BranchKey(key.id(), 4);

    assertThatThrownBy(() -> Usual.decide(folder, other, true, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("attempt 4");
  }

  /** While what is in doubt is decided, decisions are finished, and the log grows. */
  @Test
  void noCheckpointIsMadeOfContainersThatHaveNotGotTheirActorsYet() throws Exception {
    inDoubt().pass(1_000_000);
    ManualScheduler scheduler = new ManualScheduler();
    ForgetfulDisk copy = disk.copy();
    Directory directory = directory();
    DataFolder folder =
        new DataFolder(
            directory,
            NodeFolder.settings(Deployment.DEFAULT, 0, OutcomeTable.KEPT),
            copy,
            scheduler,
            new Random(1));
    Checkpointer checkpointer =
        new Checkpointer(folder, directory, new CheckpointGate(), InProgress.NONE, scheduler, 1);

    Usual.decide(folder, key, true, 1);
    checkpointer.grown(folder.journal().end());
    scheduler.runAll();

    assertThat(checkpointer.made()).isZero();
    assertThat(new RecoveredNode(bank, copy, 1 << 20).balance("a")).isEqualTo(30);
  }

  @Test
  void anotherConcurrencyControlWaitsUntilNothingIsInDoubt() throws Exception {
    inDoubt();

    assertThatThrownBy(
            () ->
                new RecoveredNode(
                    new Opening(
                        bank,
                        disk,
                        1 << 20,
                        ConcurrencyControlKind.TWO_PHASE_LOCKING,
                        (folder, scheduler) -> {})))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("in doubt");
    assertThat(open().found).hasSize(1);
  }
}
