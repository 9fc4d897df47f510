package tutti.lab.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.lab.http.HttpCaller;
import tutti.lab.log.Logs;
import tutti.lab.served.HttpQueries;
import tutti.lab.served.ServedBenchmark;
import tutti.lab.served.ServedBenchmark.Stored;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.HistoryClaim;

/**
 * A benchmark, judged by its rules on what is stored, and by the traces of the requests that
 * clients made.
 */
final class BenchmarkRound implements RoundWorkload {
  private static final String NAMES_THE_CLASS = "Tutti-Application";

  private final String name;
  private final ServedBenchmark benchmark;
  private final BenchmarkTraffic traffic;
  private final Path application;
  private final List<Anomaly> broken = new ArrayList<>();

  BenchmarkRound(String name, ServedBenchmark benchmark, Path folder) throws IOException {
    this.name = name;
    this.benchmark = benchmark;
    this.traffic = new BenchmarkTraffic(benchmark);
    this.application = folder.resolve(name + ".jar");
    write(application, benchmark.provider());
  }

  /** Writes a jar that names a class which every process of this build has. */
  private static void write(Path jar, Class<?> provider) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue(NAMES_THE_CLASS, provider.getName());
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
  }

  @Override
  public Path application() {
    return application;
  }

  @Override
  public String page() {
    return "/" + benchmark.application().types().getFirst().name() + "?limit=1";
  }

  @Override
  public RoundTraffic traffic() {
    return traffic;
  }

  /** Does nothing: the judge reads no logs. */
  @Override
  public void follow(List<Path> folders, Protocol replication) {}

  @Override
  public void lose(int node, Logs.Removal removal) throws IOException {
    removal.remove();
  }

  /** Returns the stored amounts, and judges the rules. */
  @Override
  public Map<String, Long> found(HttpCaller caller) throws IOException, InterruptedException {
    Stored stored;
    try {
      stored = benchmark.stored(new HttpQueries(caller));
    } catch (UncheckedIOException broke) {
      throw new IOException("all was well, and then a node gave no answer", broke.getCause());
    }
    stored
        .violations()
        .forEach(
            (rule, told) ->
                told.forEach(what -> broken.add(new Anomaly(rule, List.of(), List.of(what)))));
    return stored.amounts();
  }

  @Override
  public Judgement judge(HistoryClaim claim, List<RequestRecord> deeds, Map<String, Long> last) {
    TraceChecker judge = new TraceChecker(traffic, last);
    return new Judgement(
        name, judge.history(claim, deeds), judge.anomalies(broken), judge.foundOutLater());
  }

  @Override
  public void close() {}
}
