package tutti.lab.tpcc;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** The customers of a district that have one last name, which no transaction changes. */
public final class Namesakes extends Actor {
  static final String TYPE = "Namesakes";

  public final Relation<FirstName, Namesake> customers =
      relation("customers", Namesake.class, FirstName.class);

  /** A customer, by the first name. */
  public record Namesake(String first, int id) {}

  /** The key of a customer, in the order of first names. */
  public record FirstName(String first, int id) {}

  static String key(int warehouse, int district, String last) {
    return District.key(warehouse, district) + "/" + last;
  }

  /** The customer in the middle, in the order of first names. */
  public record Middle() implements Query<Namesakes, Integer> {
    @Override
    public Integer run(Namesakes namesakes) {
      List<Namesake> all = namesakes.customers.scan().list();
      if (all.isEmpty()) {
        throw namesakes.abort("no-such-customer", "nobody has the name of " + namesakes.key());
      }
      return all.get((all.size() - 1) / 2).id();
    }
  }

  /** Stores the customers with this last name. */
  public record Load(List<Namesake> all) implements Procedure<Namesakes, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Namesakes namesakes) {
      all.forEach(namesakes.customers::upsert);
      return null;
    }
  }
}
