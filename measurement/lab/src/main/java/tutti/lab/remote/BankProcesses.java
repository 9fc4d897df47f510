package tutti.lab.remote;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.lab.bank.Bank;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.bank.Scenario;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Folders;
import tutti.lab.node.RunHistory;
import tutti.lab.process.ServerProcess;
import tutti.model.ActorId;

/** The bank on nodes that are processes of this machine, asked over HTTP ({@link HttpBank}). */
public final class BankProcesses implements AutoCloseable {
  private final Deployment deployment;
  private final RunHistory history;
  private final Folders folder;
  private final ServerProcess server;
  private final List<InetSocketAddress> addresses;
  private final HttpBank bank;

  private BankProcesses(
      Scenario scenario,
      int accounts,
      Front front,
      Deployment deployment,
      Folders folder,
      ServerProcess server,
      RunHistory history) {
    this.deployment = deployment;
    this.history = history;
    this.folder = folder;
    this.server = server;
    this.addresses =
        server.urls().stream()
            .map(url -> new InetSocketAddress(url.getHost(), url.getPort()))
            .toList();
    this.bank =
        new HttpBank(
            scenario,
            accounts,
            HttpBank.Names.OWN,
            front == Front.RANDOM ? HttpBank.Share.ALL : atHome(scenario, deployment),
            addresses,
            history);
  }

  /** Returns the requests that the nodes coordinate that clients ask. */
  private static HttpBank.Share atHome(Scenario scenario, Deployment deployment) {
    int nodes = deployment.nodeCount();
    Placements placements = new Placements(deployment.placement(), nodes, deployment.containers());
    return (client, number) ->
        placements.nodeOf(
                scenario == Scenario.NOSYNC
                    ? new ActorId("Account", Bank.iban(number).text())
                    : new ActorId("Transfer", Long.toString(number)))
            == client % nodes;
  }

  /**
   * Starts the nodes and opens the accounts.
   *
   * @param front the choice of the node that clients ask
   * @param data the folder of the nodes' folders
   * @param history takes the clients' answers, and reads the rest at {@link #end}
   * @throws IOException if the nodes do not start
   */
  public static BankProcesses start(
      Scenario scenario,
      int accounts,
      Front front,
      Deployment deployment,
      Path data,
      RunHistory history)
      throws IOException {
    history.begins(deployment);
    Folders folder = Folders.in(data);
    ServerProcess server;
    try {
      server = ServerProcess.nodes(folder.path(), deployment);
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
    BankProcesses started =
        new BankProcesses(scenario, accounts, front, deployment, folder, server, history);
    try {
      started.bank.prepare();
      return started;
    } catch (IOException | RuntimeException e) {
      started.close();
      throw e;
    }
  }

  /**
   * Loads the nodes as planned, and reads everything back.
   *
   * @param label of the result
   * @throws IOException if a node breaks off
   */
  public RunResult run(String label, LoadPlan plan) throws IOException {
    return bank.run(label, plan, new ProcessMeter(server.pids(), addresses));
  }

  /**
   * Ends the nodes, and writes the history.
   *
   * @throws IOException if their logs cannot be read, or contradict the clients' answers
   */
  void end() throws IOException {
    server.close();
    Path all = folder.path().resolve("data");
    int count = deployment.nodeCount();
    List<Path> folders =
        count == 1
            ? List.of(all)
            : IntStream.range(0, count).mapToObj(i -> all.resolve("n" + i)).toList();
    history.ends(BundledSpecification.bank(), deployment, folders);
  }

  @Override
  public void close() {
    try (folder) {
      server.close();
    }
  }
}
