package tutti.lab.command;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.lab.node.MessageTrace;
import tutti.lab.virtual.Model;
import tutti.simulator.model.MachineFile;
import tutti.simulator.model.NetworkFile;

/** The flags of workloads that can also be measured on a model. */
@Command
final class ModelOptions {
  @Option(
      names = "--simulated",
      description = "On a model, in virtual time: many nodes, far apart, on this machine.")
  private boolean simulated;

  @Option(
      names = "--network",
      paramLabel = "FILE",
      description = "With --simulated: where nodes and clients are, and how far apart.")
  private @Nullable Path network;

  @Option(
      names = "--machine",
      paramLabel = "FILE",
      description = "With --simulated: what things cost, as 'tutti calibrate' wrote it.")
  private @Nullable Path machine;

  @Option(
      names = "--one-machine",
      description = "With --simulated: all nodes share one machine's cores, as without it.")
  private boolean oneMachine;

  @Option(
      names = "--sensitivity",
      description = "With --simulated: which constants the result hangs on.")
  private boolean sensitivity;

  boolean simulated() {
    return simulated;
  }

  /**
   * Returns the model.
   *
   * @param trace writes the model's messages
   */
  Model model(MessageTrace trace) {
    Path costs = machine;
    Path places = network;
    return new Model(
        costs == null ? MachineFile.committed() : MachineFile.read(costs),
        places == null ? null : NetworkFile.read(places),
        oneMachine,
        sensitivity,
        trace);
  }

  /**
   * Checks that flags that only a model needs were not given without one.
   *
   * @throws IllegalArgumentException if one was given
   */
  void refuseConstants() {
    if (!simulated && (network != null || machine != null || oneMachine || sensitivity)) {
      throw new IllegalArgumentException(
          "--network, --machine, --one-machine and --sensitivity are for --simulated");
    }
  }
}
