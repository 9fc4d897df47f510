package tutti.cli.application;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.cli.command.Deployments;
import tutti.cli.command.EngineLog;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.command.DeploymentFlags;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.node.cost.CostConstants;
import tutti.engine.node.cost.CostFile;
import tutti.engine.node.cost.ThisMachine;
import tutti.engine.relational.RelationalApplication;
import tutti.model.Action;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.footprint.Access;
import tutti.model.text.NearestName;
import tutti.rebel.analyze.EventAnalysis;
import tutti.rebel.analyze.EventSummary;
import tutti.rebel.compile.RebelApplication;

/** The command {@code tutti explain}. */
@Command(
    name = "explain",
    modelTransformer = DeploymentFlags.Adding.class,
    abbreviateSynopsis = true,
    description =
        "Show what each event reads, writes and syncs with, and its transaction's footprint: the"
            + " actors it touches, how often, and its shape; of actors in Java their relations,"
            + " indexes and procedures. With --args, predict the latency of a procedure in Java.",
    footer =
        """

        Shapes, from the one that lets a system know most to the one that lets it know least:
          one-shot    the request tells all actors that it touches, and nothing refuses it
          known-keys  the request tells all actors that it touches
          dynamic     some actor is only known while it runs, once a field has been read

        Examples:
          tutti explain examples/bank
          tutti explain examples/bank Transfer.book
          tutti explain examples/shop Order
          tutti explain examples/exchange Provider

        With --args, --key, --first, --calibration or --any-machine, the procedure runs once on an
        embedded node that keeps no data, and the tree of its calls is shown with the terms of the
        cost equation of Reactors (2.4), what it would take under the deployment, and which
        rewritings would help (docs/predicting.md):
          tutti explain examples/exchange Exchange.AuthPay --deployment examples/exchange/s3.conf \\
            --key main --args '{"provider": "visa", "wallet": 7, "value": 5}' \\
            --first 'Exchange/main/Open {"limit": 100}' \\
            --first 'Exchange/main/AddProvider {"provider": "visa"}'\
        """)
public final class ExplainCommand implements Callable<Integer> {
  /** The key of actors in examples of requests, too. */
  private static final String USUAL_KEY = "a";

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "APP",
      description = "A folder of .ebl or .java files, or of both; or a jar; or an .ebl file.")
  private Path application;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "WHAT",
      description =
          "Only this specification or actor type, or this event or procedure: Transfer,"
              + " Transfer.book.")
  private @Nullable String only;

  @Option(
      names = "--args",
      paramLabel = "JSON",
      description = "Predict the latency of the procedure with these arguments: a JSON object.")
  private @Nullable String arguments;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "The key of the actor whose procedure it is (usual: a).")
  private @Nullable String key;

  @Option(
      names = "--first",
      paramLabel = "CALL",
      description =
          "A call that runs before the procedure, as TYPE/KEY/PROCEDURE JSON, since the node begins"
              + " empty; may be given several times.")
  private List<String> first = List.of();

  @Option(
      names = "--calibration",
      paramLabel = "FILE",
      description =
          "What calls cost, as 'tutti calibrate --calls' has measured it on this machine (usual:"
              + " what comes with the build, of the machine that it names).")
  private @Nullable Path calibration;

  @Option(
      names = "--any-machine",
      description = "Take the --calibration of another machine, to predict for that one.")
  private boolean anyMachine;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Application loaded =
        Applications.isJava(application)
            ? Applications.any(application, err)
            : Applications.load(application, err);
    Deployment deployment = Deployments.readAndWarn(spec, loaded).deployment();
    if (predicts()) {
      predict(loaded, deployment, out);
      return ExitStatus.GOOD;
    }
    boolean found = false;
    if (loaded instanceof RelationalApplication java) {
      found = new JavaExplanation(deployment.concurrencyControl(), only).print(java.java(), out);
    }
    RebelApplication rebel = specifications(loaded);
    List<EventSummary> chosen =
        rebel == null ? List.of() : EventAnalysis.of(rebel).stream().filter(this::chosen).toList();
    if (chosen.isEmpty() && !found) {
      throw new Failure(ExitStatus.USAGE, missing(loaded));
    }
    boolean pathSensitive =
        deployment.concurrencyControl() == ConcurrencyControlKind.PATH_SENSITIVE;
    String specification = "";
    for (EventSummary event : chosen) {
      if (!event.specification().equals(specification)) {
        specification = event.specification();
        out.println(specification);
      }
      print(out, event, pathSensitive);
      String dry = JavaExplanation.dryRun(deployment.concurrencyControl(), event.footprint(), null);
      if (dry != null) {
        line(out, "dry run", dry);
      }
      if (deployment.shardCount() > 1 && !event.partners().isEmpty()) {
        line(
            out,
            "asks",
            deployment.asksTogether()
                ? "partners on other nodes at once"
                : "partners one after another");
      }
    }
    return ExitStatus.GOOD;
  }

  private boolean predicts() {
    return arguments != null
        || key != null
        || !first.isEmpty()
        || calibration != null
        || anyMachine;
  }

  private void predict(Application loaded, Deployment deployment, PrintWriter out) {
    if (!(loaded instanceof RelationalApplication java)) {
      throw new Failure(
          ExitStatus.USAGE,
          application
              + " has no actors in Java: latencies are predicted for their procedures alone; leave"
              + " out --args, --key, --first and --calibration");
    }
    if (only == null || !only.contains(".")) {
      throw new Failure(
          ExitStatus.USAGE,
          "which procedure? A latency is predicted for one: TYPE.PROCEDURE, as in"
              + " Exchange.AuthPay");
    }
    if (anyMachine && calibration == null) {
      throw new Failure(ExitStatus.USAGE, "--any-machine is for a --calibration FILE");
    }
    Call call = RequestedCall.of(java, "--args", only, key == null ? USUAL_KEY : key, arguments);
    EngineLog.errorsOnly();
    List<Call> before =
        first.stream().map(text -> RequestedCall.parse(java, "--first", text)).toList();
    new LatencyExplanation(deployment, constants()).print(java, before, call, out);
  }

  private CostConstants constants() {
    Path file = calibration;
    if (file == null) {
      return CostFile.committed();
    }
    Optional<String> machine = anyMachine ? Optional.empty() : Optional.of(ThisMachine.name());
    return Failure.reading("--calibration", () -> CostFile.read(file, machine));
  }

  /** The message about an unknown name, with the known ones: for a known type, its events. */
  private String missing(Application loaded) {
    String wanted = String.valueOf(only);
    ActorType type = loaded.type(wanted.replaceFirst("\\..*", ""));
    String start = application + " has no '" + wanted + "'";
    if (type == null) {
      List<String> types = Applications.names(loaded);
      return start + meant(wanted, types) + "; it has " + all(types);
    }
    List<String> actions =
        type.actions().stream().map(Action::name).filter(name -> !name.startsWith("#")).toList();
    String action = wanted.substring(Math.min(wanted.length(), type.name().length() + 1));
    return start + meant(action, actions) + "; " + type.name() + " has " + all(actions);
  }

  private static String all(List<String> names) {
    return names.isEmpty() ? "nothing" : String.join(", ", names);
  }

  private static String meant(String wrong, List<String> known) {
    return NearestName.among(known, wrong).map(name -> " (did you mean " + name + "?)").orElse("");
  }

  private static @Nullable RebelApplication specifications(Application application) {
    return switch (application) {
      case RebelApplication rebel -> rebel;
      case RelationalApplication java when java.declarative() instanceof RebelApplication rebel ->
          rebel;
      default -> null;
    };
  }

  private boolean chosen(EventSummary event) {
    return only == null
        || only.equals(event.specification())
        || only.equals(event.specification() + "." + event.event());
  }

  private static void print(PrintWriter out, EventSummary event, boolean pathSensitive) {
    out.println();
    out.println("  " + event.event() + "   " + String.join(", ", event.transitions()));
    if (!event.documentation().isBlank()) {
      line(out, "", event.documentation().strip().replaceAll("\\s+", " "));
    }
    if (event.internal()) {
      line(out, "internal", "happens with other events and procedures only: no client may call it");
    }
    if (!event.reads().isEmpty()) {
      line(out, "reads", String.join(", ", event.reads()));
    }
    if (!event.writes().isEmpty()) {
      line(out, "writes", String.join(", ", event.writes()));
    }
    for (EventSummary.Look look : event.looks()) {
      line(out, "looks at", look.specification() + "[" + look.key() + "] " + look.what());
    }
    for (EventSummary.Partner partner : event.partners()) {
      String call = partner.specification() + "[" + partner.key() + "]." + partner.event();
      String more = partner.recursive() ? " (and so on)" : "";
      line(
          out,
          "syncs with",
          "  ".repeat(partner.depth()) + (partner.negated() ? "not " : "") + call + more);
    }
    String label = "touches";
    for (Access access : event.footprint().accesses()) {
      line(out, label, access.toString());
      label = "";
    }
    line(out, "shape", event.footprint().shape() + ": " + event.reason());
    if (pathSensitive) {
      line(
          out,
          "in progress",
          event.linear()
              ? "adds within bounds, so many can be in progress on one instance at a constant cost"
              : "its possible outcomes are kept as a tree");
    }
  }

  private static void line(PrintWriter out, String label, String text) {
    out.println(String.format(Locale.ROOT, "    %-12s%s", label, text));
  }
}
