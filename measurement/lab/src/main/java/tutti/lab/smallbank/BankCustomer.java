package tutti.lab.smallbank;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tutti.model.actor.Accesses;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.Procedure;
import tutti.model.actor.Promise;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** A customer with the two accounts, as an actor (Reactors §4.1). */
public final class BankCustomer extends Actor {
  static final String TYPE = "BankCustomer";

  /** The code of refusals where an account has too little. */
  static final String OVERDRAWN = "overdrawn";

  /** The code of refusals where a customer is not there. */
  static final String NOBODY = "no-such-customer";

  /** The code of refusals of deposits below zero. */
  static final String NEGATIVE = "negative-amount";

  /** The fine for a check that is more than both accounts have, in cents. */
  static final long PENALTY = 100;

  public final Relation<Long, Customer> customer =
      relation("customer", Customer.class, Customer::id);
  public final Relation<Long, Account> savings =
      relation("savings", Account.class, Account::customer);
  public final Relation<Long, Account> checking =
      relation("checking", Account.class, Account::customer);

  /** One row at the first customer, for all. */
  public final Relation<Long, Extent> extent = relation("extent", Extent.class, Extent::customers);

  /** The customer's own row. */
  public record Customer(long id, String name) {}

  /**
   * An account, in cents.
   *
   * @param opening the balance that it began with
   * @param outside the sum of deposits less checks
   * @param transfers the sum of transfers from and to other accounts
   * @param changes how often it has changed
   */
  public record Account(
      long customer, long balance, long opening, long outside, long transfers, long changes) {
    static Account opened(long customer, long balance) {
      return new Account(customer, balance, balance, 0, 0, 0);
    }

    Account deposited(long cents) {
      return new Account(
          customer, balance + cents, opening, outside + cents, transfers, changes + 1);
    }

    Account transferred(long cents) {
      return new Account(
          customer, balance + cents, opening, outside, transfers + cents, changes + 1);
    }
  }

  /**
   * The customers that a load makes.
   *
   * @param complete whether all are there
   */
  public record Extent(long customers, boolean complete) {}

  /** The accounts of a customer, as far as they are there. */
  public record Holdings(Optional<Account> savings, Optional<Account> checking) {}

  private long id() {
    return customer
        .scan()
        .limit(1)
        .first()
        .orElseThrow(() -> abort(NOBODY, "there is no customer " + key()))
        .id();
  }

  private Account savingsNow() {
    return savings.get(id());
  }

  private Account checkingNow() {
    return checking.get(id());
  }

  /** Opens the accounts of a customer who has none. */
  @Accesses.Only({})
  public record Open(long id, long savings, long checking)
      implements Procedure<BankCustomer, Boolean> {
    @Override
    public Boolean run(BankCustomer home) {
      if (home.customer.find(id).isPresent()) {
        return false;
      }
      home.customer.insert(new Customer(id, "customer " + id));
      home.savings.insert(Account.opened(id, savings));
      home.checking.insert(Account.opened(id, checking));
      return true;
    }
  }

  /** The sum of both accounts. */
  @Accesses.Only({})
  public record Balance() implements Query<BankCustomer, Long> {
    @Override
    public Long run(BankCustomer home) {
      long id = home.id();
      return home.savings.get(id).balance() + home.checking.get(id).balance();
    }
  }

  /** A deposit on the checking account. */
  @Accesses.Only({})
  public record DepositChecking(long cents) implements Procedure<BankCustomer, Long> {
    @Override
    public Long run(BankCustomer home) {
      if (cents < 0) {
        throw home.abort(NEGATIVE, "a deposit is not below zero");
      }
      Account after = home.checkingNow().deposited(cents);
      home.checking.update(after);
      return after.balance();
    }
  }

  /** A deposit on the savings account, or a withdrawal from it. */
  @Accesses.Only({})
  public record TransactSavings(long cents) implements Procedure<BankCustomer, Long> {
    @Override
    public Long run(BankCustomer home) {
      Account after = home.savingsNow().deposited(cents);
      if (after.balance() < 0) {
        throw home.abort(OVERDRAWN, "the savings account has too little");
      }
      home.savings.update(after);
      return after.balance();
    }
  }

  /** A check on the checking account; one that both accounts do not cover costs a fine. */
  @Accesses.Only({})
  public record WriteCheck(long cents) implements Procedure<BankCustomer, Boolean> {
    @Override
    public Boolean run(BankCustomer home) {
      Account checking = home.checkingNow();
      boolean fined = home.savingsNow().balance() + checking.balance() < cents;
      home.checking.update(checking.deposited(fined ? -cents - PENALTY : -cents));
      return fined;
    }
  }

  /**
   * Moves all that a customer has to the checking account of another.
   *
   * @param to the key of the other
   */
  @Accesses(actor = BankCustomer.class, key = "to", most = 1)
  public record Amalgamate(String to) implements Procedure<BankCustomer, Long> {
    @Override
    public Long run(BankCustomer home) {
      Account savings = home.savingsNow();
      Account checking = home.checkingNow();
      long all = savings.balance() + checking.balance();
      Promise<Long> credited = home.actor(BankCustomer.class, to).call(new Credit(all));
      home.savings.update(savings.transferred(-savings.balance()));
      home.checking.update(checking.transferred(-checking.balance()));
      credited.get();
      return all;
    }
  }

  /** A payment from one checking account to another. */
  @Accesses(actor = BankCustomer.class, key = "to", most = 1)
  public record SendPayment(String to, long cents) implements Procedure<BankCustomer, Long> {
    @Override
    public Long run(BankCustomer home) {
      Promise<Long> credited = home.actor(BankCustomer.class, to).call(new Credit(cents));
      long left = home.debit(cents);
      credited.get();
      return left;
    }
  }

  /** The part of a transfer at the account that gets the money; of an amalgamation, any amount. */
  @Accesses.Only({})
  @Internal
  public record Credit(long cents) implements Procedure<BankCustomer, Long> {
    @Override
    public Long run(BankCustomer home) {
      Account after = home.checkingNow().transferred(cents);
      home.checking.update(after);
      return after.balance();
    }
  }

  /** The part of a transfer at the account that pays. */
  @Accesses.Only({})
  @Internal
  public record Debit(long cents) implements Procedure<BankCustomer, Long> {
    @Override
    public Long run(BankCustomer home) {
      return home.debit(cents);
    }
  }

  private long debit(long cents) {
    Account after = checkingNow().transferred(-cents);
    if (after.balance() < 0) {
      throw abort(OVERDRAWN, "the checking account has too little");
    }
    checking.update(after);
    return after.balance();
  }

  /** A debit as a call of the own actor, which is a sub-transaction (Reactors §4.1). */
  private void callDebit(long cents) {
    actor(BankCustomer.class, key()).call(new Debit(cents)).get();
  }

  /**
   * A transfer, of which a multi-transfer makes several.
   *
   * @param overlapping whether the debit is done while the credit is under way
   */
  @Accesses(actor = BankCustomer.class, key = "to", most = 1)
  @Internal
  public record Transfer(String to, long cents, boolean overlapping)
      implements Procedure<BankCustomer, Long> {
    @Override
    public Long run(BankCustomer home) {
      Promise<Long> credited = home.actor(BankCustomer.class, to).call(new Credit(cents));
      if (!overlapping) {
        credited.get();
      }
      home.callDebit(cents);
      return credited.get();
    }
  }

  private long transferAll(List<String> to, long cents, boolean overlapping) {
    for (String each : to) {
      actor(BankCustomer.class, key()).call(new Transfer(each, cents, overlapping)).get();
    }
    return to.size() * cents;
  }

  private List<Promise<Long>> creditAll(List<String> to, long cents) {
    List<Promise<Long>> promises = new ArrayList<>(to.size());
    for (String each : to) {
      promises.add(actor(BankCustomer.class, each).call(new Credit(cents)));
    }
    return promises;
  }

  /**
   * A multi-transfer of one transfer after the other, each of one call after the other (Reactors
   * §4.1, fully-sync).
   *
   * @param to the keys of the customers that get the amount, each once
   */
  @Accesses(actor = BankCustomer.class, key = "to", most = 1)
  public record FullySync(List<String> to, long cents) implements Procedure<BankCustomer, Long> {
    @Override
    public Long run(BankCustomer home) {
      return home.transferAll(to, cents, false);
    }
  }

  /** The transfers one after the other, with each debit beside its credit (partially-async). */
  @Accesses(actor = BankCustomer.class, key = "to", most = 1)
  public record PartiallyAsync(List<String> to, long cents)
      implements Procedure<BankCustomer, Long> {
    @Override
    public Long run(BankCustomer home) {
      return home.transferAll(to, cents, true);
    }
  }

  /** All credits at the same time, and as many debits beside them (fully-async). */
  @Accesses(actor = BankCustomer.class, key = "to", most = 1)
  public record FullyAsync(List<String> to, long cents) implements Procedure<BankCustomer, Long> {
    @Override
    public Long run(BankCustomer home) {
      List<Promise<Long>> credits = home.creditAll(to, cents);
      for (int i = 0; i < to.size(); i++) {
        home.callDebit(cents);
      }
      Promise.all(credits);
      return to.size() * cents;
    }
  }

  /** All credits at the same time, and one debit of the whole amount beside them (opt). */
  @Accesses(actor = BankCustomer.class, key = "to", most = 1)
  public record Opt(List<String> to, long cents) implements Procedure<BankCustomer, Long> {
    @Override
    public Long run(BankCustomer home) {
      List<Promise<Long>> credits = home.creditAll(to, cents);
      home.callDebit(to.size() * cents);
      Promise.all(credits);
      return to.size() * cents;
    }
  }

  /** The accounts, to judge them. */
  @Accesses.Only({})
  public record Look() implements Query<BankCustomer, Holdings> {
    @Override
    public Holdings run(BankCustomer home) {
      return new Holdings(
          home.savings.scan().limit(1).first(), home.checking.scan().limit(1).first());
    }
  }

  /** Notes how many customers a load makes, if none was begun. */
  @Accesses.Only({})
  public record BeginLoad(long customers) implements Procedure<BankCustomer, Extent> {
    @Override
    public Extent run(BankCustomer home) {
      Optional<Extent> there = home.extent.scan().limit(1).first();
      if (there.isEmpty()) {
        home.extent.insert(new Extent(customers, false));
      }
      return there.orElse(new Extent(customers, false));
    }
  }

  /** Notes that all customers are there. */
  @Accesses.Only({})
  public record EndLoad(long customers) implements Procedure<BankCustomer, Extent> {
    @Override
    public Extent run(BankCustomer home) {
      Extent complete = new Extent(customers, true);
      home.extent.update(complete);
      return complete;
    }
  }

  /** The load that was begun, if one was. */
  @Accesses.Only({})
  public record Begun() implements Query<BankCustomer, Optional<Extent>> {
    @Override
    public Optional<Extent> run(BankCustomer home) {
      return home.extent.scan().limit(1).first();
    }
  }
}
