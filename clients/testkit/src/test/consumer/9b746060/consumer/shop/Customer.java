package consumer.shop;

import java.math.BigDecimal;
import java.time.Instant;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** A customer: their balance, and what moved it. */
public final class Customer extends Actor {
  /** There is one row: what is asked for often is kept, instead of summed up each time. */
  public record Balance(String name, BigDecimal amount) {}

  public record Movement(long number, BigDecimal amount, Instant at) {}

  public final Relation<String, Balance> balances =
      relation("balances", Balance.class, Balance::name);
  public final Relation<Long, Movement> movements =
      relation("movements", Movement.class, Movement::number);

  BigDecimal balance() {
    return balances.find("main").map(Balance::amount).orElse(BigDecimal.ZERO);
  }

  /** Gives the new balance. */
  BigDecimal move(BigDecimal amount) {
    BigDecimal after = balance().add(amount);
    balances.upsert(new Balance("main", after));
    // The number after the last one, which the primary key finds at once.
    long number = movements.scan().descending().first().map(Movement::number).orElse(0L) + 1;
    movements.insert(new Movement(number, amount, now()));
    return after;
  }

  /** Puts money on the balance; gives the new one. */
  public record Deposit(BigDecimal amount) implements Procedure<Customer, BigDecimal> {
    @Override
    public BigDecimal run(Customer customer) {
      if (amount.signum() <= 0) {
        throw customer.abort("not-positive", "nothing is deposited by " + amount);
      }
      return customer.move(amount);
    }
  }

  /** Takes money from the balance, which must cover it. */
  public record Pay(BigDecimal amount) implements Procedure<Customer, Void> {
    @Override
    public Void run(Customer customer) {
      if (customer.balance().compareTo(amount) < 0) {
        throw customer.abort("no-money", customer.key() + " has " + customer.balance());
      }
      customer.move(amount.negate());
      return null;
    }
  }

  /** What is on the balance. */
  public record Has() implements Query<Customer, BigDecimal> {
    @Override
    public BigDecimal run(Customer customer) {
      return customer.balance();
    }
  }
}
