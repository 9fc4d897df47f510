package tutti.lab.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.Reading;
import tutti.engine.deployment.Reading.Problem;
import tutti.engine.deployment.Settings;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;

/** How the measured nodes are deployed (DESIGN §6, "Commands"). */
public final class DeploymentOptions {
  @Option(names = "--deployment", paramLabel = "FILE", description = "The deployment file.")
  private @Nullable Path file;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "A setting over the file: -D tutti.journal.flush-padding=1ms.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(names = "--concurrency-control", paramLabel = "NAME", description = "2pl or psac.")
  private @Nullable String concurrencyControl;

  @Option(names = "--isolation", paramLabel = "NAME", description = "serializable or object.")
  private @Nullable String isolation;

  @Option(names = "--durability", paramLabel = "NAME", description = "sync, async or off.")
  private @Nullable String durability;

  @Option(names = "--containers", paramLabel = "N", description = "Containers of the node.")
  private @Nullable String containers;

  @Option(names = "--executors", paramLabel = "N", description = "Executors of the node.")
  private @Nullable String executors;

  @Option(names = "--router", paramLabel = "NAME", description = "affinity or round-robin.")
  private @Nullable String router;

  @Option(names = "--placement", paramLabel = "HOW", description = "hash or range {…}.")
  private @Nullable String placement;

  @Option(
      names = "--transaction-timeout",
      paramLabel = "TIME",
      description = "How long a transaction may take.")
  private @Nullable String transactionTimeout;

  private final List<Override> usual = new ArrayList<>();

  /**
   * The sides that {@code --compare} names, or the one that is deployed.
   *
   * @param compare null for none
   * @throws IllegalArgumentException if the deployment or the names are wrong
   */
  public List<Side> sides(@Nullable String compare) {
    Settings base = settings();
    return compare == null
        ? List.of(Sides.single(base))
        : Sides.compare(compare, more -> read(List.of(more)));
  }

  /**
   * The deployment.
   *
   * @throws IllegalArgumentException if a key or value is wrong; the message names all of them
   */
  public Settings settings() {
    return switch (read(List.of())) {
      case Reading.Valid valid -> valid.settings();
      case Reading.Invalid invalid ->
          throw new IllegalArgumentException(
              String.join("\n", invalid.problems().stream().map(Problem::toString).toList()));
    };
  }

  /**
   * Sets what a workload is usually run with, unless the command line says otherwise or there is a
   * file.
   */
  DeploymentOptions usually(String key, String value) {
    usual.add(new Override(key, value, "bench"));
    return this;
  }

  /** All of it again as flags, for the command line of another process. */
  List<String> flags() {
    List<String> flags = new ArrayList<>();
    if (file == null) {
      usual.forEach(each -> flags.add("-D" + each.key() + "=" + each.value()));
    } else {
      flags.addAll(List.of("--deployment", file.toString()));
    }
    overrides().forEach(each -> flags.add("-D" + each.key() + "=" + each.value()));
    return flags;
  }

  private Reading read(List<Override> more) {
    List<Override> all = file == null ? new ArrayList<>(usual) : new ArrayList<>();
    all.addAll(overrides());
    all.addAll(more);
    return DeploymentReader.read(file, all);
  }

  private List<Override> overrides() {
    List<Override> all = new ArrayList<>();
    settings.forEach((key, value) -> all.add(new Override(key, value, "-D")));
    flag(all, "concurrency-control", concurrencyControl);
    flag(all, "isolation", isolation);
    flag(all, "durability", durability);
    flag(all, "containers", containers);
    flag(all, "executors", executors);
    flag(all, "router", router);
    flag(all, "placement", placement);
    flag(all, "transaction-timeout", transactionTimeout);
    return all;
  }

  private static void flag(List<Override> all, String key, @Nullable String value) {
    if (value != null) {
      all.add(new Override(key, value, "--" + key));
    }
  }
}
