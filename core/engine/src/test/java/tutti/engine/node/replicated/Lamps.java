package tutti.engine.node.replicated;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** An application with a procedure that changes something or nothing, as it finds things. */
final class Lamps {
  static final RelationalApplication APPLICATION =
      new RelationalApplication(
          JavaApplication.named("lamps")
              .actor("Lamp", Lamp::new)
              .procedures(Lamp.First.class, Lamp.Next.class, Lamp.Count.class, Lamp.Shine.class)
              .build(),
          null);

  private Lamps() {}

  /** Lamps that are lit one after another. */
  static final class Lamp extends Actor {
    record Lit(int number) {}

    final Relation<Integer, Lit> lit = relation("lit", Lit.class, Lit::number);

    /** Lights the first. */
    record First() implements Procedure<Lamp, Integer> {
      @Override
      public Integer run(Lamp lamps) {
        lamps.lit.upsert(new Lit(1));
        return 1;
      }
    }

    /** Lights one, and gives a text of that length. */
    record Shine(int length) implements Procedure<Lamp, String> {
      /** How often it ran at each place, on all hosts. */
      static final ConcurrentHashMap<String, AtomicInteger> RUNS = new ConcurrentHashMap<>();

      @Override
      public String run(Lamp lamps) {
        RUNS.computeIfAbsent(lamps.key(), _ -> new AtomicInteger()).incrementAndGet();
        lamps.lit.upsert(new Lit(1));
        return "x".repeat(length);
      }
    }

    /** Gives how many are lit here and at another place. */
    record Count(String other) implements Query<Lamp, Integer> {
      @Override
      public Integer run(Lamp lamps) {
        int there = other.isEmpty() ? 0 : lamps.actor(Lamp.class, other).call(new Count("")).get();
        return there + lamps.lit.getAll(List.of(1)).size();
      }
    }

    /** Lights the second if the first is lit; gives how many are. */
    record Next() implements Procedure<Lamp, Integer> {
      @Override
      public Integer run(Lamp lamps) {
        if (lamps.lit.find(1).isEmpty()) {
          return 0;
        }
        lamps.lit.upsert(new Lit(2));
        return 2;
      }
    }
  }

  static Call call(String key, Procedure<Lamp, ?> procedure) {
    RelationalActorType type = Objects.requireNonNull(APPLICATION.type(Lamp.class));
    String name = procedure.getClass().getSimpleName();
    ProcedureAction action = (ProcedureAction) Objects.requireNonNull(type.action(name));
    return action.call(new ActorId(type.name(), key), procedure);
  }

  /** Returns what a transaction of one procedure gave; null if it has not committed. */
  static @Nullable Object result(Outcome outcome) {
    return outcome instanceof Outcome.Committed(var id, var results, var age)
            && results.getFirst() instanceof ProcedureResult result
        ? result.value()
        : null;
  }
}
