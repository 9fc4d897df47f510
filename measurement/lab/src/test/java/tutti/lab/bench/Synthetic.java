package tutti.lab.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.Outcomes;
import tutti.lab.measure.RunResult;

/** A workload whose throughput is known: what the harness says of it can be checked. */
final class Synthetic implements Workload {
  final List<String> order = new ArrayList<>();
  final List<Long> seeds = new ArrayList<>();
  private final List<String> sides;
  private final double advantage;
  private final double noise;
  private final double drift;
  private final SplittableRandom random = new SplittableRandom(42);
  private boolean cold;

  /**
   * @param advantage of side {@code a} over all others
   * @param noise relative, of one run
   * @param drift by which the machine gets slower from run to run
   */
  Synthetic(List<String> sides, double advantage, double noise, double drift) {
    this.sides = sides;
    this.advantage = advantage;
    this.noise = noise;
    this.drift = drift;
  }

  static Bench.Settings settings(int pairs, Path folder) {
    return new Bench.Settings(
        new LoadPlan(4, Duration.ofMillis(10), Duration.ofMillis(100), 9), pairs, null, folder);
  }

  /** As if each run had processes of its own. */
  Synthetic cold() {
    cold = true;
    return this;
  }

  @Override
  public boolean startsCold() {
    return cold;
  }

  @Override
  public String name() {
    return "synthetic";
  }

  @Override
  public Map<String, Object> parameters() {
    return Map.of("advantage", advantage);
  }

  @Override
  public List<String> sides() {
    return sides;
  }

  @Override
  public RunResult run(String side, LoadPlan plan) {
    order.add(side);
    seeds.add(plan.seed());
    double machine = Math.exp(noise * random.nextGaussian() - drift * order.size());
    double throughput = 1000 * machine * (side.equals("a") ? advantage : 1);
    Histogram latency = new Histogram(3);
    latency.recordValueWithCount(1_000, 900);
    latency.recordValueWithCount(50_000, 100);
    return RunResult.of(side, throughput, latency, new Outcomes(1000, 3, 2, 1, 4))
        .check("sums-match", true);
  }
}
