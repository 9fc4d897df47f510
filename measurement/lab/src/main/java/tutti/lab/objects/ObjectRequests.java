package tutti.lab.objects;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.measure.RunResult;
import tutti.lab.node.NodeKeys;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.ProcedureRequest;
import tutti.lab.node.RunNodes;
import tutti.model.ActorId;
import tutti.model.actor.Procedure;

/** The requests of one run of a benchmark, and the rules that hold of the objects afterwards. */
abstract class ObjectRequests implements NodeTarget.Requests {
  final ObjectShape shape;

  ObjectRequests(ObjectShape shape) {
    this.shape = shape;
  }

  /** Returns the requests of a benchmark. */
  static ObjectRequests of(ObjectKind kind, ObjectShape shape, int clients) {
    return kind == ObjectKind.VACATION
        ? new VacationRequests(shape, clients)
        : new RegisterRequests(kind, shape, clients);
  }

  /** Returns the application's actor types. */
  abstract List<String> types();

  abstract RelationalApplication application();

  /** Makes the objects. */
  abstract void prepare(RunNodes open) throws InterruptedException;

  /** Adds the checks of what the objects are like after the load. */
  abstract RunResult judge(RunResult run, RunNodes open) throws InterruptedException;

  final TransactionRequest request(String type, String key, Procedure<?, ?> procedure) {
    return ProcedureRequest.of(application(), new ActorId(type, key), procedure);
  }

  /** Returns the key of a client's own actor, on the node that the client asks. */
  final String client(int number) {
    return NodeKeys.key(number % shape.nodes(), number);
  }

  /** Runs a request for each object. */
  final void each(RunNodes open, LongFunction<TransactionRequest> request)
      throws InterruptedException {
    open.commit(shape.total(), request, committed -> {});
  }

  /** Returns the sum of what a request for each object returns. */
  final long sum(RunNodes open, LongFunction<TransactionRequest> request)
      throws InterruptedException {
    LongAdder sum = new LongAdder();
    open.commit(
        shape.total(),
        request,
        committed -> {
          if (result(committed) instanceof Long number) {
            sum.add(number);
          }
        });
    return sum.sum();
  }

  /** Returns what the procedure has returned, or null if it did not commit. */
  static @Nullable Object result(Outcome outcome) {
    return outcome instanceof Outcome.Committed committed
            && committed.results().getFirst() instanceof ProcedureResult result
        ? result.value()
        : null;
  }
}
