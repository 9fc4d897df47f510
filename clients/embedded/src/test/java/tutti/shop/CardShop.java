package tutti.shop;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.outside.DidNotHappen;
import tutti.model.outside.Happened;
import tutti.model.outside.OutsideService;
import tutti.model.relation.Relation;

/** An application whose orders are paid by card. Outside of Tutti's packages, its code is read. */
public final class CardShop {
  private CardShop() {}

  public static JavaApplication application(Cards cards) {
    return JavaApplication.named("shop")
        .actor("Customer", Customer::new)
        .procedures(Note.class, Buy.class, BuyFor.class, Ordered.class)
        .outside(cards)
        .build();
  }

  /** A service that charges cards; the tests look at what has happened. */
  public static final class Cards implements OutsideService {
    private final Map<String, Integer> charges = new ConcurrentHashMap<>();
    private volatile boolean clueless;

    public void charge(String key, String how) throws Exception {
      if (how.equals("refused")) {
        throw new DidNotHappen("the card of " + key + " is blocked");
      }
      if (how.equals("unanswered")) {
        throw new IOException("the request was not sent");
      }
      charges.merge(key, 1, Integer::sum);
      if (how.equals("unclear")) {
        throw new IOException("no answer has come");
      }
    }

    /** Returns the orders that were charged, and how often. */
    public Map<String, Integer> charges() {
      return charges;
    }

    /** Lets the check know nothing from now on, or all. */
    public void clueless(boolean now) {
      clueless = now;
    }

    @Override
    public Happened happened(String key) {
      if (clueless) {
        return Happened.UNKNOWN;
      }
      return charges.containsKey(key) ? Happened.YES : Happened.NO;
    }
  }

  /** A customer, whose orders are in rows. */
  public static final class Customer extends Actor {
    public record Order(String key) {}

    public final Relation<String, Order> orders = relation("orders", Order.class, Order::key);
  }

  public record Note(String order) implements Procedure<Customer, Integer> {
    @Override
    public Integer run(Customer customer) {
      customer.orders.insert(new Customer.Order(order));
      return customer.orders.select().count() > 0 ? 1 : 0;
    }
  }

  /** Notes an order here and at friends, and charges the card for it. */
  public record Buy(String order, List<String> friends, String how)
      implements Procedure<Customer, String> {
    @Override
    public String run(Customer customer) {
      customer.orders.insert(new Customer.Order(order));
      friends.forEach(friend -> customer.actor(Customer.class, friend).call(new Note(order)).get());
      customer.irrevocable(order, cards -> cards.charge(order, how), Cards.class);
      if (how.equals("twice")) {
        customer.irrevocable(order + "-2", cards -> cards.charge(order, how), Cards.class);
      }
      if (how.equals("abort")) {
        throw customer.abort("changed-my-mind", "it is not bought");
      }
      return order;
    }
  }

  /** Lets another customer buy. */
  public record BuyFor(String friend, String order) implements Procedure<Customer, String> {
    @Override
    public String run(Customer customer) {
      return customer.actor(Customer.class, friend).call(new Buy(order, List.of(), "done")).get();
    }
  }

  public record Ordered(String order) implements Query<Customer, Boolean> {
    @Override
    public Boolean run(Customer customer) {
      return customer.orders.find(order).isPresent();
    }
  }
}
