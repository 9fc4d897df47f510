import java.util.List;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Relation;

/** A purse with the payments that it has made and got. */
public final class Purse extends Actor {
  public record Payment(String key, int parts) {}

  public final Relation<String, Payment> payments =
      relation("payments", Payment.class, Payment::key);

  /** The part of another purse in a payment. */
  @Internal
  public record Take(String key, int parts) implements Procedure<Purse, Long> {
    @Override
    public Long run(Purse purse) {
      purse.payments.insert(new Payment(key, parts));
      return purse.payments.select().count();
    }
  }

  /** A payment to others. */
  public record Pay(String key, List<String> others) implements Procedure<Purse, Long> {
    @Override
    public Long run(Purse purse) {
      purse.payments.insert(new Payment(key, others.size() + 1));
      long all = 0;
      for (String other : others) {
        all += purse.actor(Purse.class, other).call(new Take(key, others.size() + 1)).get();
      }
      return all;
    }
  }

  public static JavaApplication application() {
    return JavaApplication.named("purses")
        .actor("Purse", Purse::new)
        .procedures(Take.class, Pay.class)
        .build();
  }
}
