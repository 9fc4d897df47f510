package tutti.lab.simulation.outside;

import java.util.List;
import tutti.lab.simulation.outside.CardService.Course;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** A purse with the payments that it has made and got. */
final class Purse extends Actor {
  static final String TYPE = "Purse";

  public final Relation<String, Payment> payments =
      relation("payments", Payment.class, Payment::key);

  /**
   * A payment, in each purse that it is of.
   *
   * @param parts the number of these purses; 0 if no card is charged for it
   */
  record Payment(String key, int parts) {}

  /** The part of another purse in a payment. */
  record Take(String key, int parts) implements Procedure<Purse, Long> {
    @Override
    public Long run(Purse purse) {
      purse.payments.insert(new Payment(key, parts));
      return purse.payments.select().count();
    }
  }

  /** A payment to others, for which a card is charged. */
  record Pay(String key, List<String> others, Course course) implements Procedure<Purse, Long> {
    @Override
    public Long run(Purse purse) {
      purse.payments.insert(new Payment(key, others.size() + 1));
      purse.irrevocable(key, cards -> cards.charge(key, course), CardService.class);
      long all = 0;
      for (String other : others) {
        all += purse.actor(Purse.class, other).call(new Take(key, others.size() + 1)).get();
      }
      return all;
    }
  }

  /** Reads two purses. */
  record Count(String other) implements Query<Purse, Long> {
    @Override
    public Long run(Purse purse) {
      return purse.payments.select().count()
          + (other.equals(purse.key()) ? 0 : purse.actor(Purse.class, other).call(new Own()).get());
    }
  }

  /** The number of payments of one purse. */
  record Own() implements Query<Purse, Long> {
    @Override
    public Long run(Purse purse) {
      return purse.payments.select().count();
    }
  }

  static JavaApplication application(CardService cards) {
    return JavaApplication.named("charges")
        .actor(TYPE, Purse::new)
        .procedures(Take.class, Pay.class, Count.class, Own.class)
        .outside(cards)
        .build();
  }
}
