package tutti.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Reading;
import tutti.engine.node.Node;
import tutti.engine.node.NodeFolder;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.AdvancedTime;
import tutti.model.Application;
import tutti.model.actor.JavaApplication;
import tutti.rebel.check.CheckResult;
import tutti.rebel.check.Checker;
import tutti.rebel.compile.RebelApplication;
import tutti.rebel.load.Diagnostic;

/**
 * Collects the application, the deployment and the folder of a node, and opens the node. Not
 * thread-safe.
 *
 * <pre>{@code
 * Tutti tutti =
 *     Tutti.builder()
 *         .application(MyApplication.application())
 *         .deployment(Path.of("deployment.conf"))
 *         .set("containers", "2")
 *         .data(Path.of("data"))
 *         .open();
 * }</pre>
 */
public final class TuttiBuilder {
  private static final List<Override> IN_MEMORY =
      List.of(
          new Override("durability", "off", "openInMemory()"),
          new Override("accept-loss", "true", "openInMemory()"));

  private @Nullable JavaApplication java;
  private @Nullable Path specifications;
  private @Nullable Path deployment;
  private @Nullable String deploymentText;
  private @Nullable Path data;
  private @Nullable String node;
  private @Nullable AdvancedTime time;
  private final List<Override> overrides = new ArrayList<>();

  TuttiBuilder() {}

  /** Sets the application of actors in Java that the node runs. */
  public TuttiBuilder application(JavaApplication application) {
    java = application;
    return this;
  }

  /**
   * Runs Rebel specifications, beside actors in Java if there are some; specifications and actors
   * call each other.
   *
   * @param folder of {@code .ebl} files, or one of them
   */
  public TuttiBuilder specifications(Path folder) {
    specifications = folder;
    return this;
  }

  /** Runs the application as a deployment file says, as {@code tutti run --deployment} does. */
  public TuttiBuilder deployment(Path file) {
    deployment = file;
    deploymentText = null;
    return this;
  }

  /**
   * Runs the application as the text of a deployment file says.
   *
   * @param text as {@code tutti { transaction-timeout = 5s }}
   */
  public TuttiBuilder deployment(String text) {
    deploymentText = text;
    deployment = null;
    return this;
  }

  /**
   * Sets a key of the deployment, in place of the value in the file.
   *
   * @param key as the file has it: {@code concurrency-control}, {@code containers}, …
   * @param value as the file has it: {@code no-wait}, {@code 4}, …
   */
  public TuttiBuilder set(String key, String value) {
    Objects.requireNonNull(key, "the key of a setting is null");
    Objects.requireNonNull(value, () -> "the value of " + key + " is null");
    overrides.add(new Override(key, value, "set(\"" + key + "\")"));
    return this;
  }

  /** Sets the folder in which the node keeps its data; the folder is made if it does not exist. */
  public TuttiBuilder data(Path folder) {
    data = folder;
    return this;
  }

  /**
   * Names the one of the deployment's {@code nodes} that runs in this process, as {@code tutti run
   * --node} does. This node accepts requests for the actors of all nodes; requests for another
   * node's actors are refused as {@code node-unavailable} or {@code not-ready}, which is retryable,
   * until that node has been found. Without this setting all nodes run in this process, and {@link
   * #open} returns when they have found each other. In both cases each node keeps its data in a
   * folder of its name within {@link #data}.
   */
  public TuttiBuilder node(String name) {
    node = name;
    return this;
  }

  /**
   * Runs by this time, in place of the machine's clocks: for test kits. The time is the same for
   * all nodes in this process.
   */
  public TuttiBuilder time(AdvancedTime ofTests) {
    time = ofTests;
    return this;
  }

  /** Returns the application that {@link #open} would run. */
  public Application application() {
    RebelApplication rebel = specifications == null ? null : compile(specifications, java);
    if (java != null) {
      return new RelationalApplication(java, rebel);
    }
    if (rebel == null) {
      throw new IllegalStateException(
          "there is nothing to run: name an application, or a folder of specifications");
    }
    return rebel;
  }

  /**
   * Returns the deployment under which {@link #open} would run the application.
   *
   * @throws IllegalArgumentException if the file or a key is wrong; the message has all mistakes
   */
  public Deployment deployment() {
    return deployment(List.of());
  }

  /** The deployment with these settings over all others. */
  private Deployment deployment(List<Override> more) {
    List<Override> all = new ArrayList<>(DeploymentReader.together(overrides));
    all.addAll(more);
    Reading reading =
        deploymentText == null
            ? DeploymentReader.read(deployment, usually(), all)
            : DeploymentReader.parse(deploymentText, "deployment", usually(), all);
    return switch (reading) {
      case Reading.Valid(var settings) -> settings.deployment();
      case Reading.Invalid(List<Reading.Problem> problems) ->
          throw new IllegalArgumentException(
              problems.stream().map(Object::toString).collect(Collectors.joining("\n")));
    };
  }

  /** The number of the node that runs here; -1 for all. */
  private int number(Deployment how) {
    if (node == null) {
      return -1;
    }
    List<String> names = how.nodes().stream().map(NodeAddress::name).toList();
    if (!names.contains(node)) {
      throw new IllegalArgumentException(
          "the deployment has no node '%s'; %s"
              .formatted(
                  node,
                  names.isEmpty()
                      ? "it names no nodes: leave node(…) out"
                      : "it has " + String.join(", ", names)));
    }
    return names.indexOf(node);
  }

  private Map<String, String> usually() {
    return java == null ? Map.of() : new RelationalApplication(java, null).usually();
  }

  /**
   * Recovers the data in the folder, and starts the node. {@code durability = off} needs no folder.
   *
   * @throws IOException if the folder cannot be used; the message says what to do
   * @throws IllegalArgumentException if the deployment or the specifications are wrong; the message
   *     has all mistakes
   */
  public Tutti open() throws IOException {
    Deployment how = deployment();
    if (data != null && how.durability() == Durability.OFF) {
      NodeFolder.requireNoData(data);
    }
    return open(how);
  }

  private Tutti open(Deployment how) throws IOException {
    Application application = application();
    Parts parts = new Parts();
    try {
      return open(application, how, parts);
    } catch (IOException | RuntimeException | Error failed) {
      parts.close();
      throw failed;
    }
  }

  private Tutti open(Application application, Deployment how, Parts parts) throws IOException {
    if (data == null && how.durability() != Durability.OFF) {
      throw new IllegalStateException(
          "there is no folder to keep data in: name one with data(…), or openInMemory()");
    }
    Node opened = NodesHere.open(application, how, data, number(how), time, parts);
    return new Tutti(application, opened, parts);
  }

  /**
   * Runs in memory, as with {@code durability = off}: the node keeps no data. The builder is as
   * before: {@link #open} still opens the folder.
   *
   * @throws IllegalArgumentException if the deployment or the specifications are wrong; the message
   *     has all mistakes
   */
  public Tutti openInMemory() {
    try {
      return open(deployment(IN_MEMORY));
    } catch (IOException e) {
      throw new UncheckedIOException("without a disk nothing can fail on one", e);
    }
  }

  private static RebelApplication compile(Path specifications, @Nullable JavaApplication java) {
    CheckResult result =
        java == null ? Checker.check(specifications) : Checker.check(specifications, java.schema());
    return RebelApplication.of(result)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    specifications
                        + " does not check:\n"
                        + result.diagnostics().stream()
                            .map(Diagnostic::render)
                            .collect(Collectors.joining())));
  }
}
