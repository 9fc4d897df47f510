package tutti.engine.node.cost;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.Reading;
import tutti.engine.history.History;
import tutti.engine.node.LocalShards;
import tutti.engine.node.Node;
import tutti.engine.node.Ports;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transaction.seam.SharedEntropy;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.Application;
import tutti.model.Call;

/**
 * A run of a procedure on an embedded node without a disk, to see the calls that it makes. The node
 * begins empty; requests before the procedure give it its data. Irrevocable operations are left
 * out; any other effect that a procedure's own code has outside is had.
 */
public final class Rehearsal {
  /** Two rehearsals of one call draw the same. */
  private static final long SEED = 1;

  private static final long TIMEOUT_NANOS = 30_000_000_000L;

  /** The settings of every rehearsal: one container, in which each call runs when it is made. */
  private static final List<Override> ALONE =
      List.of(
          new Override("durability", "off", "a rehearsal"),
          new Override("accept-loss", "true", "a rehearsal"),
          // Some controls run a request dry before, which would be recorded, too.
          new Override("concurrency-control", "optimistic", "a rehearsal"));

  /** The end of a rehearsal. */
  public sealed interface Result {
    /**
     * The procedure has committed.
     *
     * @param call what it did
     */
    record Recorded(RecordedCall call) implements Result {}

    /**
     * A call has not committed.
     *
     * @param call which one: the procedure, or one of those before it
     * @param why for a person
     */
    record Failed(Call call, String why) implements Result {}
  }

  private Rehearsal() {}

  /**
   * Runs a procedure once.
   *
   * @param before calls that commit before it, each a transaction
   * @param procedure the call that is recorded
   */
  public static Result run(Application application, List<Call> before, Call procedure) {
    CallRecorder recorder = new CallRecorder();
    try (RealScheduler scheduler = new RealScheduler();
        Node node = open(application, scheduler, recorder)) {
      for (Call call : before) {
        if (outcome(node, call) instanceof Outcome.Aborted(var id, var reason)) {
          return new Result.Failed(call, reason.message());
        }
      }
      RecordedCall root = new RecordedCall(procedure.target(), procedure.action().name());
      recorder.begin(root);
      Outcome outcome = outcome(node, procedure);
      recorder.end();
      return switch (outcome) {
        case Outcome.Committed committed -> new Result.Recorded(root);
        case Outcome.Aborted aborted -> new Result.Failed(procedure, aborted.reason().message());
        case Outcome.InDoubt inDoubt -> new Result.Failed(procedure, inDoubt.why());
      };
    }
  }

  private static Node open(
      Application application, RealScheduler scheduler, CallRecorder recorder) {
    Ports ports =
        new Ports(
            scheduler,
            null,
            new SharedEntropy(SEED),
            History.NONE,
            0,
            null,
            Ports.Watched.ofActors(recorder),
            OutcomeTable.kept(scheduler.heap()));
    try {
      return LocalShards.open(application, deployment(application), ports);
    } catch (IOException impossible) {
      throw new UncheckedIOException("without a disk nothing can fail on one", impossible);
    }
  }

  private static Deployment deployment(Application application) {
    return switch (DeploymentReader.read(null, application.usually(), ALONE)) {
      case Reading.Valid(var settings) -> settings.deployment();
      case Reading.Invalid(var problems) ->
          throw new IllegalStateException(
              problems.stream().map(Object::toString).collect(Collectors.joining("; ")));
    };
  }

  private static Outcome outcome(Node node, Call call) {
    CompletableFuture<Outcome> end = new CompletableFuture<>();
    node.submit(new TransactionRequest(List.of(call), null, TIMEOUT_NANOS), end::complete);
    return end.join();
  }
}
