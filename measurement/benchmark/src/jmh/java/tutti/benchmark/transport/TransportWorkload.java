package tutti.benchmark.transport;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;

/**
 * {@code bench transport}: one end sends messages over the loopback interface, the other sends each
 * back. The number of the plan's clients is that of the messages on their way at any time. Both
 * ends are in this process, each with one thread that reads and writes, and messages are sent from
 * that thread.
 *
 * @param sides of {@link #TUTTI} and {@link #BARE_SOCKET}, one or two
 * @param scenario the figure that is compared
 * @param payload bytes of a message
 */
public record TransportWorkload(List<String> sides, Scenario scenario, int payload)
    implements Workload {
  public static final String TUTTI = "tutti";
  public static final String BARE_SOCKET = "bare-socket";

  /** The figure that a run measures. */
  public enum Scenario {
    /** One message on its way: the figure is the time there and back. */
    ROUND_TRIP,
    /** Many messages on their way: the figure is the number that come back in a second. */
    WINDOWED
  }

  public TransportWorkload {
    if (payload < Asker.LEAST_PAYLOAD || payload > 1 << 20) {
      throw new IllegalArgumentException(
          "--payload must be from " + Asker.LEAST_PAYLOAD + " to 1048576, is " + payload);
    }
  }

  @Override
  public String name() {
    return "transport " + (scenario == Scenario.ROUND_TRIP ? "round-trip" : "windowed");
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("payload-bytes", payload);
    return parameters;
  }

  @Override
  public String ratioOf() {
    return scenario == Scenario.ROUND_TRIP ? "median-us" : "throughput";
  }

  @Override
  public RunResult run(String side, LoadPlan plan) throws Exception {
    RunResult run =
        switch (side) {
          case TUTTI -> TuttiSockets.run(side, plan, payload);
          case BARE_SOCKET -> BareSocket.run(side, plan, payload);
          default ->
              throw new IllegalArgumentException(
                  "the sides of this bench are " + TUTTI + " and " + BARE_SOCKET + ", not " + side);
        };
    return run.measure("median-us", run.latency().getValueAtPercentile(50) / 1e3);
  }
}
