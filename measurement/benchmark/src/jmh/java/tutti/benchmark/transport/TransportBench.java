package tutti.benchmark.transport;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tutti.benchmark.transport.TransportWorkload.Scenario;
import tutti.lab.command.BenchOptions;
import tutti.lab.command.Benchmark;

/** {@code tutti bench transport}. */
@Command(
    name = "transport",
    description = {
      "Messages between two nodes over TCP on this machine, each of which is sent back.",
      "Compares tutti,bare-socket unless told otherwise; --compare tutti measures that alone."
    })
public final class TransportBench implements Benchmark {
  private static final String BOTH = TransportWorkload.TUTTI + "," + TransportWorkload.BARE_SOCKET;

  @Mixin private BenchOptions options;

  @Option(
      names = "--scenario",
      paramLabel = "NAME",
      defaultValue = "round-trip",
      description =
          "round-trip: one message on its way; windowed: --clients of them, usually 1024 (usual:"
              + " ${DEFAULT-VALUE}).")
  private String scenario;

  @Option(
      names = "--payload",
      paramLabel = "BYTES",
      defaultValue = "100",
      description = "Bytes of a message (usual: ${DEFAULT-VALUE}).")
  private int payload;

  @Override
  public Integer call() throws Exception {
    Scenario chosen =
        switch (scenario) {
          case "windowed" -> Scenario.WINDOWED;
          default -> Scenario.ROUND_TRIP;
        };
    int onTheirWay = chosen == Scenario.WINDOWED ? 1024 : 1;
    return options
        .usuallyComparing(BOTH)
        .measure(
            new BenchOptions.Usual(onTheirWay, 5, 1),
            (compare, folder, history) -> {
              if (!scenario.equals("windowed") && !scenario.equals("round-trip")) {
                throw new IllegalArgumentException(
                    "--scenario is round-trip or windowed, not " + scenario);
              }
              return new TransportWorkload(BenchOptions.sides(compare, BOTH), chosen, payload);
            });
  }
}
