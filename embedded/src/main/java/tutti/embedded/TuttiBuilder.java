package tutti.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.Reading;
import tutti.engine.history.History;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.LocalNode;
import tutti.engine.node.Ports;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.RealScheduler;
import tutti.model.Application;
import tutti.model.actor.JavaApplication;
import tutti.rebel.check.CheckResult;
import tutti.rebel.check.Checker;
import tutti.rebel.check.Diagnostic;
import tutti.rebel.compile.RebelApplication;

/**
 * Collects what a node is to run, and how. Not thread-safe.
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
  private @Nullable JavaApplication java;
  private @Nullable Path specifications;
  private @Nullable Path deployment;
  private @Nullable Path data;
  private final List<Override> overrides = new ArrayList<>();

  TuttiBuilder() {}

  /** Runs actors in Java. */
  public TuttiBuilder application(JavaApplication application) {
    java = application;
    return this;
  }

  /**
   * Runs Rebel specifications, beside actors in Java if there are some: they call each other.
   *
   * @param folder of {@code .ebl} files, or one of them
   */
  public TuttiBuilder specifications(Path folder) {
    specifications = folder;
    return this;
  }

  /** Runs it as a deployment file says, as {@code tutti run --deployment} would. */
  public TuttiBuilder deployment(Path file) {
    deployment = file;
    return this;
  }

  /**
   * Sets a key of the deployment, over what the file says.
   *
   * @param key as the file has it: {@code concurrency-control}, {@code containers}, …
   * @param value as the file has it: {@code no-wait}, {@code 4}, …
   */
  public TuttiBuilder set(String key, String value) {
    overrides.add(new Override(key, value, "set(\"" + key + "\")"));
    return this;
  }

  /** The folder for what it keeps; made if it is not there. */
  public TuttiBuilder data(Path folder) {
    data = folder;
    return this;
  }

  /** What it would run. */
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
   * How it would run it.
   *
   * @throws IllegalArgumentException if the file or a key is wrong; the message has all that is
   */
  public Deployment deployment() {
    Deployment read =
        switch (DeploymentReader.read(deployment, usually(), overrides)) {
          case Reading.Valid(var settings) -> settings.deployment();
          case Reading.Invalid(List<Reading.Problem> problems) ->
              throw new IllegalArgumentException(
                  problems.stream().map(Object::toString).collect(Collectors.joining("\n")));
        };
    if (read.nodeCount() > 1) {
      throw new IllegalArgumentException(
          "the deployment has "
              + read.nodeCount()
              + " nodes, but embedded runs one: leave 'nodes' out, or use 'tutti run'");
    }
    return read;
  }

  private Map<String, String> usually() {
    return java == null ? Map.of() : new RelationalApplication(java, null).usually();
  }

  /**
   * Recovers what is in the data folder, and runs. {@code durability = off} needs no folder.
   *
   * @throws IOException if the folder cannot be used; the message says what to do
   * @throws IllegalArgumentException if the deployment or the specifications are wrong; the message
   *     has all that is
   */
  public Tutti open() throws IOException {
    Application application = application();
    Deployment how = deployment();
    Parts parts = new Parts();
    try {
      return open(application, how, parts);
    } catch (IOException | RuntimeException failed) {
      parts.close();
      throw failed;
    }
  }

  private Tutti open(Application application, Deployment how, Parts parts) throws IOException {
    Disk disk = null;
    if (how.durability() != Durability.OFF) {
      if (data == null) {
        throw new IllegalStateException(
            "there is no folder to keep data in: name one with data(…), or openInMemory()");
      }
      disk = FolderDisk.open(data);
      parts.add(disk);
    }
    RealScheduler scheduler = new RealScheduler();
    parts.add(scheduler::close);
    LocalNode node =
        LocalNode.open(
            application, how, new Ports(scheduler, disk, new SplittableRandom(), History.NONE));
    parts.add(node::close);
    return new Tutti(application, node, parts);
  }

  /**
   * Runs in memory, as with {@code durability = off}: nothing is kept.
   *
   * @throws IllegalArgumentException if the deployment or the specifications are wrong; the message
   *     has all that is
   */
  public Tutti openInMemory() {
    set("durability", "off");
    try {
      return open();
    } catch (IOException e) {
      throw new UncheckedIOException("without a disk nothing can fail on one", e);
    }
  }

  private static RebelApplication compile(Path specifications, @Nullable JavaApplication java) {
    CheckResult result =
        java == null ? Checker.check(specifications) : Checker.check(specifications, java.schema());
    return result
        .application()
        .map(checked -> RebelApplication.compile(checked, result.files()))
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
