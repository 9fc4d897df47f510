package tutti.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.Settings;
import tutti.lab.command.DeploymentFlags;
import tutti.rebel.compile.RebelApplication;

/** {@code tutti run}: serves an application until it is told to stop. */
@Command(
    name = "run",
    modelTransformer = DeploymentFlags.Adding.class,
    abbreviateSynopsis = true,
    description = "Run an application as a durable, transactional HTTP service.",
    sortOptions = false,
    footer = {
      "",
      "The service is ready when its address is printed. Ctrl-C or SIGTERM ends it: what runs is",
      "answered, everything is written, exit status 0. kill -9 loses nothing that was acknowledged.",
      "",
      "Examples:",
      "  tutti run examples/bank",
      "  tutti run examples/bank --port 9000 --data /var/lib/bank",
      "  tutti run examples/bank --deployment examples/bank/deployment.conf",
      "  tutti run examples/bank --concurrency-control 2pl --containers 2",
      "  tutti run examples/bank --durability off -D tutti.admission.max-in-flight=500",
      "",
      "Exit status: 0 ended as asked, 1 the application does not check or the service could not",
      "start or go on, 2 wrong usage."
    })
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "APP", description = "A folder of .ebl files, or one of them.")
  private Path application;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port that HTTP listens on; 0 takes any free one. Default: 8080.")
  private @Nullable String port;

  @Option(
      names = "--host",
      paramLabel = "H",
      description = "The address that HTTP listens on. Default: localhost, this machine only.")
  private @Nullable String host;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data folder; it is made if need be. Default: data.")
  private Path data = Path.of("data");

  @Option(
      names = "--node",
      paramLabel = "NAME",
      description = "Which node of 'nodes { … }' this process is. This version runs one node only.")
  private @Nullable String node;

  @java.lang.Override
  public Integer call() throws InterruptedException {
    if (node != null) {
      throw new Failure(
          ExitStatus.USAGE,
          "--node: several nodes are not in this version yet; leave the flag out");
    }
    PrintWriter out = spec.commandLine().getOut();
    Settings settings = Deployments.read(spec, overrides());
    RebelApplication loaded = Applications.load(application, spec.commandLine().getErr());
    StopSignal stop = StopSignal.install();
    try (RunningService service =
        RunningService.start(Applications.title(application), loaded, settings, data)) {
      banner(out, service, loaded, settings.deployment());
      stop.await();
      out.println("stopping: answering what runs");
      out.flush();
    } catch (IOException failed) {
      throw new Failure(ExitStatus.FAILED, Errors.why(failed));
    }
    out.println("stopped");
    out.flush();
    return ExitStatus.GOOD;
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
      PrintWriter out, RunningService service, RebelApplication loaded, Deployment deployment) {
    boolean kept = deployment.durability() != Durability.OFF;
    out.println();
    out.println("  " + Applications.title(application) + " is ready at " + service.url());
    out.println("  " + String.join(", ", Applications.names(loaded)));
    out.println(
        kept
            ? "  data in " + data.toAbsolutePath().normalize()
            : "  durability is off: nothing is kept when it ends");
    String example = FirstRequest.of(loaded, service.url());
    if (!example.isEmpty()) {
      out.println();
      out.println("  Try:   " + example);
    }
    out.println("  Or open " + service.url() + "/ in a browser. Ctrl-C ends it.");
    out.println();
    out.flush();
  }
}
