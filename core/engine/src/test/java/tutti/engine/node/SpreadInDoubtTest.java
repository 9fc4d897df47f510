package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.bank.TestBank;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.memory.TestHeap;
import tutti.engine.node.replicated.Hosts;
import tutti.engine.node.replicated.RestoredHost.Part;
import tutti.engine.node.restore.Restoration;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.Transport;
import tutti.model.testing.Await;

/**
 * A backup of three nodes, in which a transfer is in doubt on one of them, is restored onto another
 * number of nodes: there it has ended, on all in the one way that its coordinator has decided.
 */
class SpreadInDoubtTest {
  private static final int EXECUTED = 2;
  private static final int COMMIT = 3;
  private static final int THERE = 1;

  private final Deployment deployment = Desk.deployment(CommitKinds.usual());
  private final String from = Homes.accountOn(0, 3);
  private final String to = Homes.accountOn(THERE, 3);
  private final RealScheduler scheduler = new RealScheduler();
  private final List<Disk> open = new ArrayList<>();

  /** The messages of the coordinator to the participant that still go through. */
  private final AtomicInteger decisions = new AtomicInteger(Integer.MAX_VALUE);

  /** The messages of the participant to the coordinator that still go through. */
  private final AtomicInteger votes = new AtomicInteger(Integer.MAX_VALUE);

  @TempDir private Path folder;
  private Nodes nodes;

  /** Loses the votes of the participant. */
  private record Mute(Transport transport, AtomicInteger left) implements ForwardingTransport {
    @Override
    public boolean send(int node, byte[] bytes, int offset, int length) {
      boolean votes = bytes[offset] == EXECUTED || bytes[offset] == COMMIT;
      return (node == 0 && votes && left.getAndDecrement() <= 0)
          || transport.send(node, bytes, offset, length);
    }
  }

  private Transport tap(int node, Transport wire) {
    return switch (node) {
      case 0 -> new Muffled(wire, decisions);
      case THERE -> new Mute(wire, votes);
      default -> wire;
    };
  }

  @BeforeEach
  void start() throws Exception {
    nodes = new Nodes(folder.resolve("first"), deployment, 3, this::tap, 3);
    nodes.openAccounts(100, from, to);
  }

  @AfterEach
  void close() throws Exception {
    nodes.abandon();
    for (Disk disk : open) {
      disk.close();
    }
    scheduler.close();
  }

  /** Begins a transfer, and takes a backup once the participant is in doubt about it. */
  private Backups.Begun inDoubt(boolean decided) throws Exception {
    (decided ? decisions : votes).set(0);
    CompletableFuture<Outcome> outcome =
        nodes
            .at(0)
            .start(nodes.bank().call(from, "withdraw", 10L), nodes.bank().call(to, "deposit", 10L));
    Await.that(
        "in doubt",
        () -> {
          List<MemberProgress> there = Desk.underway(nodes.at(THERE), THERE);
          return there.stream().anyMatch(each -> each.inDoubt() && !each.phase().equals("voting"));
        });
    if (decided) {
      assertThat(RunningNode.await(outcome)).isInstanceOf(Outcome.Committed.class);
    }
    return BackupFiles.begin(nodes.at(2));
  }

  private List<Part> parts(Backups.Begun backup, String name) throws Exception {
    List<Part> parts = BackupFiles.parts(nodes.at(2), backup, folder.resolve(name));
    parts.forEach(part -> open.add(part.files()));
    return parts;
  }

  private Restoration spread(Backups.Begun backup, List<Part> parts, Deployment onto, boolean alone)
      throws Exception {
    return spread(backup, parts, onto, alone, scheduler);
  }

  private Restoration spread(
      Backups.Begun backup, List<Part> parts, Deployment onto, boolean alone, Scheduler process)
      throws Exception {
    Restoration restoration = new Restoration(onto, backup.id(), parts);
    assertThat(restoration.mustSpread()).isTrue();
    List<Disk> disks = new ArrayList<>();
    for (int part = 0; part < onto.shardCount(); part++) {
      disks.add(FolderDisk.open(folder.resolve("spread-" + alone + part)));
    }
    open.addAll(disks);
    return restoration.spread(new TestBank(), disks, alone, process, new SplittableRandom(1));
  }

  private void write(Restoration restoration, int count, String prefix) throws Exception {
    for (int node = 0; node < count; node++) {
      try (Disk disk = FolderDisk.open(Files.createDirectories(folder.resolve(prefix + node)))) {
        restoration.write(node, disk, scheduler);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itEndsAsItsCoordinatorHasDecidedOnTwoNodes(boolean decided) throws Exception {
    Backups.Begun backup = inDoubt(decided);
    Deployment two = deployment.withNodes(NodeAddress.inOneProcess(2));
    write(spread(backup, parts(backup, "copy"), two, false), 2, "second/node-");
    try (Nodes restored = new Nodes(folder.resolve("second"), deployment, 2)) {
      restored.awaitReady();
      restored.awaitNothingInDoubt();
      for (int node = 0; node < 2; node++) {
        assertThat(restored.at(node).balance(from)).isEqualTo(decided ? 90 : 100);
        assertThat(restored.at(node).balance(to)).isEqualTo(decided ? 110 : 100);
      }
      assertThat(
              restored
                  .at(1)
                  .run(
                      restored.bank().call(from, "withdraw", 1L),
                      restored.bank().call(to, "deposit", 1L)))
          .isInstanceOf(Outcome.Committed.class);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itEndsAsItsCoordinatorHasDecidedOnTwoShardsOfReplicas(boolean decided) throws Exception {
    Backups.Begun backup = inDoubt(decided);
    Deployment replicas = Hosts.replicated(deployment, 3, 2, Replication.Layout.RING);
    write(spread(backup, parts(backup, "copy"), replicas, false), 3, "host-");
    try (Hosts hosts = new Hosts(folder, "host-", replicas)) {
      for (int host = 0; host < 3; host++) {
        assertThat(hosts.balance(host, from)).isEqualTo(decided ? 90 : 100);
        assertThat(hosts.balance(host, to)).isEqualTo(decided ? 110 : 100);
      }
    }
  }

  /** All of a backup that is spread is in memory meanwhile. */
  @Test
  void whatDoesNotFitIntoMemorySaysHowMuchItNeeds() throws Exception {
    Backups.Begun backup = BackupFiles.begin(nodes.at(2));
    Deployment two = deployment.withNodes(NodeAddress.inOneProcess(2));
    TestHeap heap = new TestHeap();
    heap.alive(950);
    assertThatThrownBy(() -> spread(backup, parts(backup, "copy"), two, false, heap.of(scheduler)))
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContaining("does not fit into the heap of 1000 MB: it needs about");
  }

  @Test
  void oneNodeAloneIsRefusedSinceOthersMightEndItOtherwise() throws Exception {
    Backups.Begun backup = inDoubt(true);
    Deployment two = deployment.withNodes(NodeAddress.inOneProcess(2));
    assertThatThrownBy(() -> spread(backup, parts(backup, "copy"), two, true))
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContaining("in doubt")
        .hasMessageContaining("restore all nodes at once");
    // Nothing was changed: all at once, it can be restored.
    write(spread(backup, parts(backup, "again"), two, false), 2, "second/node-");
  }
}
