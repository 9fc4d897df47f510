package tutti.model.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.model.Abort;
import tutti.model.ActorId;
import tutti.model.Caller;
import tutti.model.actor.Actor;
import tutti.model.actor.ActorAccess;
import tutti.model.actor.ActorContext;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Promise;
import tutti.model.actor.Query;
import tutti.model.actor.RelationalType;
import tutti.model.footprint.Access;
import tutti.model.footprint.Access.Mode;
import tutti.model.footprint.Footprint;
import tutti.model.outside.Irrevocable;

/**
 * Runs an application in memory, one transaction after the other, each call at once: the least that
 * an engine must do.
 */
public final class MemoryWorld {
  public static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

  private final JavaApplication application;
  private Map<ActorId, MemoryRows> actors = new HashMap<>();

  /** Events that were asked for in transactions that committed, in words. */
  public final List<String> events = new ArrayList<>();

  /** A call of an actor, or an event, in the transaction that runs. */
  private record Use(ActorId actor, Mode mode) {}

  private final List<Use> uses = new ArrayList<>();

  public MemoryWorld(JavaApplication application) {
    this.application = application;
  }

  /** One transaction, which must keep to its footprint. */
  public <A extends Actor, R> R run(Class<A> type, String key, Procedure<? super A, R> procedure) {
    Map<ActorId, MemoryRows> before = new HashMap<>();
    actors.forEach((id, rows) -> before.put(id, new MemoryRows(rows)));
    List<String> told = new ArrayList<>(events);
    uses.clear();
    ActorId target = new ActorId(application.type(type).name(), key);
    Footprint footprint = application.footprint(target, procedure);
    try {
      Context root = new Context(new ActorId("", ""), procedure instanceof Query);
      Promise<R> promise = root.call(new ActorId(root.typeOf(type), key), procedure);
      root.takeAll();
      R result = promise.get();
      for (Access left : after(footprint).accesses()) {
        assertThat(left.bound().least()).as("%s of %s, in %s", left, procedure, footprint).isZero();
      }
      return result;
    } catch (RuntimeException | AssertionError e) {
      actors = before;
      events.clear();
      events.addAll(told);
      after(footprint);
      throw e;
    }
  }

  /** The rest of a footprint after the transaction's calls, all of which it must allow. */
  private Footprint after(Footprint footprint) {
    Footprint left = footprint;
    for (Use use : uses) {
      assertThat(left.allows(use.actor(), use.mode())).as("%s by %s", use, footprint).isTrue();
      left = left.after(use.actor(), use.mode());
    }
    return left;
  }

  private record Done<R>(R value, Abort abort) implements Promise<R> {
    @Override
    public R get() {
      if (abort != null) {
        throw abort;
      }
      return value;
    }
  }

  private final class Context extends MemoryRowsView implements ActorContext {
    private final List<Promise<?>> calls = new ArrayList<>();

    Context(ActorId self, boolean readOnly) {
      super(self, readOnly);
    }

    @Override
    MemoryRows rows() {
      return actors.computeIfAbsent(
          self(), id -> new MemoryRows(id, application.type(id.type()).relations()));
    }

    @Override
    public Instant now() {
      return NOW;
    }

    @Override
    public Caller caller() {
      return Caller.NOBODY;
    }

    @Override
    public String typeOf(Class<? extends Actor> type) {
      RelationalType found = application.type(type);
      if (found == null) {
        throw new IllegalArgumentException(
            type.getSimpleName() + " is not in the application, which has " + application.types());
      }
      return found.name();
    }

    @Override
    @SuppressWarnings("unchecked")
    public <A extends Actor, R> Promise<R> call(ActorId target, Procedure<? super A, R> procedure) {
      uses.add(new Use(target, procedure instanceof Query ? Mode.READ : Mode.WRITE));
      A actor = (A) application.type(target.type()).supplier().get();
      Context context = new Context(target, readOnly());
      ActorAccess.bind(actor, context);
      Promise<R> promise;
      try {
        R result = procedure.run(actor);
        context.takeAll();
        promise = new Done<>(result, null);
      } catch (Abort e) {
        promise = new Done<>(null, e);
      } finally {
        ActorAccess.unbind(actor);
      }
      calls.add(promise);
      return promise;
    }

    @Override
    public Promise<Object> event(
        ActorId target, String event, List<? extends @Nullable Object> arguments) {
      uses.add(new Use(target, Mode.WRITE));
      events.add(target + "." + event + arguments);
      return new Done<>(null, null);
    }

    @Override
    public void irrevocable(Irrevocable operation) {}

    /** A transaction completes only when all its sub-transactions do (Reactors §2.2.3). */
    void takeAll() {
      calls.forEach(Promise::get);
    }
  }
}
