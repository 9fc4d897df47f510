package tutti.lab.objects;

import java.util.List;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** A customer of vacation's agency, with reservations. */
public final class Customer extends Actor {
  static final String TYPE = "Customer";

  /** The code with which a transaction is rolled back whose list of reservations is out of date. */
  static final String OUT_OF_DATE = "list-out-of-date";

  private static final String ONLY = "changes";

  public final Relation<String, Changes> changes =
      relation("changes", Changes.class, Changes::name);
  public final Relation<Long, Booking> bookings =
      relation("bookings", Booking.class, Booking::number);

  /** The one row that tells how often the reservations changed. */
  public record Changes(String name, long count) {}

  /** One reservation. */
  public record Booking(long number, String pool) {}

  /**
   * The reservations of a customer after a number of changes.
   *
   * @param changes the number of changes
   * @param pools the pool of each reservation
   */
  public record Holdings(long changes, List<String> pools) {
    static final Holdings NONE = new Holdings(0, List.of());
  }

  private Holdings holdings() {
    return new Holdings(
        changes.find(ONLY).map(Changes::count).orElse(0L),
        bookings.scan().list().stream().map(Booking::pool).toList());
  }

  private Holdings changed() {
    long count = changes.find(ONLY).map(Changes::count).orElse(0L) + 1;
    changes.upsert(new Changes(ONLY, count));
    return holdings();
  }

  /** A procedure that notes reservations; it returns all that the customer has. */
  @Internal
  public record Book(ServiceTime service, List<String> pools)
      implements Procedure<Customer, Holdings> {
    @Override
    public Holdings run(Customer customer) {
      service.take();
      long number = customer.bookings.scan().descending().first().map(Booking::number).orElse(0L);
      for (String pool : pools) {
        customer.bookings.insert(new Booking(++number, pool));
      }
      return customer.changed();
    }
  }

  /** The end of all reservations, if they have not changed since they were seen. */
  @Internal
  public record Leave(ServiceTime service, long seen) implements Procedure<Customer, Holdings> {
    @Override
    public Holdings run(Customer customer) {
      Holdings there = customer.holdings();
      service.take();
      if (there.changes != seen) {
        throw customer.abort(OUT_OF_DATE, customer.key() + " has other reservations by now");
      }
      customer.bookings.scan().list().forEach(each -> customer.bookings.delete(each.number));
      return customer.changed();
    }
  }

  /** A query of the reservations. */
  public record Look() implements Query<Customer, Holdings> {
    @Override
    public Holdings run(Customer customer) {
      return customer.holdings();
    }
  }

  /** A query of the number of reservations. */
  public record Count() implements Query<Customer, Long> {
    @Override
    public Long run(Customer customer) {
      return (long) customer.holdings().pools.size();
    }
  }
}
