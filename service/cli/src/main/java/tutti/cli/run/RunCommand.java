package tutti.cli.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.cli.application.Applications;
import tutti.cli.application.FirstRequest;
import tutti.cli.command.Deployments;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.cli.command.StopSignal;
import tutti.cli.command.ThisProcess;
import tutti.cli.log.LogFormat;
import tutti.cli.log.StandardStreams;
import tutti.command.DeploymentFlags;
import tutti.command.Errors;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.ServerSettings;
import tutti.engine.deployment.Settings;
import tutti.engine.node.Readiness;
import tutti.model.Application;
import tutti.server.api.Redaction;

/** The command {@code tutti run}, which serves an application until the process is told to stop. */
@Command(
    name = "run",
    modelTransformer = DeploymentFlags.Adding.class,
    abbreviateSynopsis = true,
    description = "Run an application as a durable, transactional HTTP service.",
    sortOptions = false,
    footer =
        """

        The service is ready when its address is printed. Ctrl-C or SIGTERM ends it: what runs is
        answered, everything is written, exit status 0. kill -9 loses nothing that was acknowledged.
        When its log cannot be written any more, it ends by itself after 10 seconds, exit status 1;
        when its memory is full and nothing can be done, it ends immediately, exit status 1 or 3.

        If the deployment has several nodes, each gets a process of its own. One that ends is not
        started again, and the others go on; all end with this command. With --node, this process is
        one of them.

        Examples:
          tutti run examples/bank
          tutti run examples/bank --port 9000 --data /var/lib/bank
          tutti run examples/bank --deployment examples/bank/deployment.conf
          tutti run examples/bank --deployment examples/bank/three-nodes.conf
          tutti run examples/bank --deployment examples/bank/three-nodes.conf --node a
          tutti run examples/bank --concurrency-control 2pl --containers 2
          tutti run examples/bank --durability off -D tutti.admission.max-in-flight=500

        Exit status: 0 ended as asked, 1 the application does not check or the service could not
        start or go on, 2 wrong usage, 3 the heap of the Java virtual machine was full.\
        """)
public final class RunCommand implements Callable<Integer> {
  /**
   * The time for which a process goes on after its journal has failed, so that clients and
   * monitoring can see it.
   */
  private static final Duration AFTER_JOURNAL_FAILURE = Duration.ofSeconds(10);

  private static final long BETWEEN_LOOKS_NANOS = 10_000_000;

  /** The text before the address in the line that tells that a service is ready. */
  static final String READY = " is ready at ";

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "APP",
      description = "A folder of .ebl or .java files, or of both; or a jar; or an .ebl file.")
  private Path application;

  @Option(
      names = "--port",
      paramLabel = "N",
      description =
          "The port that HTTP listens on; 0 takes any free one. Default: 8080. Several nodes on one"
              + " machine take this and the next ones.")
  private @Nullable String port;

  @Option(
      names = "--host",
      paramLabel = "H",
      description = "The address that HTTP listens on. Default: localhost, this machine only.")
  private @Nullable String host;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The data folder; it is made if need be. Default: data. In it, each of several nodes has"
              + " one with its name.")
  private Path data = Path.of("data");

  @Option(
      names = "--node",
      paramLabel = "NAME",
      description =
          "Which node of 'nodes { … }' this process is. Default: a process for each of them.")
  private @Nullable String node;

  @Option(
      names = "--log",
      paramLabel = "FORM",
      description =
          "How the log on standard error looks: text, or json, an object in each line. Default:"
              + " text.",
      converter = LogForm.class)
  private LogFormat log = LogFormat.TEXT;

  /** Reads the value of {@code --log}. */
  static final class LogForm implements CommandLine.ITypeConverter<LogFormat> {
    @java.lang.Override
    public LogFormat convert(String value) {
      return switch (value) {
        case "text" -> LogFormat.TEXT;
        case "json" -> LogFormat.JSON;
        default -> throw new CommandLine.TypeConversionException("expected text or json");
      };
    }
  }

  @Option(
      names = NodeProcesses.FLAG,
      hidden = true,
      description = "End when standard input does, and leave Ctrl-C to who started this.")
  private boolean untilInputEnds;

  /**
   * The signal that ends the service in place of the process's signals, if the process has other
   * work too.
   */
  private @Nullable StopSignal stop;

  /** Serves until the given signal comes, and does not handle the signals of the process. */
  public void stopBy(StopSignal given) {
    stop = given;
  }

  @java.lang.Override
  public Integer call() throws InterruptedException {
    LogFormat.choose(log);
    spec.commandLine().setOut(StandardStreams.ofService(spec.commandLine().getOut()));
    // The deployment is read before the application, so that its mistakes are reported first.
    Deployment said = Deployments.read(spec, overrides()).deployment();
    if (!untilInputEnds) {
      Deployments.warnOfReplaced(spec);
    }
    int self = node == null ? 0 : number(node, said);
    LogFormat.node(node == null ? "" : node);
    Application loaded = Applications.any(application, spec.commandLine().getErr());
    Settings settings = Deployments.read(spec, loaded, overrides());
    String lacksCallers = Deployments.lacksCallers(loaded, settings.server());
    if (lacksCallers != null) {
      throw new Failure(ExitStatus.USAGE, lacksCallers);
    }
    Deployment deployment = settings.deployment();
    if (!untilInputEnds) {
      Deployments.warnOfPlacement(spec, loaded, deployment);
    }
    if (!untilInputEnds) {
      requireProtection(settings);
    }
    return node == null && deployment.nodeCount() > 1
        ? serveAll(
            port == null ? settings : settings.withHttpPort(settings.server().port()), loaded)
        : serve(
            port == null ? settings.withHttpPort(settings.httpPort(self)) : settings, self, loaded);
  }

  private static int number(String name, Deployment deployment) {
    List<String> names = deployment.nodes().stream().map(NodeAddress::name).toList();
    int number = names.indexOf(name);
    if (number < 0) {
      throw new Failure(
          ExitStatus.USAGE,
          names.isEmpty()
              ? "--node: the deployment has no 'nodes'; leave the flag out, or name a deployment"
                  + " that has some with --deployment"
              : "--node: there is no node '" + name + "'; there are " + String.join(", ", names));
    }
    return number;
  }

  /** Runs a process for each node, until all have ended. */
  private int serveAll(Settings settings, Application loaded) throws InterruptedException {
    NodeProcesses processes =
        new NodeProcesses(
            ThisProcess.command(spec), spec.commandLine().getOut(), spec.commandLine().getErr());
    List<NodeAddress> nodes = settings.deployment().nodes();
    for (int i = 0; i < nodes.size(); i++) {
      List<String> arguments = new ArrayList<>(List.of("run", application.toString()));
      arguments.addAll(DeploymentFlags.of(spec).arguments());
      arguments.addAll(List.of("--data", data.toString()));
      if (host != null) {
        arguments.addAll(List.of("--host", host));
      }
      if (port != null) {
        arguments.addAll(List.of("--port", Integer.toString(settings.httpPort(i))));
      }
      if (log == LogFormat.JSON) {
        arguments.addAll(List.of("--log", "json"));
      }
      arguments.addAll(List.of("--node", nodes.get(i).name()));
      processes.start(nodes.get(i).name(), arguments);
    }
    processes.whenAllAreReady(urls -> allReady(urls, loaded, settings));
    return processes.awaitEnd() ? ExitStatus.GOOD : ExitStatus.FAILED;
  }

  private String allReady(List<String> urls, Application loaded, Settings settings) {
    String example = example(loaded, urls.getFirst(), settings);
    String title = Applications.title(application);
    return "\n  all %s nodes of %s are ready: %s"
            .formatted(urls.size(), title, String.join(", ", urls))
        + (example.isEmpty() ? "" : "\n\n  Try:   " + example)
        + "\n  Each of them answers for all. Ctrl-C ends them all.\n";
  }

  /** Serves this node, or the only one, until it is told to stop. */
  private int serve(Settings settings, int self, Application loaded) throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    StopSignal stop = signal();
    String title = Applications.title(application);
    AtomicReference<@Nullable String> failure = new AtomicReference<>();
    if (settings.server().redactKeys()) {
      LogFormat.clean(Redaction.of(loaded.types().stream().map(type -> type.name()).toList()));
    }
    FullMemoryEnd end = new FullMemoryEnd(stop, System.err);
    try (RunningService service = RunningService.start(title, loaded, settings, data, self)) {
      end.watch(service.memory());
      service.onFailure(
          why -> {
            failure.set(why);
            stop.ask();
          });
      service.onJournalFailure(
          why -> {
            failure.set(why);
            stop.askAfter(AFTER_JOURNAL_FAILURE);
          });
      tellWhenReady(out, service, stop, loaded, settings);
      stop.await();
      out.println("stopping: answering what runs");
      out.flush();
    } catch (IOException failed) {
      throw new Failure(ExitStatus.FAILED, Errors.why(failed));
    } finally {
      end.ended();
    }
    if (failure.get() != null) {
      throw new Failure(ExitStatus.FAILED, "this node must not go on: " + failure.get());
    }
    out.println("stopped");
    out.flush();
    return ExitStatus.GOOD;
  }

  private StopSignal signal() {
    if (stop != null) {
      return stop;
    }
    return untilInputEnds ? StopSignal.installUntilEndOf(System.in) : StopSignal.install();
  }

  /**
   * Refuses a service that other machines reach, and that does not know its callers or does not
   * encrypt; warns of one whose deployment waives that.
   */
  private void requireProtection(Settings settings) {
    ServerSettings server = settings.server();
    if (tutti.server.ServiceSettings.DEFAULT.withHost(server.host()).loopback()) {
      return;
    }
    List<String> lacks = new ArrayList<>();
    if (server.access().isOpen()) {
      lacks.add(
          "it does not know its callers: name security.roles and security.keys, for which"
              + " 'tutti key make' makes keys");
    }
    if (server.tls().isNone() && server.access().proxies().isEmpty()) {
      lacks.add(
          "it does not encrypt: name server.tls.certificate and server.tls.key, or"
              + " security.behind-proxy = [addresses of proxies that do]");
    }
    if (lacks.isEmpty()) {
      return;
    }
    String what = server.host() + " is reached from other machines, and ";
    if (server.access().enforced()) {
      throw new Failure(
          ExitStatus.USAGE,
          what
              + String.join("; and ", lacks)
              + ". security.enforce = off waives it (docs/security.md)");
    }
    PrintWriter err = spec.commandLine().getErr();
    err.println("tutti: warning: " + what + String.join("; and ", lacks));
    err.flush();
  }

  /** Prints the service's address immediately, and that the service is ready when it is. */
  private void tellWhenReady(
      PrintWriter out,
      RunningService service,
      StopSignal stop,
      Application loaded,
      Settings settings) {
    String waits = service.notReady();
    if (waits == null) {
      ready(out, service, loaded, settings);
      return;
    }
    out.print(untilInputEnds ? "" : "\n  ");
    out.printf(
        "%s answers at %s, but is not ready: %s%n",
        Applications.title(application), service.url(), waits);
    out.flush();
    Thread.ofVirtual()
        .name("tell-when-ready")
        .start(
            () -> {
              while (service.notReady() != null && !stop.asked()) {
                LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
              }
              if (!stop.asked()) {
                ready(out, service, loaded, settings);
              }
            });
  }

  private void ready(
      PrintWriter out, RunningService service, Application loaded, Settings settings) {
    StringWriter all = new StringWriter();
    PrintWriter text = new PrintWriter(all);
    if (untilInputEnds) {
      text.println(Applications.title(application) + READY + service.url());
    } else {
      banner(text, service, loaded, settings);
    }
    Readiness now = service.readiness();
    if (!now.missing().isEmpty()) {
      text.println("  without " + now.withoutMissing(settings.deployment()));
    }
    out.print(all);
    out.flush();
  }

  private List<Override> overrides() {
    List<Override> overrides = new ArrayList<>();
    if (port != null) {
      overrides.add(new Override("server.port", port, "--port"));
    }
    if (host != null) {
      overrides.add(new Override("server.host", host, "--host"));
    }
    return overrides;
  }

  private void banner(
      PrintWriter out, RunningService service, Application loaded, Settings settings) {
    Deployment deployment = settings.deployment();
    boolean kept = deployment.durability() != Durability.OFF;
    out.println();
    out.println("  " + Applications.title(application) + READY + service.url());
    if (node != null) {
      List<String> names = deployment.nodes().stream().map(NodeAddress::name).toList();
      out.println("  node " + node + " of " + String.join(", ", names));
    }
    out.println("  " + String.join(", ", Applications.names(loaded)));
    out.println(
        kept
            ? "  data in " + service.folder()
            : "  durability is off: nothing is kept when it ends");
    String example = example(loaded, service.url(), settings);
    if (!example.isEmpty()) {
      out.println();
      out.println("  Try:   " + example);
    }
    out.println("  Or open " + service.url() + "/ in a browser. Ctrl-C ends it.");
    out.println();
  }

  /** Returns a request to begin with; empty if there is none. */
  private static String example(Application loaded, String url, Settings settings) {
    String example = FirstRequest.of(loaded, url);
    return example.isEmpty() || settings.server().access().isOpen()
        ? example
        : example + " -H \"Authorization: Bearer $TUTTI_TOKEN\"";
  }
}
