package tutti.engine.node;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.container.Placement;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.Reading;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.testing.Await;

/**
 * Node 0 of several, in a process whose clients open an account on each node, in one transaction;
 * the process kills itself at the moment at which a client hears of so many commits. Its IO thread
 * is held for a while, now and then, when a message of the commit protocol has come.
 */
final class KilledAtTheAnswer {
  /** The file with the numbers of the transactions of which clients have heard. */
  static final String TOLD = "told";

  private static final int COMMIT = 3;
  private static final int MOST = 100_000;
  private static final int SIGKILL = 9;

  private KilledAtTheAnswer() {}

  /** The deployment of nodes at these ports. */
  static Deployment deployment(String commit, List<Integer> ports) {
    StringBuilder nodes = new StringBuilder();
    for (int node = 0; node < ports.size(); node++) {
      nodes.append("    n%s = \"127.0.0.1:%s\"%n".formatted(node, ports.get(node)));
    }
    String text =
        """
        tutti {
          nodes {
        %s  }
          commit = %s
          assume.delay-bound = 1s
          two-phase.retry = 50ms
          executors = 2
          journal { segment-size = 1MiB, checkpoint-after = 1MiB }
        }
        """
            .formatted(nodes, commit);
    if (!(DeploymentReader.parse(text, "test") instanceof Reading.Valid(var settings))) {
      throw new AssertionError(text);
    }
    return settings.deployment();
  }

  /** The account of that transaction that lives on that node. */
  static String account(int transaction, int node, int nodes) {
    Placements placements = new Placements(new Placement.Hash(), nodes, 1);
    for (int i = 0; ; i++) {
      String key = transaction + "-" + node + "-" + i;
      if (placements.nodeOf(new ActorId("Account", key)) == node) {
        return key;
      }
    }
  }

  /**
   * @param arguments the commit protocol, the folder, the number of the first transaction, the
   *     number of commits, the number of clients, the longest hold in milliseconds, which is
   *     negative if every message is held for as long as that, and the ports of the nodes
   */
  public static void main(String[] arguments) throws Throwable {
    Path folder = Path.of(arguments[1]);
    AtomicInteger next = new AtomicInteger(Integer.parseInt(arguments[2]));
    AtomicInteger left = new AtomicInteger(Integer.parseInt(arguments[3]));
    int clients = Integer.parseInt(arguments[4]);
    List<Integer> ports =
        List.of(arguments).subList(6, arguments.length).stream().map(Integer::valueOf).toList();
    int holds = Integer.parseInt(arguments[5]);
    MethodHandle kill = kill();
    int self = Math.toIntExact(ProcessHandle.current().pid());
    // The first call of a native function takes long.
    int warm = (int) kill.invokeExact(self, 0);
    MappedByteBuffer told = told(folder);
    told.putInt(0, warm);
    RunningNode node =
        new RunningNode(
            deployment(arguments[0], ports),
            FolderDisk.open(folder),
            0,
            wire -> new Holding(wire, new SplittableRandom(next.get()), holds));
    for (int other = 1; other < ports.size(); other++) {
      Await.that("connected", node.meets(other)::getAsBoolean);
    }
    Supplier<@Nullable Void> client =
        () -> {
          try {
            while (true) {
              int number = next.getAndIncrement();
              if (node.run(calls(node, number, ports.size())) instanceof Outcome.Committed) {
                told.putInt(number % MOST * Integer.BYTES, number + 1);
                if (left.decrementAndGet() == 0) {
                  int unused = (int) kill.invokeExact(self, SIGKILL);
                }
              }
            }
          } catch (Throwable e) {
            throw new AssertionError(e);
          }
        };
    for (int i = 1; i < clients; i++) {
      Thread.ofPlatform().start(client::get);
    }
    client.get();
  }

  private static Call[] calls(RunningNode node, int number, int nodes) {
    Call[] calls = new Call[nodes];
    for (int each = 0; each < nodes; each++) {
      calls[each] = node.bank.call(account(number, each, nodes), "open", (long) number);
    }
    return calls;
  }

  private static MethodHandle kill() throws Throwable {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().find("kill").orElseThrow(),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
  }

  private static MappedByteBuffer told(Path folder) throws Exception {
    try (FileChannel file =
        FileChannel.open(
            folder.resolveSibling(TOLD),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      return file.map(FileChannel.MapMode.READ_WRITE, 0, (long) MOST * Integer.BYTES);
    }
  }

  /**
   * A transport whose IO thread stands still now and then, behind a message of the commit protocol.
   */
  private record Holding(Transport transport, SplittableRandom random, int most)
      implements ForwardingTransport {
    @Override
    public void start(Supplier<byte[]> greeting, Receiver receiver) {
      transport.start(
          greeting,
          new Receiver() {
            @Override
            public @Nullable String greeted(int node, byte[] theirs) {
              return receiver.greeted(node, theirs);
            }

            @Override
            public void refused(int node, String why) {
              receiver.refused(node, why);
            }

            @Override
            public void connected(int node) {
              receiver.connected(node);
            }

            @Override
            public void disconnected(int node, String why) {
              receiver.disconnected(node, why);
            }

            @Override
            public void received(int node, byte[] bytes, int offset, int length) {
              boolean commit = bytes[offset] == COMMIT;
              receiver.received(node, bytes, offset, length);
              if (commit && most < 0) {
                stand(-most);
              } else if (commit && most > 0 && random.nextInt(3) == 0) {
                stand(random.nextInt(most));
              }
            }
          });
    }

    private static void stand(int millis) {
      try {
        Thread.sleep(millis);
      } catch (InterruptedException ending) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
