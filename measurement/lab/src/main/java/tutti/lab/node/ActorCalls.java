package tutti.lab.node;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;

/** The requests for an application's actors, and the answers to queries. */
public record ActorCalls(RelationalApplication application) {
  /** The calls of one transaction, where many actors are loaded or read. */
  public static final int CALLS_AT_ONCE = 50;

  public TransactionRequest of(String type, String key, Procedure<?, ?> procedure) {
    return ProcedureRequest.of(application, new ActorId(type, key), procedure);
  }

  /** Returns the answer to a query, which is never null. */
  public <R> R ask(Commits open, String type, String key, Query<?, R> query)
      throws InterruptedException {
    List<R> answers = new ArrayList<>();
    this.<R>askAll(open, List.of(of(type, key, query)), answers::add);
    return answers.getFirst();
  }

  /** Gives the answers to many queries, in their order. */
  public <R> void askAll(Commits open, List<TransactionRequest> queries, Consumer<R> sink)
      throws InterruptedException {
    for (int from = 0; from < queries.size(); from += CALLS_AT_ONCE) {
      TransactionRequest some =
          together(queries.subList(from, Math.min(queries.size(), from + CALLS_AT_ONCE)));
      List<@Nullable Object> results = new ArrayList<>();
      open.commit(1, i -> some, committed -> results.addAll(committed.results()));
      for (Object result : results) {
        if (result instanceof ProcedureResult answer) {
          sink.accept(ActorCalls.<R>cast(answer.value()));
        }
      }
    }
  }

  /**
   * Commits many requests, some of them in one transaction.
   *
   * @param atOnce how many
   * @param request makes one, by its number
   */
  public static void commitAll(
      Commits open, int count, int atOnce, IntFunction<TransactionRequest> request)
      throws InterruptedException {
    open.commit(
        Math.ceilDiv(count, atOnce),
        chunk -> {
          List<TransactionRequest> some = new ArrayList<>();
          int from = (int) chunk * atOnce;
          for (int i = from; i < Math.min(count, from + atOnce); i++) {
            some.add(request.apply(i));
          }
          return together(some);
        },
        committed -> {});
  }

  /** Returns some requests as one transaction. */
  public static TransactionRequest together(List<TransactionRequest> some) {
    List<Call> calls = new ArrayList<>();
    some.forEach(each -> calls.addAll(each.calls()));
    return new TransactionRequest(calls, null, some.getFirst().timeoutNanos());
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // The result is that of the query, never null.
  private static <R> R cast(@Nullable Object value) {
    return (R) value;
  }
}
