package tutti.lab.smallbank;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.bank.EventCalls;
import tutti.lab.node.RunNodes;
import tutti.lab.smallbank.BankCustomer.Account;
import tutti.lab.smallbank.BankCustomer.Extent;
import tutti.lab.smallbank.BankCustomer.Holdings;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;

/**
 * Customers as instances of a Rebel specification, whose conditions path-sensitive control knows.
 * Multi-transfers are not among their events, since the programs of these differ in promises, and a
 * load is not noted.
 */
final class RebelSmallbank implements SmallbankLanguage {
  private static final long TIMEOUT_NANOS = 60_000_000_000L;
  private static final Application APPLICATION = BundledSpecification.smallbank();
  private static final ActorType CUSTOMER = EventCalls.type(APPLICATION, "Customer");

  @Override
  public Application application() {
    return APPLICATION;
  }

  private static String key(int customer) {
    return Integer.toString(customer);
  }

  @Override
  public ActorId actor(int customer) {
    return new ActorId(CUSTOMER.name(), key(customer));
  }

  private static TransactionRequest of(int customer, String event, Object... arguments) {
    return new TransactionRequest(
        List.of(EventCalls.call(CUSTOMER, key(customer), event, arguments)), null, TIMEOUT_NANOS);
  }

  @Override
  public TransactionRequest request(SmallbankInput input) {
    return switch (input) {
      case SmallbankInput.Amalgamate it -> of(it.customer(), "amalgamate", (long) it.to());
      case SmallbankInput.Balance it -> of(it.customer(), "balance");
      case SmallbankInput.DepositChecking it -> of(it.customer(), "depositChecking", it.cents());
      case SmallbankInput.SendPayment it ->
          of(it.customer(), "sendPayment", (long) it.to(), it.cents());
      case SmallbankInput.TransactSavings it -> of(it.customer(), "transactSavings", it.cents());
      case SmallbankInput.WriteCheck it -> of(it.customer(), "writeCheck", it.cents());
      case SmallbankInput.MultiTransfer it ->
          throw new IllegalArgumentException("events make no multi-transfers");
    };
  }

  @Override
  public boolean keepsExtent() {
    return false;
  }

  @Override
  public boolean makesMultiTransfers() {
    return false;
  }

  @Override
  public TransactionRequest open(int customer, long savings, long checking) {
    return of(customer, "open", savings, checking);
  }

  @Override
  public TransactionRequest beginLoad(int customers) {
    throw new IllegalStateException("no load is noted");
  }

  @Override
  public TransactionRequest endLoad(int customers) {
    throw new IllegalStateException("no load is noted");
  }

  @Override
  public Optional<Extent> begun(RunNodes open) {
    return Optional.empty();
  }

  @Override
  public void read(RunNodes open, int customers, Consumer<Holdings> sink)
      throws InterruptedException {
    AtomicReferenceArray<Holdings> all = new AtomicReferenceArray<>(customers);
    open.read(
        customers,
        customer -> actor((int) customer),
        result -> {
          if (result instanceof Node.ReadResult.Found(var instance)) {
            all.set(Integer.parseInt(instance.id().key()), holdings(instance.state()));
          }
        });
    for (int i = 0; i < customers; i++) {
      Holdings there = all.get(i);
      sink.accept(there != null ? there : new Holdings(Optional.empty(), Optional.empty()));
    }
  }

  @Override
  public Holdings holdings(ActorState state) {
    return new Holdings(
        Optional.of(account(state, "savings")), Optional.of(account(state, "checking")));
  }

  private static Account account(ActorState state, String name) {
    return new Account(
        0,
        cents(state, name),
        cents(state, name + "Opening"),
        cents(state, name + "Outside"),
        cents(state, name + "Transfers"),
        cents(state, name + "Changes"));
  }

  private static long cents(ActorState state, String field) {
    for (int i = 0; i < CUSTOMER.fields().size(); i++) {
      if (CUSTOMER.fields().get(i).name().equals(field)) {
        return ((Number) Objects.requireNonNull(state.field(i))).longValue();
      }
    }
    throw new IllegalStateException("a customer has no field " + field);
  }

  /**
   * Returns the cents that the transaction has brought from outside; empty for a check, since an
   * event has no answer that shows whether the check was fined.
   */
  @Override
  public OptionalLong outside(SmallbankInput input, Outcome.Committed committed) {
    return switch (input) {
      case SmallbankInput.DepositChecking it -> OptionalLong.of(it.cents());
      case SmallbankInput.TransactSavings it -> OptionalLong.of(it.cents());
      case SmallbankInput.WriteCheck it -> OptionalLong.empty();
      case SmallbankInput.Amalgamate it -> OptionalLong.of(0);
      case SmallbankInput.Balance it -> OptionalLong.of(0);
      case SmallbankInput.SendPayment it -> OptionalLong.of(0);
      case SmallbankInput.MultiTransfer it -> OptionalLong.of(0);
    };
  }

  @Override
  public boolean mayRefuseUnusual(String code) {
    return code.equals("state") || code.equals("instance-twice");
  }

  @Override
  public boolean mayRefuse(String code) {
    return code.equals("precondition");
  }
}
