package tutti.engine.node.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.RelationalApplication;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Promise;
import tutti.model.outside.Happened;
import tutti.model.outside.OutsideService;
import tutti.model.relation.Relation;

/** An account that pays others, one after the other or all at the same time. */
final class Payer extends Actor {
  public record Money(long id, long cents) {}

  public final Relation<Long, Money> money = relation("money", Money.class, Money::id);

  public record Open(long cents) implements Procedure<Payer, Void> {
    @Override
    public Void run(Payer payer) {
      payer.money.insert(new Money(0, cents));
      return null;
    }
  }

  public record Add(long cents) implements Procedure<Payer, Long> {
    @Override
    public Long run(Payer payer) {
      long now = payer.money.get(0L).cents() + cents;
      if (now < 0) {
        throw payer.abort("too-little", "there is too little");
      }
      payer.money.update(new Money(0, now));
      return now;
    }
  }

  public record OneByOne(List<String> to) implements Procedure<Payer, Long> {
    @Override
    public Long run(Payer payer) {
      for (String each : to) {
        payer.actor(Payer.class, each).call(new Add(1)).get();
        payer.actor(Payer.class, payer.key()).call(new Add(-1)).get();
      }
      return 0L;
    }
  }

  public record Together(List<String> to) implements Procedure<Payer, Long> {
    @Override
    public Long run(Payer payer) {
      List<Promise<Long>> promises = new ArrayList<>();
      to.forEach(each -> promises.add(payer.actor(Payer.class, each).call(new Add(1))));
      payer.money.scan().list();
      payer.actor(Payer.class, payer.key()).call(new Add(-to.size())).get();
      Promise.all(promises);
      Promise.all(promises);
      return 0L;
    }
  }

  /** Leaves its promises to the end of the transaction. */
  public record Untaken(List<String> to) implements Procedure<Payer, Long> {
    @Override
    public Long run(Payer payer) {
      to.forEach(each -> payer.actor(Payer.class, each).call(new Add(1)));
      return 0L;
    }
  }

  /** A service that counts. */
  public static final class Counter implements OutsideService {
    final AtomicInteger charged = new AtomicInteger();

    @Override
    public Happened happened(String key) {
      return Happened.NO;
    }
  }

  public record Charge(String key) implements Procedure<Payer, Long> {
    @Override
    public Long run(Payer payer) {
      payer.irrevocable(key, (Counter counter) -> counter.charged.incrementAndGet(), Counter.class);
      return 0L;
    }
  }

  static final Counter COUNTER = new Counter();

  static final RelationalApplication APPLICATION =
      new RelationalApplication(
          JavaApplication.named("payers")
              .actor("Payer", Payer::new)
              .procedures(
                  Open.class,
                  Add.class,
                  OneByOne.class,
                  Together.class,
                  Untaken.class,
                  Charge.class)
              .outside(COUNTER)
              .build(),
          null);

  static Call call(String key, Procedure<Payer, ?> procedure) {
    ProcedureAction action =
        (ProcedureAction) APPLICATION.type("Payer").action(procedure.getClass().getSimpleName());
    return action.call(new ActorId("Payer", key), procedure);
  }
}
