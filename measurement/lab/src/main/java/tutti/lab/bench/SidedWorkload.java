package tutti.lab.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;

/** A workload whose sides are deployments. */
public abstract class SidedWorkload implements Workload {
  private final List<Side> sides;

  /**
   * @param sides one, or two to compare
   */
  protected SidedWorkload(List<Side> sides) {
    this.sides = List.copyOf(sides);
  }

  /** Adds the parameters of the workload to those that results show. */
  protected abstract void describe(Map<String, Object> parameters);

  /** Makes one run of a side. */
  protected abstract RunResult run(Side side, LoadPlan plan) throws Exception;

  /** Returns the sides with their deployments. */
  protected final List<Side> deployed() {
    return sides;
  }

  @Override
  public final Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    describe(parameters);
    parameters.put("deployment", Sides.common(sides));
    return parameters;
  }

  @Override
  public final List<String> sides() {
    return Sides.labels(sides);
  }

  @Override
  public final RunResult run(String label, LoadPlan plan) throws Exception {
    return run(Sides.labelled(label, sides), plan);
  }
}
