package tutti.lab.objects;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.actor.Accesses;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;

/**
 * A client of vacation, for its transactions; no other client uses the actor, which has no data.
 */
public final class Agent extends Actor {
  static final String TYPE = "Agent";

  /** The sorts of things to reserve: cars, rooms and flights. */
  static final int SORTS = 3;

  /**
   * A transaction that looks for the cheapest car, room and flight, and reserves them.
   *
   * @param searched a third of each sort, one after the other
   */
  @Accesses(actor = Pool.class, key = "searched", most = 1, readsOnly = true)
  @Accesses(actor = Pool.class, key = "searched", most = 1)
  @Accesses(actor = Customer.class, key = "customer", most = 1)
  public record MakeReservation(ServiceTime service, String customer, List<String> searched)
      implements Procedure<Agent, Customer.Holdings> {
    @Override
    public Customer.Holdings run(Agent agent) {
      int each = searched.size() / SORTS;
      List<String> chosen = new ArrayList<>();
      for (int sort = 0; sort < SORTS; sort++) {
        String best = agent.cheapest(service, searched.subList(sort * each, (sort + 1) * each));
        if (!best.isEmpty()) {
          chosen.add(best);
        }
      }
      for (String pool : chosen) {
        agent.actor(Pool.class, pool).call(new Pool.Reserve(service, 1)).get();
      }
      return agent.actor(Customer.class, customer).call(new Customer.Book(service, chosen)).get();
    }
  }

  /**
   * Returns the cheapest of some pools that has something free, or an empty text; releases the
   * others while it searches (§5, manual early release).
   */
  private String cheapest(ServiceTime service, List<String> pools) {
    String best = "";
    long lowest = Long.MAX_VALUE;
    for (String pool : pools) {
      long price = actor(Pool.class, pool).call(new Pool.Offer(service)).get();
      String loser = pool;
      if (price != Pool.NOTHING_FREE && price < lowest) {
        loser = best;
        best = pool;
        lowest = price;
      }
      if (!loser.isEmpty()) {
        actor(Pool.class, loser).release();
      }
    }
    return best;
  }

  /**
   * A transaction that ends a customer's reservations, as they were seen before: the pools are
   * changed first, and all is rolled back if the list turns out to be out of date.
   *
   * @param pools one for each reservation
   */
  @Accesses(actor = Pool.class, key = "pools", most = 1)
  @Accesses(actor = Customer.class, key = "customer", most = 1)
  public record DeleteCustomer(ServiceTime service, String customer, long seen, List<String> pools)
      implements Procedure<Agent, Customer.Holdings> {
    @Override
    public Customer.Holdings run(Agent agent) {
      for (String pool : pools) {
        agent.actor(Pool.class, pool).call(new Pool.Reserve(service, -1)).get();
      }
      return agent.actor(Customer.class, customer).call(new Customer.Leave(service, seen)).get();
    }
  }

  /** A transaction that sets the prices of pools. */
  @Accesses(actor = Pool.class, key = "pools", most = 1)
  public record UpdateTables(ServiceTime service, List<String> pools, List<Long> prices)
      implements Procedure<Agent, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Agent agent) {
      for (int i = 0; i < pools.size(); i++) {
        agent.actor(Pool.class, pools.get(i)).call(new Pool.Reprice(service, prices.get(i))).get();
      }
      return null;
    }
  }

  /** Returns the application of vacation. */
  static JavaApplication application() {
    return JavaApplication.named("vacation")
        .actor(Pool.TYPE, Pool::new)
        .procedures(
            Pool.Open.class,
            Pool.Offer.class,
            Pool.Reserve.class,
            Pool.Reprice.class,
            Pool.Reserved.class)
        .actor(Customer.TYPE, Customer::new)
        .procedures(
            Customer.Book.class, Customer.Leave.class, Customer.Look.class, Customer.Count.class)
        .actor(TYPE, Agent::new)
        .procedures(MakeReservation.class, DeleteCustomer.class, UpdateTables.class)
        .build();
  }
}
