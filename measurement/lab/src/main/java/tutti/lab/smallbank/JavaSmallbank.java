package tutti.lab.smallbank;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.ActorCalls;
import tutti.lab.node.Commits;
import tutti.lab.node.RunNodes;
import tutti.lab.smallbank.BankCustomer.Account;
import tutti.lab.smallbank.BankCustomer.Extent;
import tutti.lab.smallbank.BankCustomer.Holdings;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.simulator.check.RowsImage;

/** Customers as actors in Java. */
final class JavaSmallbank implements SmallbankLanguage {
  private static final RelationalApplication APPLICATION =
      new RelationalApplication(builder("smallbank").build(), null);

  /** The numbers of the accounts' relations in their actor. */
  private static final int SAVINGS = 1;

  private static final int CHECKING = 2;

  private final ActorCalls calls;
  private final CustomerKeys keys;

  JavaSmallbank() {
    this(APPLICATION, CustomerKeys.NUMBERS);
  }

  /**
   * @param application with the procedures of {@link #builder}, and perhaps more
   */
  JavaSmallbank(RelationalApplication application, CustomerKeys keys) {
    this.calls = new ActorCalls(application);
    this.keys = keys;
  }

  /** Returns the application with other keys. */
  JavaSmallbank named(CustomerKeys other) {
    return new JavaSmallbank(calls.application(), other);
  }

  /** The keys of customers. */
  @FunctionalInterface
  interface CustomerKeys {
    /** The numbers with leading zeros, so that keys are in their order. */
    CustomerKeys NUMBERS =
        customer -> Integer.toString(SmallbankShape.MOST_CUSTOMERS + customer).substring(1);

    String of(int customer);
  }

  /** Returns the application, to which procedures may be added. */
  static JavaApplication.Builder builder(String name) {
    return JavaApplication.named(name)
        .actor(BankCustomer.TYPE, BankCustomer::new)
        .procedures(
            BankCustomer.Amalgamate.class,
            BankCustomer.Balance.class,
            BankCustomer.DepositChecking.class,
            BankCustomer.SendPayment.class,
            BankCustomer.TransactSavings.class,
            BankCustomer.WriteCheck.class)
        .procedures(
            BankCustomer.FullySync.class,
            BankCustomer.PartiallyAsync.class,
            BankCustomer.FullyAsync.class,
            BankCustomer.Opt.class,
            BankCustomer.Transfer.class,
            BankCustomer.Credit.class,
            BankCustomer.Debit.class)
        .procedures(
            BankCustomer.Open.class,
            BankCustomer.Look.class,
            BankCustomer.BeginLoad.class,
            BankCustomer.EndLoad.class,
            BankCustomer.Begun.class);
  }

  @Override
  public Application application() {
    return calls.application();
  }

  @Override
  public ActorId actor(int customer) {
    return new ActorId(BankCustomer.TYPE, keys.of(customer));
  }

  private TransactionRequest of(int customer, Procedure<BankCustomer, ?> procedure) {
    return calls.of(BankCustomer.TYPE, keys.of(customer), procedure);
  }

  @Override
  public TransactionRequest request(SmallbankInput input) {
    return of(
        input.customer(),
        switch (input) {
          case SmallbankInput.Amalgamate it -> new BankCustomer.Amalgamate(keys.of(it.to()));
          case SmallbankInput.Balance it -> new BankCustomer.Balance();
          case SmallbankInput.DepositChecking it -> new BankCustomer.DepositChecking(it.cents());
          case SmallbankInput.SendPayment it ->
              new BankCustomer.SendPayment(keys.of(it.to()), it.cents());
          case SmallbankInput.TransactSavings it -> new BankCustomer.TransactSavings(it.cents());
          case SmallbankInput.WriteCheck it -> new BankCustomer.WriteCheck(it.cents());
          case SmallbankInput.MultiTransfer it -> {
            List<String> to = it.to().stream().map(keys::of).toList();
            yield it.form().procedure(to, it.cents());
          }
        });
  }

  @Override
  public TransactionRequest open(int customer, long savings, long checking) {
    return of(customer, new BankCustomer.Open(customer, savings, checking));
  }

  @Override
  public TransactionRequest beginLoad(int customers) {
    return of(0, new BankCustomer.BeginLoad(customers));
  }

  @Override
  public TransactionRequest endLoad(int customers) {
    return of(0, new BankCustomer.EndLoad(customers));
  }

  @Override
  public Optional<Extent> begun(RunNodes open) throws InterruptedException {
    return calls.ask(open, BankCustomer.TYPE, keys.of(0), new BankCustomer.Begun());
  }

  @Override
  public void read(RunNodes open, int customers, Consumer<Holdings> sink)
      throws InterruptedException {
    readStored(open, customers, sink);
  }

  /** Gives the accounts of all customers, in the order of their numbers. */
  void readStored(Commits open, int customers, Consumer<Holdings> sink)
      throws InterruptedException {
    List<TransactionRequest> queries =
        IntStream.range(0, customers)
            .mapToObj(customer -> of(customer, new BankCustomer.Look()))
            .toList();
    calls.<Holdings>askAll(open, queries, sink);
  }

  @Override
  public Holdings holdings(ActorState state) {
    RowsImage rows = RowsImage.in(state);
    return new Holdings(account(rows, SAVINGS), account(rows, CHECKING));
  }

  private static Optional<Account> account(RowsImage rows, int relation) {
    return rows.rows(relation).stream().findFirst().map(Account.class::cast);
  }

  @Override
  public OptionalLong outside(SmallbankInput input, Outcome.Committed committed) {
    return OptionalLong.of(
        switch (input) {
          case SmallbankInput.DepositChecking it -> it.cents();
          case SmallbankInput.TransactSavings it -> it.cents();
          case SmallbankInput.WriteCheck it ->
              isFined(committed) ? -it.cents() - BankCustomer.PENALTY : -it.cents();
          case SmallbankInput.Amalgamate it -> 0;
          case SmallbankInput.Balance it -> 0;
          case SmallbankInput.SendPayment it -> 0;
          case SmallbankInput.MultiTransfer it -> 0;
        });
  }

  private static boolean isFined(Outcome.Committed committed) {
    return committed.results().getFirst() instanceof ProcedureResult result
        && Boolean.TRUE.equals(result.value());
  }

  @Override
  public boolean mayRefuseUnusual(String code) {
    return code.equals(BankCustomer.NOBODY);
  }

  @Override
  public boolean mayRefuse(String code) {
    return code.equals(BankCustomer.OVERDRAWN);
  }
}
