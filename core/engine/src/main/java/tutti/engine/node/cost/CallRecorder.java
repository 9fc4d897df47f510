package tutti.engine.node.cost;

import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.Caller;
import tutti.model.actor.Actor;
import tutti.model.actor.ActorContext;
import tutti.model.actor.Procedure;
import tutti.model.actor.Promise;
import tutti.model.outside.Irrevocable;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowVisitor;

/**
 * A recorder of the calls of one transaction on a node that has one container, where each call runs
 * when it is made: so the innermost call that has not ended is the one that does things. Used by
 * one task at a time.
 */
final class CallRecorder implements UnaryOperator<ActorContext> {
  /** The innermost call that runs; null while nothing is recorded. */
  private volatile @Nullable RecordedCall running;

  /** Records what the next transaction does, as the steps of this call. */
  void begin(RecordedCall root) {
    running = root;
  }

  void end() {
    running = null;
  }

  private void add(RecordedCall.Step step) {
    RecordedCall call = running;
    if (call != null) {
      call.add(step);
    }
  }

  @Override
  public ActorContext apply(ActorContext actor) {
    return new RecordedActor(actor);
  }

  /** A maker of a call. */
  @FunctionalInterface
  private interface Making<R extends @Nullable Object> {
    Promise<R> make();
  }

  private <R extends @Nullable Object> Promise<R> call(RecordedCall made, Making<R> making) {
    RecordedCall caller = running;
    if (caller == null) {
      return making.make();
    }
    caller.add(new RecordedCall.Step.Made(made));
    running = made;
    try {
      return new RecordedPromise<>(making.make(), caller, made);
    } finally {
      running = caller;
    }
  }

  /** A promise that notes when it is taken. */
  private record RecordedPromise<R extends @Nullable Object>(
      Promise<R> promise, RecordedCall caller, RecordedCall made) implements Promise<R> {
    @Override
    public R get() {
      caller.take(made);
      return promise.get();
    }
  }

  /** An actor that notes what is done with it. */
  private final class RecordedActor implements ActorContext {
    private final ActorContext actor;

    RecordedActor(ActorContext actor) {
      this.actor = actor;
    }

    @Override
    public <A extends Actor, R extends @Nullable Object> Promise<R> call(
        ActorId target, Procedure<? super A, R> procedure) {
      return CallRecorder.this.call(
          new RecordedCall(target, procedure.getClass().getSimpleName()),
          () -> actor.<A, R>call(target, procedure));
    }

    /**
     * Makes an event happen: at once, so that its result is taken at once. It reads and writes the
     * state of its instance, which is charged as a row; what procedures that it syncs with do is
     * charged to it, too.
     */
    @Override
    public Promise<@Nullable Object> event(
        ActorId target, String event, List<? extends @Nullable Object> arguments) {
      RecordedCall caller = running;
      RecordedCall made = new RecordedCall(target, event);
      Promise<@Nullable Object> promise =
          CallRecorder.this.<@Nullable Object>call(
              made, () -> actor.event(target, event, arguments));
      made.add(new RecordedCall.Step.Read());
      made.add(new RecordedCall.Step.Write(RecordedCall.STATE, made.actor()));
      if (caller != null) {
        caller.take(made);
      }
      return promise;
    }

    @Override
    public @Nullable Record get(int relation, Object key) {
      add(new RecordedCall.Step.Read());
      return actor.get(relation, key);
    }

    @Override
    public @Nullable Record find(int relation, int order, Object key) {
      add(new RecordedCall.Step.Read());
      return actor.find(relation, order, key);
    }

    @Override
    public void scan(
        int relation, int order, KeyRange range, boolean descending, RowVisitor visitor) {
      int[] rows = {0};
      actor.scan(
          relation,
          order,
          range,
          descending,
          row -> {
            rows[0]++;
            return visitor.visit(row);
          });
      add(new RecordedCall.Step.Scan(rows[0]));
    }

    @Override
    public boolean insert(int relation, Object key, Record row) {
      add(new RecordedCall.Step.Write(relation, key));
      return actor.insert(relation, key, row);
    }

    @Override
    public @Nullable Record update(int relation, Object key, Record row) {
      add(new RecordedCall.Step.Write(relation, key));
      return actor.update(relation, key, row);
    }

    @Override
    public @Nullable Record put(int relation, Object key, Record row) {
      add(new RecordedCall.Step.Write(relation, key));
      return actor.put(relation, key, row);
    }

    @Override
    public @Nullable Record delete(int relation, Object key) {
      add(new RecordedCall.Step.Write(relation, key));
      return actor.delete(relation, key);
    }

    @Override
    public void expect(int relation, List<?> keys) {
      actor.expect(relation, keys);
    }

    @Override
    public void work() {
      actor.work();
    }

    @Override
    public Instant now() {
      return actor.now();
    }

    @Override
    public Caller caller() {
      return actor.caller();
    }

    @Override
    public String typeOf(Class<? extends Actor> type) {
      return actor.typeOf(type);
    }

    @Override
    public void release(ActorId target) {
      actor.release(target);
    }

    /** Drops the operation: a run that only shows the calls may not act outside. */
    @Override
    public void irrevocable(Irrevocable operation) {}

    @Override
    public ActorId self() {
      return actor.self();
    }

    @Override
    public boolean readOnly() {
      return actor.readOnly();
    }
  }
}
