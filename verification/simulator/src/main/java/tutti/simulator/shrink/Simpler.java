package tutti.simulator.shrink;

import java.util.List;
import java.util.function.UnaryOperator;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.DeploymentText;
import tutti.engine.deployment.Reading;
import tutti.simulator.options.SimulationOptions;

/**
 * A value of a deployment's key with which a run is easier to understand.
 *
 * @param key the key in the deployment file, without {@code tutti.}
 */
record Simpler(String key, String value) {
  /** The simpler values, in an order in which each is valid after those before it. */
  static final List<Simpler> ALL =
      List.of(
          new Simpler("placement", "hash"),
          new Simpler("containers", "1"),
          new Simpler("executors", "1"),
          new Simpler("router", "affinity"),
          new Simpler("transaction-timeout", "5s"),
          new Simpler("admission.max-in-flight", "10000"),
          new Simpler("journal.segment-size", "128KiB"),
          new Simpler("journal.checkpoint-after", "256MiB"));

  /**
   * Returns whether this value changes anything about the present run, and does not contradict a
   * value that a flag fixed.
   */
  boolean changes(SimulationOptions options, Deployment now) {
    Deployment then = in(now);
    return !then.equals(now) && options.conditions().deployment().apply(then).equals(then);
  }

  /** Returns the options of the same runs with this value. */
  SimulationOptions in(SimulationOptions options) {
    UnaryOperator<Deployment> before = options.conditions().deployment();
    return options
        .withDeployment(drawn -> in(before.apply(drawn)))
        .withCommand(
            options.command()
                + (key.contains(".") || key.equals("placement")
                    ? " -Dtutti." + key + "=" + value
                    : " --" + key + " " + value));
  }

  /** Returns that deployment with this value; unchanged if it cannot have the value. */
  private Deployment in(Deployment deployment) {
    Reading reading =
        DeploymentReader.parse(
            DeploymentText.render(deployment),
            "deployment",
            List.of(new Override(key, value, "shrink")));
    return switch (reading) {
      case Reading.Valid valid -> valid.settings().deployment();
      case Reading.Invalid invalid -> deployment;
    };
  }
}
