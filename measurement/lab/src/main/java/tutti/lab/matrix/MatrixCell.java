package tutti.lab.matrix;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.ControlKinds;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Reading;
import tutti.engine.deployment.Reading.Problem;
import tutti.lab.bench.Workload;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.virtual.Model;
import tutti.simulator.model.MachineFile;

/**
 * A workload on three nodes with a concurrency control, a commit protocol and replication, or with
 * an integrated protocol, which takes the place of all three.
 *
 * @param control null for an integrated protocol
 * @param commit null for an integrated protocol
 * @param replication none, multipaxos, tapir or janus
 */
public record MatrixCell(
    @Nullable ControlKind control,
    @Nullable CommitKind commit,
    String replication,
    MatrixWorkload workload) {
  /** The values of replication beside which there are control and commit. */
  private static final List<String> REPLICATIONS = List.of("none", "multipaxos");

  private static final List<String> INTEGRATED = List.of("tapir", "janus");

  static final int NODES = 3;

  /** The name of the one side of a cell. */
  public static final String SIDE = "it";

  /** Returns the numbers of values of control, commit protocol, replication and workload. */
  public static int[] sizes() {
    return new int[] {
      ControlKinds.all().size(),
      CommitKinds.all().size(),
      REPLICATIONS.size(),
      MatrixWorkload.values().length
    };
  }

  /** Returns the cell with the values of these numbers, in the order of {@link #sizes}. */
  public static MatrixCell of(int[] numbers) {
    return new MatrixCell(
        ControlKinds.all().get(numbers[0]),
        CommitKinds.all().get(numbers[1]),
        REPLICATIONS.get(numbers[2]),
        MatrixWorkload.values()[numbers[3]]);
  }

  /** Returns the whole product, with the cells of integrated protocols. */
  public static List<MatrixCell> all() {
    List<MatrixCell> all = new ArrayList<>();
    int[] sizes = sizes();
    for (int workload = 0; workload < sizes[3]; workload++) {
      for (int replication = 0; replication < sizes[2]; replication++) {
        for (int control = 0; control < sizes[0]; control++) {
          for (int commit = 0; commit < sizes[1]; commit++) {
            all.add(of(new int[] {control, commit, replication, workload}));
          }
        }
      }
    }
    all.addAll(integrated());
    return all;
  }

  /** Returns the cells with integrated protocols. */
  public static List<MatrixCell> integrated() {
    List<MatrixCell> all = new ArrayList<>();
    for (MatrixWorkload workload : MatrixWorkload.values()) {
      for (String protocol : INTEGRATED) {
        all.add(new MatrixCell(null, null, protocol, workload));
      }
    }
    return all;
  }

  private static void set(List<Override> lines, String key, String value) {
    lines.add(new Override(key, value, "the cell"));
  }

  /**
   * Reads the settings, with a bound of delays where the commit protocol needs one: where there are
   * fewer problems then.
   */
  private Reading read() {
    Reading plain = DeploymentReader.read(null, settings());
    if (control == null || problems(plain) == 0) {
      return plain;
    }
    List<Override> more = settings();
    // More than any of these nodes is ever away.
    set(more, "assume.delay-bound", "30s");
    Reading bounded = DeploymentReader.read(null, more);
    return problems(bounded) < problems(plain) ? bounded : plain;
  }

  private static int problems(Reading reading) {
    return reading instanceof Reading.Invalid(var problems) ? problems.size() : 0;
  }

  private List<Override> settings() {
    List<Override> lines = new ArrayList<>();
    set(lines, "nodes", NodeAddress.text(NodeAddress.inOneProcess(NODES)));
    if (control == null || commit == null) {
      set(lines, "integrated", replication);
    } else {
      set(lines, "concurrency-control", control.longName());
      set(lines, "replication", replication);
      set(lines, "commit", commit.longName());
    }
    return lines;
  }

  /**
   * Returns the workload of the cell.
   *
   * @throws IllegalArgumentException if the cell is refused; the message says why
   */
  public Workload on(RunNodes.Source source) {
    return switch (read()) {
      case Reading.Valid(var settings) ->
          workload.on(new Side(SIDE, settings.deployment()), source);
      case Reading.Invalid(var problems) -> throw new IllegalArgumentException(problems.toString());
    };
  }

  /** Returns why the cell is refused, all reasons; none if it runs. */
  public List<String> refusals() {
    if (read() instanceof Reading.Invalid(var problems)) {
      return problems.stream().map(Problem::message).toList();
    }
    try {
      on(new Model(MachineFile.committed(), null, false)).close();
      return List.of();
    } catch (IllegalArgumentException refused) {
      return List.of(String.valueOf(refused.getMessage()));
    }
  }

  @java.lang.Override
  public String toString() {
    return control == null || commit == null
        ? "integrated = " + replication + ", " + workload.label()
        : String.join(", ", control.longName(), commit.longName(), replication, workload.label());
  }
}
