package tutti.cli.run;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.access.AccessControl;
import tutti.access.AccessFiles;
import tutti.access.audit.AuditLog;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.command.Errors;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.ServerSettings;
import tutti.engine.deployment.Settings;
import tutti.engine.history.History;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.memory.MemoryGate;
import tutti.engine.node.Node;
import tutti.engine.node.NodeFolder;
import tutti.engine.node.PeerTransport;
import tutti.engine.node.Ports;
import tutti.engine.node.Readiness;
import tutti.engine.node.fit.MachineShare;
import tutti.engine.node.replicated.NodeOpener;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.transaction.seam.SharedEntropy;
import tutti.engine.transport.Transport;
import tutti.model.Application;
import tutti.server.HttpService;
import tutti.server.Protection;
import tutti.server.tls.ServerTls;

/** A node with its real ports and its HTTP service. The parts are closed in the reverse order. */
public final class RunningService implements AutoCloseable {
  private final Deque<Closeable> parts = new ArrayDeque<>();
  private @Nullable HttpService http;
  private @Nullable Node node;
  private String folder = "";

  /** The data folder, if this start has made it and no client was answered yet. */
  private @Nullable Path madeFolder;

  private RunningService() {}

  /**
   * Recovers the data in the folder, and serves.
   *
   * @param settings with the HTTP port of this node
   * @param data the data folder, or the folder of several nodes' data folders; not touched without
   *     durability
   * @param self the number of this node
   * @throws IOException if the folder or the address cannot be used; the message says what to do
   */
  public static RunningService start(
      String title, Application application, Settings settings, Path data, int self)
      throws IOException {
    RunningService service = new RunningService();
    try {
      service.open(title, application, settings, data, self);
      return service;
    } catch (IOException | RuntimeException failed) {
      service.close();
      service.forgetFolder();
      throw failed;
    }
  }

  /** Removes the data folder that was made for a failed start. */
  private void forgetFolder() throws IOException {
    Path made = madeFolder;
    if (made == null || !Files.isDirectory(made)) {
      return;
    }
    try (Stream<Path> files = Files.list(made)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(made);
  }

  private void open(String title, Application application, Settings settings, Path data, int self)
      throws IOException {
    Deployment deployment = settings.deployment();
    HttpService.requireFree(settings.server().host(), settings.server().port());
    AuditLog audit = audit(settings, self);
    if (audit != null) {
      parts.push(audit::close);
    }
    AccessControl access = access(settings.server().access(), application, audit);
    if (access != null) {
      parts.push(access::close);
    }
    ServerTls tls = tls(settings.server().tls());
    if (tls != null) {
      parts.push(tls::close);
    }
    Disk disk = null;
    if (deployment.durability() != Durability.OFF) {
      Path own = NodeFolder.of(data, deployment.nodes(), self);
      madeFolder = Files.exists(own) ? null : own;
      disk = FolderDisk.open(own);
      folder = disk.describe();
      parts.push(disk);
    } else {
      NodeFolder.requireNoData(data);
    }
    RealScheduler.shareCores(
        MachineShare.place(deployment, self), MachineShare.nodes(deployment, self));
    RealScheduler scheduler = new RealScheduler();
    parts.push(scheduler::close);
    SharedEntropy entropy = new SharedEntropy(new SplittableRandom().nextLong());
    Transport transport = PeerTransport.of(deployment, self, entropy, scheduler.clocks());
    if (transport != null) {
      parts.push(transport::close);
    }
    Ports ports = new Ports(scheduler, disk, entropy, History.NONE, self, transport);
    Node opened = node(application, deployment, ports);
    parts.push(opened::close);
    node = opened;
    HttpService started =
        HttpService.start(
            opened,
            title,
            application,
            server(settings),
            new Protection(access, tls, audit, settings.server().access().proxies()));
    parts.push(started::close);
    http = started;
    madeFolder = null;
  }

  /**
   * Opens the audit log of this node; null if none is kept.
   *
   * @throws Failure if its folder cannot be written
   */
  private static @Nullable AuditLog audit(Settings settings, int self) {
    ServerSettings.Audit kept = settings.server().access().audit();
    if (kept.folder().isEmpty()) {
      return null;
    }
    List<NodeAddress> nodes = settings.deployment().nodes();
    Path folder = Path.of(kept.folder());
    Path own = nodes.isEmpty() ? folder : folder.resolve(nodes.get(self).name());
    try {
      return AuditLog.open(own, kept.keepBytes(), InstantSource.system());
    } catch (IOException failed) {
      throw new Failure(ExitStatus.USAGE, "the audit log cannot be written: " + Errors.why(failed));
    }
  }

  /**
   * Returns who may do what; null if everybody may do everything.
   *
   * @throws Failure if a file cannot be read, anything in it is wrong, or a claim does not hold
   */
  private static @Nullable AccessControl access(
      ServerSettings.Access named, Application application, @Nullable AuditLog audit) {
    if (named.isOpen()) {
      return null;
    }
    AccessFiles files = new AccessFiles(Path.of(named.roles()), Path.of(named.keys()));
    try {
      return audit == null
          ? AccessControl.of(files, application)
          : AccessControl.of(files, application, audit);
    } catch (IllegalArgumentException wrong) {
      throw new Failure(
          ExitStatus.USAGE, String.valueOf(wrong.getMessage()).replace("\n", "\ntutti: "));
    }
  }

  /**
   * Returns what encrypts connections; null if nothing does.
   *
   * @throws Failure if a file cannot be read, or certificate and key do not fit
   */
  private static @Nullable ServerTls tls(ServerSettings.Tls files) {
    try {
      return files.isNone()
          ? null
          : ServerTls.of(Path.of(files.certificate()), Path.of(files.key()));
    } catch (IllegalArgumentException wrong) {
      throw new Failure(ExitStatus.USAGE, String.valueOf(wrong.getMessage()));
    }
  }

  private static Node node(Application application, Deployment deployment, Ports ports)
      throws IOException {
    Disk disk = ports.disk();
    try {
      return NodeOpener.open(application, deployment, ports);
    } catch (DataFolderRefused refused) {
      throw refused;
    } catch (UncheckedIOException unreachable) {
      throw new IOException(
          unreachable.getMessage()
              + ". If another process listens there, stop it, or give the node another port under"
              + " 'nodes' in the deployment of all nodes",
          unreachable.getCause());
    } catch (IOException failed) {
      if (disk == null) {
        throw failed;
      }
      // The system's message about a device names no folder, and so would not help.
      throw new IOException(
          "the data folder "
              + disk.describe()
              + " cannot be used: "
              + Errors.why(failed)
              + ". "
              + remedy(failed)
              + ", or name another folder with --data; what is in it is as it was",
          failed);
    }
  }

  /** The file systems of Linux say so where a disk or a quota is full. */
  private static String remedy(IOException failed) {
    if (failed instanceof AccessDeniedException) {
      return "Let this user read and write it";
    }
    String why = String.valueOf(failed.getMessage());
    if (Errors.limit(failed) != null) {
      return "Raise that limit";
    }
    return why.contains("No space left") || why.contains("quota")
        ? "Make room on its disk"
        : "Mend its disk";
  }

  private static tutti.server.ServiceSettings server(Settings settings) {
    ServerSettings given = settings.server();
    tutti.server.ServiceSettings usual = tutti.server.ServiceSettings.DEFAULT;
    return new tutti.server.ServiceSettings(
        given.host(),
        given.port(),
        (int) given.maxBodyBytes(),
        usual.eventLoops(),
        settings.deployment().transactionTimeout().plusSeconds(1),
        usual.idle(),
        usual.incomplete(),
        given.allowOrigins(),
        given.redactKeys());
  }

  /** The service's address for this machine. */
  public String url() {
    return Objects.requireNonNull(http, "not started").url();
  }

  /** The folder of the service's data; empty if it keeps none. */
  public String folder() {
    return folder;
  }

  /** The reason why the service does not take requests yet, or null. */
  @Nullable String notReady() {
    return readiness().notReady();
  }

  /** Returns whether the service takes requests, and the nodes that it does not reach. */
  public Readiness readiness() {
    return Objects.requireNonNull(node, "not started").readiness();
  }

  /** Returns whether the node has the memory to take what may grow. */
  MemoryGate memory() {
    return Objects.requireNonNull(node, "not started").memory();
  }

  /** Calls back, with the reason, when the journal fails. Called at most once, on any thread. */
  public void onJournalFailure(Consumer<String> listener) {
    Objects.requireNonNull(node, "not started").onJournalFailure(listener);
  }

  /**
   * Calls back, with the reason, when the node finds that it must not go on. Called at most once.
   */
  public void onFailure(Consumer<String> listener) {
    Objects.requireNonNull(node, "not started").onFailure(listener);
  }

  /** Waits until running requests have ended, makes their effects durable, and stops. */
  @Override
  public void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (IOException failed) {
        throw new Failure(ExitStatus.FAILED, "while stopping: " + Errors.why(failed));
      }
    }
  }
}
