package tutti.lab.bank;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.node.Node;
import tutti.lab.node.Folders;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.NodeOpener;
import tutti.lab.node.NodeOpener.OpenNode;
import tutti.lab.node.RunHistory;
import tutti.lab.node.Side;
import tutti.model.ActorId;

/**
 * The nodes with a bank that are opened for runs, each in a folder of its own.
 *
 * @param data the folder of the runs' data folders
 * @param history takes the clients' answers, and reads the rest when nodes are closed
 * @param trace writes messages
 */
public record BankNodes(
    Bank bank, NodeOpener opener, Path data, RunHistory history, MessageTrace trace) {

  /** Nodes of the bank without a trace of their messages. */
  public BankNodes(Bank bank, NodeOpener opener, Path data, RunHistory history) {
    this(bank, opener, data, history, MessageTrace.NONE);
  }

  /** Returns nodes in this process with the bundled bank. */
  public static BankNodes bundled(Path data, RunHistory history) {
    return bundled(data, history, MessageTrace.NONE);
  }

  /** Returns nodes of the bundled bank that write their messages. */
  public static BankNodes bundled(Path data, RunHistory history, MessageTrace trace) {
    Bank bank = new Bank(BundledSpecification.bank());
    LocalNodes opener = new LocalNodes(UnaryOperator.identity(), trace.tap());
    return new BankNodes(bank, opener, data, history, trace);
  }

  /**
   * Returns the same nodes with a watched concurrency control.
   *
   * @param watched as {@link tutti.engine.node.Ports#watched}
   */
  BankNodes watchedBy(UnaryOperator<ConcurrencyControl> watched) {
    LocalNodes others = new LocalNodes(watched, trace.tap());
    return new BankNodes(bank, others, data, history, trace);
  }

  /**
   * Opens the nodes of a side; closing it removes their folder too.
   *
   * @param seed of the nodes' entropy
   * @throws IOException if the folder cannot be used
   */
  public OpenNode open(Side side, long seed) throws IOException {
    history.begins(side.deployment());
    Folders folder = Folders.in(data);
    try {
      OpenNode open =
          opener.open(bank.application(), side.deployment(), folder.path(), seed, History.NONE);
      return new InFolder(this, side.deployment(), open, folder);
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  private record InFolder(BankNodes of, Deployment deployment, OpenNode open, Folders folder)
      implements OpenNode {
    @Override
    public Node node() {
      return open.node();
    }

    @Override
    public List<Node> nodes() {
      return open.nodes();
    }

    @Override
    public int nodeOf(ActorId actor) {
      return open.nodeOf(actor);
    }

    @Override
    public Node home(ActorId actor) {
      return open.home(actor);
    }

    @Override
    public void close() {
      try (folder) {
        open.close();
        of.trace().ends(of.bank().application());
        of.history().ends(of.bank().application(), deployment, folders());
      } catch (IOException failed) {
        throw new UncheckedIOException(failed.getMessage(), failed);
      }
    }

    /** Returns the folders in the layout of {@link LocalNodes}. */
    private List<Path> folders() {
      int count = deployment.nodeCount();
      return count == 1
          ? List.of(folder.path())
          : IntStream.range(0, count).mapToObj(i -> folder.path().resolve("node-" + i)).toList();
    }
  }
}
