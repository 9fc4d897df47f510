package tutti.cli.simulate;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import picocli.CommandLine.Model.CommandSpec;
import tutti.cli.command.Deployments;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.command.DeploymentFlags;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Reading;

/**
 * The flags of {@code tutti simulate} about shards with replicas, together with {@code --nodes}.
 */
final class HostFlags {
  /** The numbers of nodes that a seed chooses for replicas. */
  private static final List<Integer> CHOSEN = List.of(3, 4);

  private HostFlags() {}

  /**
   * Ends the command if the deployment's flags are wrong, or ask for replicas for which there are
   * too few nodes or too many.
   *
   * @param nodes the number of nodes, or 0 for the seed to choose
   */
  static void check(CommandSpec spec, int nodes) {
    DeploymentFlags flags = DeploymentFlags.of(spec);
    if (flags.over(Deployment.DEFAULT) instanceof Reading.Valid) {
      return;
    }
    for (int count : nodes == 0 ? CHOSEN : List.of(nodes)) {
      Reading asked = on(flags, count);
      if (asked instanceof Reading.Invalid invalid) {
        OptionalInt enough =
            IntStream.rangeClosed(1, RunFlags.MOST_NODES)
                .filter(other -> on(flags, other) instanceof Reading.Valid)
                .findFirst();
        if (enough.isPresent()) {
          throw new Failure(
              ExitStatus.USAGE,
              (nodes == 0 ? "each seed chooses 3 or 4 nodes" : "--nodes " + nodes + " does not do")
                  + "; --nodes "
                  + enough.getAsInt()
                  + " does:\ntutti: "
                  + Deployments.problems(invalid));
        }
      }
      Deployments.settings(asked);
    }
  }

  private static Reading on(DeploymentFlags flags, int nodes) {
    return flags.over(Deployment.DEFAULT.withNodes(NodeAddress.inOneProcess(nodes)));
  }
}
