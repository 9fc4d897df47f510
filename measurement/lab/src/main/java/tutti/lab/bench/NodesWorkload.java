package tutti.lab.bench;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.Machine;
import tutti.lab.measure.RunResult;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;
import tutti.lab.virtual.Model;
import tutti.lab.virtual.Sensitivity;

/** A workload on nodes that are new for every run: real ones of this process, or of a model. */
public abstract class NodesWorkload extends SidedWorkload {
  private final RunNodes.Source source;

  protected NodesWorkload(RunNodes.Source source, List<Side> sides) {
    super(sides);
    this.source = source;
  }

  /** Makes one run of a side. */
  protected abstract RunResult run(Side side, LoadPlan plan, RunNodes.Source from) throws Exception;

  /** Returns the model, or null if the nodes are real. */
  protected final @Nullable Model model() {
    return source instanceof Model model ? model : null;
  }

  @Override
  protected final RunResult run(Side side, LoadPlan plan) throws Exception {
    return run(side, plan, source);
  }

  @Override
  public final @Nullable Machine simulatedMachine() {
    return source.simulatedMachine();
  }

  @Override
  public final List<String> appendix(LoadPlan plan, Consumer<String> progress) throws Exception {
    Model model = model();
    return model == null || !model.sensitivity()
        ? List.of()
        : Sensitivity.table(
            sides(),
            model,
            (label, other) -> run(Sides.labelled(label, deployed()), plan, other).throughput(),
            progress);
  }
}
