package tutti.simulator.trace;

import java.util.List;
import java.util.function.Function;
import tutti.engine.distribution.message.MessageInWords;

/**
 * A whole run with its events.
 *
 * @param seed of the run
 * @param replay the command that makes the run again
 * @param deployment the deployment of the run, in words
 * @param nodes the number of nodes
 * @param findings the broken rules, each as {@code rule: text}
 * @param digest of the run
 * @param steps the events, in order; only the newest if there were too many
 * @param forgotten the number of events before those
 * @param reader of the messages that the nodes sent
 */
public record Transcript(
    long seed,
    String replay,
    String deployment,
    int nodes,
    List<String> findings,
    String digest,
    List<TraceStep> steps,
    long forgotten,
    Function<byte[], MessageInWords> reader) {
  public Transcript {
    findings = List.copyOf(findings);
    steps = List.copyOf(steps);
    nodes = steps.stream().mapToInt(step -> 1 + greatest(step.event())).reduce(nodes, Math::max);
  }

  /** Returns the greatest number of a node in an event: a restored one may be one of more nodes. */
  private static int greatest(TraceEvent event) {
    return switch (event) {
      case TraceEvent.AtNode it -> it.node();
      case TraceEvent.Sent it -> Math.max(it.from(), it.to());
      default -> -1;
    };
  }
}
