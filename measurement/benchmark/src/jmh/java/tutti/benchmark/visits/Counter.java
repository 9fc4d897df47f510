package tutti.benchmark.visits;

import java.util.List;
import tutti.model.actor.Accesses;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Relation;

/** An actor with a number, and a procedure that visits many of them. */
public final class Counter extends Actor {
  static final String TYPE = "Counter";
  private static final String ONLY = "count";

  public final Relation<String, Count> counts = relation("counts", Count.class, Count::name);

  /** The one row. */
  public record Count(String name, long value) {}

  /** A procedure that makes the counter. */
  public record Open() implements Procedure<Counter, Long> {
    @Override
    public Long run(Counter counter) {
      counter.counts.upsert(new Count(ONLY, 0));
      return 0L;
    }
  }

  /** A procedure that adds one. */
  public record Add() implements Procedure<Counter, Long> {
    @Override
    public Long run(Counter counter) {
      long next = counter.counts.get(ONLY).value() + 1;
      counter.counts.update(new Count(ONLY, next));
      return next;
    }
  }

  /** A procedure that adds one to each of some counters, one after another. */
  @Accesses(actor = Counter.class, key = "visited", most = 1)
  public record Visit(List<String> visited) implements Procedure<Counter, Long> {
    @Override
    public Long run(Counter counter) {
      long sum = 0;
      for (String each : visited) {
        sum += counter.actor(Counter.class, each).call(new Add()).get();
      }
      return sum;
    }
  }

  static JavaApplication application() {
    return JavaApplication.named("counters")
        .actor(TYPE, Counter::new)
        .procedures(Open.class, Add.class, Visit.class)
        .build();
  }
}
