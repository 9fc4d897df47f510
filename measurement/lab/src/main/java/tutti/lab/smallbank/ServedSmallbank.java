package tutti.lab.smallbank;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.Commits;
import tutti.lab.served.ServedBenchmark;
import tutti.lab.smallbank.BankCustomer.Account;
import tutti.lab.smallbank.BankCustomer.Holdings;
import tutti.model.Application;
import tutti.model.actor.JavaApplication;

/**
 * Smallbank for nodes that are tortured: a few customers who pay each other, one by one and by
 * multi-transfers. Each request leaves traces in how often accounts have changed, and in what came
 * to them from outside and from other customers.
 */
public final class ServedSmallbank implements ServedBenchmark {
  private static final int CUSTOMERS = 12;
  private static final int HOT_CUSTOMERS = 3;
  private static final int HOT = 50;
  private static final long OPENING_CENTS = 20_000;

  /** The divisor of requests: one of this many is a multi-transfer. */
  private static final int MULTI_ONE_OF = 5;

  private static final int MOST_DESTINATIONS = 4;
  private static final int MOST_CENTS = 500;

  /** More cents than there can be. */
  private static final long BEYOND = 1L << 40;

  private final JavaSmallbank language = new JavaSmallbank();
  private final InputDraw draw =
      new InputDraw(new SmallbankShape(CUSTOMERS, HOT_CUSTOMERS, HOT, null));

  /** The application, for a jar that names this class. */
  public static final class Customers {
    private Customers() {}

    public static JavaApplication application() {
      return JavaSmallbank.builder("smallbank").build();
    }
  }

  @Override
  public Class<?> provider() {
    return Customers.class;
  }

  @Override
  public Application application() {
    return language.application();
  }

  @Override
  public List<TransactionRequest> opening() {
    List<TransactionRequest> opening = new ArrayList<>();
    for (int i = 0; i < CUSTOMERS; i++) {
      opening.add(language.open(i, OPENING_CENTS, OPENING_CENTS));
    }
    return opening;
  }

  @Override
  public Asked next(SplittableRandom random) {
    SmallbankInput input =
        random.nextInt(MULTI_ONE_OF) == 0 ? multiTransfer(random) : draw.next(random);
    return new Transaction(input, language.request(input));
  }

  private static SmallbankInput multiTransfer(SplittableRandom random) {
    int source = random.nextInt(CUSTOMERS);
    int first = random.nextInt(CUSTOMERS);
    List<Integer> to = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(MOST_DESTINATIONS); i++) {
      int each = (first + i) % CUSTOMERS;
      if (each != source && !to.contains(each)) {
        to.add(each);
      }
    }
    if (to.isEmpty()) {
      to.add((source + 1) % CUSTOMERS);
    }
    Formulation[] forms = Formulation.values();
    return new SmallbankInput.MultiTransfer(
        forms[random.nextInt(forms.length)], source, to, 1 + random.nextInt(MOST_CENTS));
  }

  private static String savings(int customer) {
    return "changes of customer " + customer + "'s savings";
  }

  private static String checking(int customer) {
    return "changes of customer " + customer + "'s checking account";
  }

  private static String outside(int customer) {
    return "cents that came to customer " + customer + " from outside";
  }

  private static String paid(int customer) {
    return "cents that customer " + customer + " got from others";
  }

  /** A transaction of a customer. */
  private record Transaction(SmallbankInput input, TransactionRequest request) implements Asked {
    @Override
    public List<Trace> traces(@Nullable List<@Nullable Object> results) {
      Object result =
          results != null && results.getFirst() instanceof ProcedureResult it ? it.value() : null;
      int own = input.customer();
      return switch (input) {
        case SmallbankInput.Balance it -> List.of();
        case SmallbankInput.DepositChecking it ->
            List.of(Trace.of(checking(own), 1), Trace.of(outside(own), it.cents()));
        case SmallbankInput.TransactSavings it ->
            List.of(Trace.of(savings(own), 1), Trace.of(outside(own), it.cents()));
        case SmallbankInput.WriteCheck it ->
            List.of(
                Trace.of(checking(own), 1),
                check(it, result instanceof Boolean fined ? fined : null));
        case SmallbankInput.SendPayment it ->
            List.of(
                Trace.of(checking(own), 1),
                Trace.of(checking(it.to()), 1),
                Trace.of(paid(own), -it.cents()),
                Trace.of(paid(it.to()), it.cents()));
        case SmallbankInput.Amalgamate it -> {
          long least = result instanceof Long all ? all : -BEYOND;
          long most = result instanceof Long all ? all : BEYOND;
          yield List.of(
              Trace.of(savings(own), 1),
              Trace.of(checking(own), 1),
              Trace.of(checking(it.to()), 1),
              new Trace(paid(own), -most, -least),
              new Trace(paid(it.to()), least, most));
        }
        case SmallbankInput.MultiTransfer it -> multiTransfer(it);
      };
    }

    private static Trace check(SmallbankInput.WriteCheck it, @Nullable Boolean fined) {
      long fine = -it.cents() - BankCustomer.PENALTY;
      return fined == null
          ? new Trace(outside(it.customer()), fine, -it.cents())
          : Trace.of(outside(it.customer()), fined ? fine : -it.cents());
    }

    private static List<Trace> multiTransfer(SmallbankInput.MultiTransfer it) {
      int count = it.to().size();
      List<Trace> traces = new ArrayList<>();
      traces.add(Trace.of(checking(it.customer()), it.form().debits(count)));
      traces.add(Trace.of(paid(it.customer()), -count * it.cents()));
      for (int to : it.to()) {
        traces.add(Trace.of(checking(to), 1));
        traces.add(Trace.of(paid(to), it.cents()));
      }
      return traces;
    }
  }

  @Override
  public Stored stored(Commits nodes) throws InterruptedException {
    SmallbankRules rules = new SmallbankRules();
    Map<String, Long> amounts = new HashMap<>();
    List<Holdings> all = new ArrayList<>();
    language.readStored(nodes, CUSTOMERS, all::add);
    for (int i = 0; i < all.size(); i++) {
      int customer = i;
      rules.add("customer " + customer, all.get(i));
      all.get(i).savings().ifPresent(it -> add(customer, savings(customer), it, amounts));
      all.get(i).checking().ifPresent(it -> add(customer, checking(customer), it, amounts));
    }
    amounts.values().removeIf(amount -> amount == 0);
    return new Stored(amounts, rules.violations());
  }

  private static void add(
      int customer, String changes, Account account, Map<String, Long> amounts) {
    amounts.merge(changes, account.changes(), Long::sum);
    amounts.merge(outside(customer), account.outside(), Long::sum);
    amounts.merge(paid(customer), account.transfers(), Long::sum);
  }
}
