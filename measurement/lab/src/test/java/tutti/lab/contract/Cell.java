package tutti.lab.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.ControlKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Optimisation;
import tutti.engine.deployment.Reading;
import tutti.engine.runtime.ExecutorMode;
import tutti.protocol.commit.Assumption;

/**
 * One combination of all that an application must not notice, and that it may.
 *
 * @param without an optimisation that is switched off, or null
 */
record Cell(
    ControlKind control,
    CommitKind commit,
    Isolation isolation,
    Architecture architecture,
    int nodes,
    Durability durability,
    ExecutorMode mode,
    @Nullable Optimisation without) {

  /** The architectures of Reactors §3.3, on two executors, and those between, on four. */
  enum Architecture {
    S1(1, 2, "round-robin"),
    S2(1, 2, "affinity"),
    ISLANDS(2, 4, "affinity"),
    S3(2, 2, "affinity");

    private final int containers;
    private final int executors;
    private final String router;

    Architecture(int containers, int executors, String router) {
      this.containers = containers;
      this.executors = executors;
      this.router = router;
    }
  }

  /** How many nodes there are, and what they keep. */
  private record Place(int nodes, Durability durability) {
    boolean refused() {
      return nodes > 1 && durability == Durability.OFF;
    }
  }

  /** One setting, since not all of them go together: a cell that is refused shows no pair. */
  private static final List<Place> PLACES =
      Stream.of(1, 3)
          .flatMap(nodes -> Stream.of(Durability.values()).map(each -> new Place(nodes, each)))
          .filter(place -> !place.refused())
          .toList();

  private static final int[] SIZES = {
    ControlKinds.all().size(),
    CommitKinds.all().size(),
    Isolation.values().length,
    Architecture.values().length,
    PLACES.size(),
    ExecutorMode.values().length
  };

  /** As many as have every pair of values. */
  static List<Cell> pairs() {
    int[] sizes = Arrays.copyOf(SIZES, SIZES.length + 1);
    sizes[SIZES.length] = 1 + Optimisation.values().length;
    return cells(Pairwise.cover(sizes));
  }

  /** Every combination, with all optimisations. */
  static List<Cell> all() {
    return cells(Pairwise.product(SIZES));
  }

  /** The cells that are refused for every concurrency control. */
  static List<Cell> refused() {
    return ControlKinds.all().stream()
        .map(
            control ->
                new Cell(
                    control,
                    CommitKinds.usual(),
                    Isolation.SERIALIZABLE,
                    Architecture.S2,
                    3,
                    Durability.OFF,
                    ExecutorMode.PERMIT,
                    null))
        .toList();
  }

  private static List<Cell> cells(List<int[]> rows) {
    return rows.stream().map(Cell::of).toList();
  }

  private static Cell of(int[] row) {
    return new Cell(
        ControlKinds.all().get(row[0]),
        CommitKinds.all().get(row[1]),
        Isolation.values()[row[2]],
        Architecture.values()[row[3]],
        PLACES.get(row[4]).nodes,
        PLACES.get(row[4]).durability,
        ExecutorMode.values()[row[5]],
        row.length == SIZES.length || row[6] == 0 ? null : Optimisation.values()[row[6] - 1]);
  }

  /** The reading of a deployment file with these settings. */
  Reading read() {
    List<Override> lines = new ArrayList<>();
    set(lines, "concurrency-control", control.longName());
    set(lines, "commit", commit.longName());
    if (!commit.protocol().traits().safeUnder().contains(Assumption.ASYNCHRONOUS)) {
      // More than any of these nodes is ever away.
      set(lines, "assume.delay-bound", "30s");
    }
    set(lines, "isolation", word(isolation));
    place(lines, architecture, nodes);
    set(lines, "durability", word(durability));
    // So impatient that messages are usually sent twice.
    set(lines, "two-phase.retry", "1ms");
    if (without != null) {
      set(lines, without.key(), "off");
    }
    return DeploymentReader.read(null, lines);
  }

  /** The reading of a deployment file with an integrated protocol. */
  static Reading integrated(String protocol, Architecture architecture, int nodes) {
    List<Override> lines = new ArrayList<>();
    set(lines, "integrated", protocol);
    place(lines, architecture, nodes);
    return DeploymentReader.read(null, lines);
  }

  /** The reading of a deployment file with replicas of each node's part. */
  static Reading replicated(String protocol, Architecture architecture, int nodes) {
    List<Override> lines = new ArrayList<>();
    set(lines, "replication", protocol);
    place(lines, architecture, nodes);
    return DeploymentReader.read(null, lines);
  }

  /** Returns the settings of so many plain nodes of an architecture. */
  static List<Override> places(Architecture architecture, int nodes) {
    List<Override> lines = new ArrayList<>();
    place(lines, architecture, nodes);
    return lines;
  }

  private static void place(List<Override> lines, Architecture architecture, int nodes) {
    set(lines, "containers", String.valueOf(architecture.containers));
    set(lines, "executors", String.valueOf(architecture.executors));
    set(lines, "router", architecture.router);
    for (NodeAddress address :
        nodes == 1 ? List.<NodeAddress>of() : NodeAddress.inOneProcess(nodes)) {
      set(lines, "nodes." + address.name(), "127.0.0.1:" + (7400 + lines.size()));
    }
  }

  private static void set(List<Override> lines, String key, String value) {
    lines.add(new Override(key, value, "the cell"));
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** For nodes of one process. */
  Deployment deployment() {
    return deployment(read());
  }

  static Deployment deployment(Reading reading) {
    if (!(reading instanceof Reading.Valid(var settings))) {
      throw new AssertionError(reading.toString());
    }
    return settings.deployment();
  }

  @java.lang.Override
  public String toString() {
    return String.join(
        " ",
        control.longName(),
        commit.longName(),
        word(isolation),
        word(architecture),
        nodes + (nodes == 1 ? "-node" : "-nodes"),
        word(durability),
        word(mode),
        without == null ? "" : without.key() + "=off");
  }
}
