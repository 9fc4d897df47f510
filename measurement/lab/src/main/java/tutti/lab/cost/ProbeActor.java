package tutti.lab.cost;

import java.util.ArrayList;
import java.util.List;
import tutti.model.actor.Accesses;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Promise;
import tutti.model.relation.Relation;

/**
 * An actor whose procedures do one thing each, any number of times, so that the cost of that thing
 * is the additional time of more of it. The actor belongs to no workload that the costs are to
 * predict.
 */
public final class ProbeActor extends Actor {
  static final String TYPE = "Probe";

  public final Relation<Long, Item> items = relation("items", Item.class, Item::id);
  public final Relation<Long, Item> single = relation("single", Item.class, Item::id);

  /** A row of about the size of an account. */
  public record Item(long id, long a, long b, long c, long d, long e) {
    static Item of(long id, long a) {
      return new Item(id, a, 0, 0, 0, 0);
    }
  }

  /** Returns the application of probes alone. */
  static JavaApplication application() {
    return JavaApplication.named("probes")
        .actor(TYPE, ProbeActor::new)
        .procedures(
            Fill.class,
            Empty.class,
            Update.class,
            OwnCalls.class,
            Calls.class,
            Reads.class,
            Scans.class,
            Updates.class,
            Sends.class)
        .build();
  }

  /** Gives the actor its rows. */
  @Accesses.Only({})
  public record Fill(long rows) implements Procedure<ProbeActor, Long> {
    @Override
    public Long run(ProbeActor home) {
      for (long i = 0; i < rows; i++) {
        home.items.upsert(Item.of(i, 0));
      }
      home.single.upsert(Item.of(0, 0));
      return rows;
    }
  }

  /** Does nothing. */
  @Accesses.Only({})
  public record Empty() implements Procedure<ProbeActor, Long> {
    @Override
    public Long run(ProbeActor home) {
      return 0L;
    }
  }

  /** Writes a row, which is not read before. */
  @Accesses.Only({})
  public record Update(long value) implements Procedure<ProbeActor, Long> {
    @Override
    public Long run(ProbeActor home) {
      home.items.update(Item.of(0, value));
      return value;
    }
  }

  /** Calls the own actor some times. */
  @Accesses.Only({})
  public record OwnCalls(int times) implements Procedure<ProbeActor, Long> {
    @Override
    public Long run(ProbeActor home) {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum += home.actor(ProbeActor.class, home.key()).call(new Empty()).get();
      }
      return sum;
    }
  }

  /**
   * Calls other actors, each once.
   *
   * @param atOnce whether the calls are made before the first result is taken
   */
  @Accesses(actor = ProbeActor.class, key = "keys", most = 1)
  public record Calls(List<String> keys, boolean writing, boolean atOnce)
      implements Procedure<ProbeActor, Long> {
    @Override
    public Long run(ProbeActor home) {
      List<Promise<Long>> promises = new ArrayList<>(keys.size());
      long sum = 0;
      for (String key : keys) {
        Procedure<ProbeActor, Long> called = writing ? new Update(1) : new Empty();
        Promise<Long> promise = home.actor(ProbeActor.class, key).call(called);
        if (atOnce) {
          promises.add(promise);
        } else {
          sum += promise.get();
        }
      }
      for (Promise<Long> promise : promises) {
        sum += promise.get();
      }
      return sum;
    }
  }

  /** Looks rows up by their keys. */
  @Accesses.Only({})
  public record Reads(int times) implements Procedure<ProbeActor, Long> {
    @Override
    public Long run(ProbeActor home) {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum += home.items.get((long) i).a();
      }
      return sum;
    }
  }

  /**
   * Scans for the first rows.
   *
   * @param rows how many each scan shows
   */
  @Accesses.Only({})
  public record Scans(int times, int rows) implements Procedure<ProbeActor, Long> {
    @Override
    public Long run(ProbeActor home) {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum += home.items.scan().limit(rows).list().size();
      }
      return sum;
    }
  }

  /**
   * Writes rows, which are not read before.
   *
   * @param rows how many there are; the writes go round
   */
  @Accesses.Only({})
  public record Updates(int times, int rows) implements Procedure<ProbeActor, Long> {
    @Override
    public Long run(ProbeActor home) {
      for (int i = 0; i < times; i++) {
        home.items.update(Item.of(i % rows, i));
      }
      return (long) times;
    }
  }

  /** Calls other actors at the same time; gives the nanoseconds until the last call was made. */
  @Accesses(actor = ProbeActor.class, key = "keys", most = 1)
  public record Sends(List<String> keys) implements Procedure<ProbeActor, Long> {
    @Override
    public Long run(ProbeActor home) {
      List<Promise<Long>> promises = new ArrayList<>(keys.size());
      long begin = System.nanoTime();
      for (String key : keys) {
        promises.add(home.actor(ProbeActor.class, key).call(new Empty()));
      }
      long sent = System.nanoTime() - begin;
      Promise.all(promises);
      return sent;
    }
  }
}
