package tutti.simulator.replication;

import java.util.List;
import java.util.Optional;
import tutti.simulator.machines.Local;
import tutti.simulator.machines.LocalExplorer;
import tutti.simulator.machines.Network;

/** The explorer of the replicated log, in a small group. */
public final class LogExplorer extends LocalExplorer<HostState, Past, Sent> {
  private final LogModel model;
  private final LogSteps steps;
  private final LogScope scope;

  /**
   * @param limit the most states; an exploration with more is not complete
   */
  public LogExplorer(LogScope scope, int limit, Network network) {
    super("replication", limit, network);
    this.scope = scope;
    this.model = new LogModel(scope);
    this.steps = new LogSteps(scope, model);
  }

  @Override
  protected int[] start() {
    LogStart start = new LogStart(scope, model, steps);
    return state(start.hosts(), start.past());
  }

  @Override
  protected List<Local<HostState, Past, Sent>> own(HostState host, Past past) {
    return steps.own(host, past);
  }

  @Override
  protected List<Local<HostState, Past, Sent>> arrive(HostState host, Past past, Sent sent) {
    return steps.arrive(host, past, sent);
  }

  @Override
  protected int receiver(Sent sent) {
    return sent.to();
  }

  @Override
  protected boolean stays(Sent sent) {
    return LogModel.stays(sent.message());
  }

  @Override
  protected Optional<Sent> implied(Sent one, Sent other) {
    return LogModel.implied(one, other);
  }

  @Override
  protected boolean isDead(HostState receiver, Sent sent) {
    return model.isDead(receiver, sent);
  }

  @Override
  protected Optional<Past> doubling(Past past) {
    LogScope.Budget budget = past.budget();
    return budget.duplicates() == 0
        ? Optional.empty()
        : Optional.of(past.with(budget.lessDuplicate()));
  }

  @Override
  protected int agreed(int[] state) {
    return past(state).agreed().size();
  }
}
