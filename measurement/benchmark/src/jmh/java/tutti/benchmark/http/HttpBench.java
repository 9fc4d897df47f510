package tutti.benchmark.http;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tutti.command.DeploymentFlags;
import tutti.lab.command.BenchOptions;
import tutti.lab.command.Benchmark;
import tutti.lab.command.DeploymentOptions;

/** {@code tutti bench http}. */
@Command(
    name = "http",
    modelTransformer = DeploymentFlags.Adding.class,
    description = {
      "Deposits over HTTP on a server process without durability: what a request costs it.",
      "--compare tutti,bare-handler has a bare handler of the same library beside it,",
      "--compare tutti,batches batches of as many deposits as --batch says."
    })
public final class HttpBench implements Benchmark {
  @Mixin private BenchOptions options;
  @Mixin private DeploymentOptions deployment;

  @Option(
      names = "--cold",
      paramLabel = "S",
      defaultValue = "8",
      description = "Load on a server that has just started, before its first run.")
  private double cold;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Deposits of one request of the side 'batches'. Default: ${DEFAULT-VALUE}.")
  private int batch;

  @Override
  public Integer call() throws Exception {
    return options.measure(
        new BenchOptions.Usual(32, 5, 1),
        (compare, folder, history) -> {
          if (history.enabled()) {
            throw new IllegalArgumentException(
                "--history: the server is another process; use 'bench bank'");
          }
          deployment.usually("durability", "off");
          deployment.settings();
          return new HttpWorkload(
              BenchOptions.sides(compare, HttpWorkload.TUTTI),
              deployment.flags(),
              folder,
              cold,
              batch);
        });
  }
}
