package tutti.lab.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tutti.command.DeploymentFlags;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Reading;
import tutti.engine.deployment.Reading.Problem;
import tutti.engine.deployment.Settings;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;

/**
 * The deployment of the measured nodes: the values of {@link DeploymentFlags} over those that the
 * workload usually has.
 */
@Command
public final class DeploymentOptions {
  /** The most nodes that a bench starts in its own process, or as processes. */
  static final int MOST_NODES = 16;

  private static final int FEWEST_REPLICAS = 3;
  private static final int MOST_REPLICAS = 9;

  /** The command that has the flags. */
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Requests of a workload may take longer than most: many wait at a hot actor. */
  private final List<Override> usual =
      new ArrayList<>(List.of(new Override("transaction-timeout", "60s", "bench")));

  /**
   * The numbers of nodes that the workload joins by itself, of which the first is taken that fits;
   * none if it leaves them to the file.
   */
  private List<Integer> joined = List.of();

  /**
   * Returns the sides that {@code --compare} names, or the one that is deployed.
   *
   * @param compare null for none
   * @throws IllegalArgumentException if the deployment or the names are wrong
   */
  public List<Side> sides(@Nullable String compare) {
    Settings base = settings();
    return compare == null ? List.of(Sides.single(base)) : Sides.compare(compare, this::read);
  }

  /**
   * Returns the sides, each with {@code nodes} nodes.
   *
   * @param compare the names to compare; null for none
   * @throws IllegalArgumentException if the deployment or the names are wrong, or that number of
   *     nodes is impossible
   */
  public List<Side> sides(@Nullable String compare, int nodes) {
    joining(nodes);
    return sides(compare).stream()
        .map(side -> new Side(side.label(), joined(side.deployment(), nodes, MOST_NODES)))
        .toList();
  }

  /** Returns the deployment with {@code count} nodes. */
  static Deployment joined(Deployment one, int count, int most) {
    if (count < 1 || count > most) {
      throw new IllegalArgumentException("there can be 1 to " + most + " nodes, not " + count);
    }
    List<NodeAddress> own = NodeAddress.inOneProcess(count);
    if (count > 1 && !one.nodes().isEmpty() && !one.nodes().equals(own)) {
      throw new IllegalArgumentException(
          "the deployment file has nodes of its own; leave out --nodes and --processes, or them");
    }
    Deployment joined = count == 1 ? one : one.withNodes(own);
    String few = joined.tooFewToCommit();
    if (few != null) {
      throw new IllegalArgumentException(few);
    }
    return joined;
  }

  /**
   * Returns the settings of the deployment.
   *
   * @throws IllegalArgumentException if a key or value is wrong; the message names all of them
   */
  public Settings settings() {
    return valid(read(List.of()));
  }

  /**
   * Returns the deployment with further keys set over all others.
   *
   * @throws IllegalArgumentException as {@link #settings}
   */
  Deployment with(Map<String, String> further) {
    List<Override> more = new ArrayList<>();
    further.forEach((key, value) -> more.add(new Override(key, value, "bench")));
    return valid(read(more)).deployment();
  }

  private static Settings valid(Reading reading) {
    return switch (reading) {
      case Reading.Valid valid -> valid.settings();
      case Reading.Invalid invalid ->
          throw new IllegalArgumentException(
              String.join("\n", invalid.problems().stream().map(Problem::toString).toList()));
    };
  }

  /**
   * Sets a usual value of a workload, which counts unless the command line sets the key or there is
   * a file.
   */
  public DeploymentOptions usually(String key, String value) {
    usual.add(new Override(key, value, "bench"));
    return this;
  }

  /**
   * Gives a deployment with replicas {@code count} nodes of one process, if it lists no nodes. A
   * deployment without replicas stays without nodes.
   */
  void joining(int count) {
    joined = List.of(count);
  }

  /**
   * Gives a deployment with replicas of {@code shards} shards as many nodes as they need, if it
   * lists no nodes.
   */
  void joiningShards(int shards) {
    usually("shards.count", Integer.toString(shards));
    SortedSet<Integer> counts = new TreeSet<>();
    for (int replicas = FEWEST_REPLICAS; replicas <= MOST_REPLICAS; replicas += 2) {
      counts.add(Math.max(shards, replicas));
      counts.add(shards * replicas);
    }
    joined = List.copyOf(counts);
  }

  /** Returns the whole deployment again as flags, for the command line of another process. */
  public List<String> flags() {
    List<String> flags = new ArrayList<>();
    below().forEach(each -> flags.add("-D" + each.key() + "=" + each.value()));
    flags.addAll(given().arguments());
    return flags;
  }

  private Reading read(List<Override> more) {
    Reading first = given().read(below(), more);
    boolean joins = first instanceof Reading.Invalid && !joined.isEmpty();
    Reading found = joins ? with(joined.getFirst(), more) : first;
    for (int i = 1; joins && found instanceof Reading.Invalid && i < joined.size(); i++) {
      Reading other = with(joined.get(i), more);
      found = other instanceof Reading.Valid ? other : found;
    }
    return found;
  }

  private Reading with(int nodes, List<Override> more) {
    List<Override> all = new ArrayList<>(more);
    all.add(new Override("nodes", NodeAddress.text(NodeAddress.inOneProcess(nodes)), "bench"));
    return given().read(below(), all);
  }

  private List<Override> below() {
    return given().file() == null ? usual : List.of();
  }

  private DeploymentFlags given() {
    return DeploymentFlags.of(command);
  }
}
