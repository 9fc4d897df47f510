package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.backup.NodeCopy;
import tutti.engine.bank.TestBank;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Disk.DiskFile;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.Backups.Begun;
import tutti.engine.node.HostNode;
import tutti.engine.node.LocalShards;
import tutti.engine.node.Node;
import tutti.engine.node.Ports;
import tutti.engine.node.replicated.RestoredHost.Part;
import tutti.engine.node.restore.Restoration;
import tutti.engine.recovery.RestoredFolder;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.Call;

/** The parts of a move of data: backups are taken of nodes, and restored into folders. */
final class Moves implements AutoCloseable {
  final RealScheduler scheduler = new RealScheduler();
  private final Path folder;
  private final List<Disk> open = new ArrayList<>();
  private int backups;

  Moves(Path folder) {
    this.folder = folder;
  }

  @Override
  public void close() throws IOException {
    for (Disk disk : open) {
      disk.close();
    }
    scheduler.close();
  }

  static <T> T answer(Consumer<Consumer<T>> question) throws Exception {
    CompletableFuture<T> answer = new CompletableFuture<>();
    question.accept(answer::complete);
    return answer.get(Hosts.TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
  }

  static <T> T good(Result<T> result) {
    return switch (result) {
      case Result.Good<T>(T value) -> value;
      case Result.Failed<T>(var code, var why) -> throw new AssertionError(code + ": " + why);
    };
  }

  Disk disk(String name) throws IOException {
    Disk disk = FolderDisk.open(folder.resolve(name));
    open.add(disk);
    return disk;
  }

  /** Returns the name of the newest backup. */
  String newest() {
    return "b" + backups;
  }

  /** Copies all files of a backup, as its command does. */
  List<Part> read(Node at, Begun begun) throws Exception {
    String name = "backup-" + backups++ + "-";
    List<Part> parts = new ArrayList<>();
    for (NodeCopy copy : begun.nodes()) {
      Disk to = disk(name + copy.node());
      for (Map.Entry<String, Long> each : copy.files().entrySet()) {
        try (DiskFile file = to.open(each.getKey(), true)) {
          for (long done = 0; done < each.getValue(); ) {
            long from = done;
            byte[] piece =
                good(
                    answer(
                        on -> at.backups().read(begun.id(), copy.node(), each.getKey(), from, on)));
            assertThat(piece).isNotEmpty();
            file.write(ByteBuffer.wrap(piece), done);
            done += piece.length;
          }
        }
      }
      RestoredFolder.check(to);
      parts.add(new Part(to, copy.incarnation()));
    }
    answer(done -> at.backups().end(begun.id(), () -> done.accept(true)));
    return parts;
  }

  /** Takes a backup, again where one could not begin, as an operator would. */
  List<Part> backupAtLast(Node at) throws Exception {
    for (int left = 20; ; left--) {
      Result<Begun> begun = Moves.<Result<Begun>>answer(done -> at.backups().begin(done));
      if (begun instanceof Result.Good<Begun> || left == 0) {
        return read(at, good(begun));
      }
    }
  }

  List<Part> backup(Node at) throws Exception {
    return read(at, good(answer(at.backups()::begin)));
  }

  /** Restores parts onto a deployment's nodes, each in a folder of this name with its number. */
  Restoration restore(List<Part> parts, Deployment onto, boolean spreads, String to)
      throws Exception {
    return restore(new TestBank(), parts, onto, spreads, to);
  }

  /** Restores parts under an application, as {@link #restore} does. */
  Restoration restore(
      Application application, List<Part> parts, Deployment onto, boolean spreads, String to)
      throws Exception {
    Restoration restoration = new Restoration(onto, newest(), parts);
    assertThat(restoration.mustSpread()).isEqualTo(spreads);
    if (spreads) {
      List<Disk> disks = new ArrayList<>();
      for (int part = 0; part < onto.shardCount(); part++) {
        disks.add(disk("spread-" + to + part));
      }
      restoration =
          restoration.spread(application, disks, false, scheduler, new SplittableRandom());
    }
    for (int node = 0; node < onto.nodeCount(); node++) {
      try (Disk disk = FolderDisk.open(folder.resolve(to + node))) {
        restoration.write(node, disk, scheduler);
      }
    }
    return restoration;
  }

  static Outcome run(Node at, String key, Call... calls) throws Exception {
    TransactionRequest request =
        new TransactionRequest(List.of(calls), new Idempotency(key, 7), Hosts.TIMEOUT_NANOS);
    return answer(done -> at.submit(request, done));
  }

  static long balance(Node node, int account) throws Exception {
    ActorId actor = new ActorId("Account", "a" + account);
    Node.ReadResult seen =
        Moves.<Node.ReadResult>answer(done -> node.read(actor, Hosts.TIMEOUT_NANOS, done));
    return seen instanceof Node.ReadResult.Found(var instance)
        ? TestBank.balance(instance.state())
        : -1;
  }

  /** Opens a single node on a folder. */
  HostNode one(Disk disk, Deployment deployment) throws IOException {
    return one(disk, deployment, new TestBank());
  }

  /** Opens a single node of an application on a folder. */
  HostNode one(Disk disk, Deployment deployment, Application application) throws IOException {
    Ports ports = new Ports(scheduler, disk, new SplittableRandom(), History.NONE);
    return LocalShards.open(application, deployment, ports);
  }
}
