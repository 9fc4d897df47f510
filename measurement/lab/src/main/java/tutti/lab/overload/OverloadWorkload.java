package tutti.lab.overload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import tutti.lab.bench.SidedWorkload;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.Outcomes;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Folders;
import tutti.lab.node.Side;

/**
 * {@code tutti bench overload}: the capacity of a service in processes of its own, and then more
 * requests than that, by a schedule. A run has new processes and a new folder; its cases follow one
 * another on them, and the cold one on processes that have been started again on the same folders.
 */
public final class OverloadWorkload extends SidedWorkload {
  private final OverloadPlan overload;
  private final List<OverloadCase> cases;
  private final int accounts;
  private final int events;
  private final Path data;
  private final List<String> tables = new ArrayList<>();

  /**
   * @param overload the load of each case
   * @param cases in which order they are made; the cold one is made last
   * @param accounts that are opened
   * @param events deposits of a transaction, at most as many
   * @param data the folder of the runs' folders
   * @param sides one, or two to compare; each has as many processes as its deployment has nodes
   */
  public OverloadWorkload(
      OverloadPlan overload,
      List<OverloadCase> cases,
      int accounts,
      int events,
      Path data,
      List<Side> sides) {
    super(sides);
    this.overload = overload;
    this.cases = cases.stream().distinct().sorted().toList();
    this.accounts = accounts;
    this.events = events;
    this.data = data;
    // Wrong numbers are refused before anything is started.
    new DepositRequests(accounts, events, new SplittableRandom(0));
  }

  @Override
  public String name() {
    return "overload";
  }

  @Override
  protected void describe(Map<String, Object> parameters) {
    parameters.put("request", "a transaction of " + events + " deposits");
    parameters.put("accounts", accounts);
    parameters.put("cases", cases.stream().map(OverloadCase::label).toList());
    parameters.put("times", overload.times());
    parameters.put("overload-seconds", overload.overloadSeconds());
    parameters.put("after-seconds", overload.afterSeconds());
    parameters.put("timeout-ms", overload.timeoutMillis());
    parameters.put("patience-ms", overload.patienceMillis());
    parameters.put("tries", overload.tries());
    for (Side side : deployed()) {
      parameters.put("processes of " + side.label(), side.deployment().nodeCount());
    }
    parameters.put("specification", "bundled bank");
  }

  @Override
  public boolean startsCold() {
    return true;
  }

  @Override
  public List<String> appendix(LoadPlan plan, Consumer<String> progress) {
    return List.copyOf(tables);
  }

  @Override
  protected RunResult run(Side side, LoadPlan plan) throws IOException {
    SplittableRandom random = new SplittableRandom(plan.seed());
    DepositRequests requests = new DepositRequests(accounts, events, random.split());
    List<OverloadResult> results = new ArrayList<>();
    RunResult run;
    try (Folders folder = Folders.in(data);
        OverloadedService service =
            OverloadedService.start(folder.path(), side.deployment(), requests)) {
      double capacity = service.capacity(plan);
      for (OverloadCase each : cases) {
        results.add(service.run(each, overload, capacity, random.split()));
      }
      run = service.audited(summary(side, capacity, results));
    }
    for (OverloadResult result : results) {
      run = result.in(run);
      tables.addAll(result.table(side.label()));
    }
    return run;
  }

  private static RunResult summary(Side side, double capacity, List<OverloadResult> results) {
    Histogram latency = new Histogram(3);
    Outcomes outcomes = Outcomes.NONE;
    for (OverloadResult result : results) {
      latency.add(result.latency());
      outcomes = outcomes.plus(result.outcomes());
    }
    return RunResult.of(side.label(), capacity, latency, outcomes);
  }
}
