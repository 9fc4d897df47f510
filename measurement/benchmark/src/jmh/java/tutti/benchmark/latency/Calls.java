package tutti.benchmark.latency;

import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** Procedures that do nothing, so that their only cost is that of a call. */
public final class Calls extends Actor {
  public final Relation<Long, Mark> marks = relation("marks", Mark.class, Mark::id);

  /** The row of an actor; an actor has one where it is wanted. */
  public record Mark(long id) {}

  /** A procedure that does nothing. */
  public record Empty() implements Procedure<Calls, Long> {
    @Override
    public Long run(Calls calls) {
      return 0L;
    }
  }

  /** A procedure that calls another actor some times, and waits for each answer. */
  public record Call(String other, int times) implements Procedure<Calls, Long> {
    @Override
    public Long run(Calls calls) {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum += calls.actor(Calls.class, other).call(new Empty()).get();
      }
      return sum;
    }
  }

  /** A procedure that gives the actor its row. */
  public record Put() implements Procedure<Calls, Long> {
    @Override
    public Long run(Calls calls) {
      calls.marks.upsert(new Mark(1));
      return 1L;
    }
  }

  /** A query that reads the actor's row. */
  public record Look() implements Query<Calls, Long> {
    @Override
    public Long run(Calls calls) {
      return calls.marks.get(1L).id();
    }
  }

  static JavaApplication application() {
    return JavaApplication.named("calls")
        .actor("Calls", Calls::new)
        .procedures(Empty.class, Call.class, Put.class, Look.class)
        .build();
  }
}
