package tutti.engine.procedure;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Conflicted;
import tutti.engine.transaction.submission.Result;
import tutti.model.Abort;
import tutti.model.ActorId;
import tutti.model.Caller;
import tutti.model.actor.Actor;
import tutti.model.actor.ActorContext;
import tutti.model.actor.Procedure;
import tutti.model.actor.Promise;
import tutti.model.outside.Irrevocable;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowStore;
import tutti.model.relation.store.RowVisitor;

/** One actor as seen by the call that runs on it. Used by one task at a time. */
final class ActorInCall implements ActorContext {
  /** The steps of queries between two looks at the clock. */
  private static final int STEPS_A_LOOK = 1024;

  /**
   * The greatest number of steps that queries on one actor take in a transaction: some seconds. It
   * ends queries where replicas execute by themselves, and no clock may decide.
   */
  private static final int MOST_STEPS = 50_000_000;

  private final ActorId self;
  private final ProcedureExecution execution;
  private @Nullable SubTransaction<?> call;
  private @Nullable RowStore rows;
  private int steps;

  ActorInCall(ActorId self, ProcedureExecution execution) {
    this.self = self;
    this.execution = execution;
  }

  /** Shows the actor to that call from now on, with these rows. */
  void follows(@Nullable SubTransaction<?> newCall, @Nullable RowStore newRows) {
    call = newCall;
    rows = newRows;
  }

  private SubTransaction<?> call() {
    SubTransaction<?> running = call;
    if (running == null) {
      throw new IllegalStateException("nothing runs on " + self);
    }
    return running;
  }

  private RowStore rows() {
    execution.access(call());
    RowStore known = rows;
    if (known == null) {
      throw new IllegalStateException(self + " has not been claimed");
    }
    return known;
  }

  @Override
  public ActorId self() {
    return self;
  }

  @Override
  public boolean readOnly() {
    return call().readOnly();
  }

  @Override
  public Instant now() {
    return execution.host().now();
  }

  @Override
  public Caller caller() {
    return execution.host().caller();
  }

  @Override
  public String typeOf(Class<? extends Actor> type) {
    return execution.typeOf(type);
  }

  @Override
  public <A extends Actor, R extends @Nullable Object> Promise<R> call(
      ActorId target, Procedure<? super A, R> procedure) {
    return execution.call(call(), target, procedure);
  }

  @Override
  public Promise<@Nullable Object> event(
      ActorId target, String event, List<? extends @Nullable Object> arguments) {
    return execution.event(call(), target, event, arguments);
  }

  @Override
  public void release(ActorId target) {
    execution.release(target);
  }

  @Override
  public void irrevocable(Irrevocable operation) {
    SubTransaction<?> by = call();
    execution.step();
    Irrevocable said = by.depth() == 1 ? operation : null;
    if (execution.host().irrevocable(self, by.procedure(), said)
        instanceof Result.Failed(var why)) {
      execution.doom(why);
      throw execution.over();
    }
  }

  @Override
  public void work() {
    if (++steps % STEPS_A_LOOK == 0) {
      if (steps > MOST_STEPS) {
        throw new Abort(
            "too-much-work",
            "queries on "
                + self
                + " have shown more than "
                + MOST_STEPS
                + " rows and pairs in one transaction: narrow them by conditions, or join on an"
                + " equality that few rows share");
      }
      execution.look();
    }
  }

  @Override
  public @Nullable Record get(int relation, Object key) {
    try {
      return rows().get(relation, key);
    } catch (Conflicted met) {
      throw execution.met(met);
    }
  }

  @Override
  public void expect(int relation, List<?> keys) {
    rows().expect(relation, keys);
  }

  @Override
  public @Nullable Record find(int relation, int order, Object key) {
    try {
      return rows().find(relation, order, key);
    } catch (Conflicted met) {
      throw execution.met(met);
    }
  }

  @Override
  public void scan(
      int relation, int order, KeyRange range, boolean descending, RowVisitor visitor) {
    try {
      rows()
          .scan(
              relation,
              order,
              range,
              descending,
              row -> {
                work();
                return visitor.visit(row);
              });
    } catch (Conflicted met) {
      throw execution.met(met);
    }
  }

  @Override
  public boolean insert(int relation, Object key, Record row) {
    try {
      RowStore to = rows();
      execution.written(call(), relation, row);
      return to.insert(relation, key, row);
    } catch (Conflicted met) {
      throw execution.met(met);
    }
  }

  @Override
  public @Nullable Record update(int relation, Object key, Record row) {
    try {
      RowStore to = rows();
      execution.written(call(), relation, row);
      return to.update(relation, key, row);
    } catch (Conflicted met) {
      throw execution.met(met);
    }
  }

  @Override
  public @Nullable Record put(int relation, Object key, Record row) {
    try {
      RowStore to = rows();
      execution.written(call(), relation, row);
      return to.put(relation, key, row);
    } catch (Conflicted met) {
      throw execution.met(met);
    }
  }

  @Override
  public @Nullable Record delete(int relation, Object key) {
    try {
      return rows().delete(relation, key);
    } catch (Conflicted met) {
      throw execution.met(met);
    }
  }
}
