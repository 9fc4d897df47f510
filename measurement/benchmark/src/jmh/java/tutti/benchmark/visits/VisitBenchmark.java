package tutti.benchmark.visits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.Reading;
import tutti.engine.deployment.Settings;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.Bulk;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.ProcedureRequest;
import tutti.model.ActorId;
import tutti.model.actor.Procedure;

/**
 * A batch of transactions on one executor, each of which visits actors that no other one uses. The
 * executor never waits within a batch.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
public class VisitBenchmark {
  static final int TRANSACTIONS = 200;
  static final int VISITS = 10;

  /** The concurrency control. */
  @Param({"versioning", "versioning-rw", "exclusive-locks"})
  public String side = "versioning";

  @Param("1")
  public long seed;

  private final RelationalApplication application =
      new RelationalApplication(Counter.application(), null);
  private final List<TransactionRequest> requests = new ArrayList<>();

  @SuppressWarnings("NullAway") // JMH calls begin() first.
  private LocalNodes.OpenNodes node;

  @Setup(Level.Trial)
  public void begin() throws IOException, InterruptedException {
    Path none = Files.createTempDirectory("visits");
    node = new LocalNodes().open(application, deployment(side), none, seed);
    Files.delete(none);
    Bulk.commit(
        node.node(),
        (long) TRANSACTIONS * VISITS,
        i -> request(Long.toString(i), new Counter.Open()));
    for (int i = 0; i < TRANSACTIONS; i++) {
      List<String> visited = new ArrayList<>();
      for (int j = 0; j < VISITS; j++) {
        visited.add(Integer.toString(i * VISITS + j));
      }
      requests.add(request("client-" + i, new Counter.Visit(visited)));
    }
  }

  static Deployment deployment(String side) {
    String text =
        "tutti { containers = 1, executors = 1, durability = off, concurrency-control = "
            + side
            + " }";
    return switch (DeploymentReader.parse(text, "visits")) {
      case Reading.Valid(Settings settings) -> settings.deployment();
      case Reading.Invalid(var problems) ->
          throw new IllegalArgumentException("'" + side + "' is no side: " + problems.getFirst());
    };
  }

  private TransactionRequest request(String key, Procedure<?, ?> procedure) {
    return ProcedureRequest.of(application, new ActorId(Counter.TYPE, key), procedure);
  }

  @Benchmark
  public void visits(ExecutorTime time) throws InterruptedException {
    Bulk.commit(node.node(), TRANSACTIONS, i -> requests.get((int) i));
  }

  @TearDown(Level.Trial)
  public void end() {
    node.close();
  }
}
