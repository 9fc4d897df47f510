package tutti.programs;

import java.lang.reflect.InvocationTargetException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tutti.model.actor.Accesses;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.actor.Ref;
import tutti.model.relation.Relation;

/** An actor whose procedures call accounts in every way that an analysis of code has to see. */
public final class Teller extends Actor {

  /** The actors that are called. */
  public static final class Account extends Actor {
    public record Balance(String name, long cents) {}

    public final Relation<String, Balance> balances =
        relation("balances", Balance.class, Balance::name);

    long cents() {
      return balances.find("main").map(Balance::cents).orElse(0L);
    }

    public record Add(long cents) implements Procedure<Account, Long> {
      @Override
      public Long run(Account account) {
        long sum = account.cents() + cents;
        account.balances.upsert(new Balance("main", sum));
        return sum;
      }
    }

    public record Cents() implements Query<Account, Long> {
      @Override
      public Long run(Account account) {
        return account.cents();
      }
    }
  }

  private Ref<Account> account(String key) {
    return actor(Account.class, key);
  }

  private static void add(Ref<Account> account, long cents) {
    account.call(new Account.Add(cents));
  }

  public record Transfer(String from, String to, long cents) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      add(teller.account(from), -cents);
      add(teller.account(to), cents);
      return null;
    }
  }

  public record Choice(String one, String other, boolean first) implements Procedure<Teller, Long> {
    @Override
    public Long run(Teller teller) {
      Ref<Account> both = teller.account("both");
      if (first) {
        add(teller.account(one), 1);
        return both.call(new Account.Add(2)).get();
      }
      add(teller.account(other), 1);
      return both.call(new Account.Add(1)).get();
    }
  }

  public record Repeated(String key, int times) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      for (int i = 0; i < times; i++) {
        add(teller.account(key), i);
      }
      return null;
    }
  }

  public record Each(List<String> keys) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      for (String key : keys) {
        add(teller.account(key), 1);
      }
      return null;
    }
  }

  public record Streamed(List<String> keys) implements Query<Teller, Long> {
    @Override
    public Long run(Teller teller) {
      return keys.stream()
          .map(teller::account)
          .map(account -> account.call(new Account.Cents()).get())
          .reduce(0L, Long::sum);
    }
  }

  public record Numbered(int number, long branch) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      add(teller.account("acct-" + branch + "/" + number), 1);
      add(teller.account(String.valueOf(number)), 1);
      add(teller.account("of " + teller.key()), 1);
      return null;
    }
  }

  public record Computed(int number) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      add(teller.account("acct-" + (number + 1)), 1);
      return null;
    }
  }

  public record Delegates(String agent, String account) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      teller.actor(Teller.class, agent).call(new Transfer("main", account, 3));
      teller.actor(Teller.class, teller.key()).call(new Numbered(3, 4));
      return null;
    }
  }

  public record Normalized(String key) implements Procedure<Teller, Void> {
    public Normalized {
      key = key.strip();
    }

    @Override
    public Void run(Teller teller) {
      add(teller.account(key), 1);
      return null;
    }
  }

  public record MakesNormalized(String key) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      teller.actor(Teller.class, "t").call(new Normalized(key));
      return null;
    }
  }

  public record Recursive(String key, int depth) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      if (depth > 0) {
        teller.actor(Teller.class, key + depth).call(new Recursive(key, depth - 1));
      }
      return null;
    }
  }

  public record RecursiveMethod(int depth) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      down(teller, depth);
      return null;
    }

    private static void down(Teller teller, int left) {
      if (left > 0) {
        add(teller.account("main"), 1);
        down(teller, left - 1);
      }
    }
  }

  public record Reflective(String method) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      try {
        Teller.class.getDeclaredMethod(method, Teller.class).invoke(null, teller);
      } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
        throw new IllegalStateException(e);
      }
      return null;
    }
  }

  /** A method that only reflection calls. */
  static void secret(Teller teller) {
    add(teller.account("secret"), 1);
  }

  static final List<String> REMEMBERED = new ArrayList<>();
  static int counter;
  static final BigDecimal RATE = new BigDecimal("1.5", MathContext.UNLIMITED);

  public record ReadsStatics() implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      REMEMBERED.forEach(key -> add(teller.account(key), 1));
      return null;
    }
  }

  public record WritesStatics() implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      counter++;
      return null;
    }
  }

  public record ReadsConstants() implements Query<Teller, BigDecimal> {
    @Override
    public BigDecimal run(Teller teller) {
      return RATE.add(Limits.HIGH.limit);
    }
  }

  enum Limits {
    LOW(BigDecimal.ONE),
    HIGH(BigDecimal.TEN);

    private final BigDecimal limit;

    Limits(BigDecimal limit) {
      this.limit = limit;
    }
  }

  public record Timed(String key) implements Procedure<Teller, Long> {
    @Override
    public Long run(Teller teller) {
      long start = System.nanoTime();
      add(teller.account(key), 1);
      return System.nanoTime() - start;
    }
  }

  public record Random() implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      add(teller.account(UUID.randomUUID().toString()), 1);
      return null;
    }
  }

  public record Threaded(String key) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      Thread.ofVirtual().start(() -> add(teller.account(key), 1));
      return null;
    }
  }

  interface Way {
    void go(Ref<Account> account);
  }

  record Up(long by) implements Way {
    @Override
    public void go(Ref<Account> account) {
      add(account, by);
    }
  }

  static class Open {
    void go(Ref<Account> account) {
      add(account, 1);
    }
  }

  static class Wide extends Open {
    @Override
    void go(Ref<Account> account) {
      add(account, 1);
      add(account, 2);
    }
  }

  static class Lonely {
    void go(Ref<Account> account) {
      add(account, 1);
    }
  }

  public record ByInterface(String key) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      List<Way> ways = List.of(new Up(1));
      ways.getFirst().go(teller.account(key));
      return null;
    }
  }

  public record ByRecord(String key) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      new Up(1).go(teller.account(key));
      return null;
    }
  }

  public record Overridden(String key, boolean wide) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      Open open = wide ? new Wide() : new Open();
      open.go(teller.account(key));
      return null;
    }
  }

  public record NotOverridden(String key) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      new Lonely().go(teller.account(key));
      return null;
    }
  }

  public record Caught(String key, long cents) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      try {
        add(teller.account(key), 100 / cents);
        add(teller.account("after"), 1);
      } catch (ArithmeticException e) {
        add(teller.account("failed"), 1);
      } finally {
        add(teller.account("always"), 1);
      }
      return null;
    }
  }

  record Sneaky(Ref<Account> account, int number) implements Comparable<Sneaky> {
    @Override
    public int compareTo(Sneaky other) {
      add(account, 1);
      return Integer.compare(number, other.number);
    }
  }

  public record CalledBack(String key, int many) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      List<Sneaky> all = new ArrayList<>();
      for (int i = 0; i < many; i++) {
        all.add(new Sneaky(teller.account(key), -i));
      }
      Collections.sort(all);
      return null;
    }
  }

  public record ChosenProcedure(String key, boolean add) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      Procedure<Account, Long> chosen = add ? new Account.Add(1) : new Account.Cents();
      teller.account(key).call(chosen);
      return null;
    }
  }

  public record ByReference(String key) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      List.of(new Account.Add(1), new Account.Add(2)).forEach(teller.account(key)::call);
      return null;
    }
  }

  public record ByLambda(String key) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      Supplier<Long> add = () -> teller.account(key).call(new Account.Add(1)).get();
      add.get();
      add.get();
      Optional.of(key).ifPresent(it -> add(teller.account(it), 1));
      return null;
    }
  }

  public record Books(String key) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      teller.event("Ledger", key, "book", 3);
      return null;
    }
  }

  @Accesses(actor = Account.class, key = "keys", most = 2)
  @Accesses(actor = Account.class, readsOnly = true, most = 3)
  public record Declares(List<String> keys) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      keys.forEach(key -> add(teller.account(key), 1));
      return null;
    }
  }

  public record CallsDeclared(List<String> keys) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      teller.actor(Teller.class, "other").call(new Declares(keys));
      return null;
    }
  }

  public record CallsDeclaredWithOther(List<String> keys) implements Procedure<Teller, Void> {
    @Override
    public Void run(Teller teller) {
      teller.actor(Teller.class, "other").call(new Declares(keys.reversed()));
      return null;
    }
  }

  /** All kinds of instructions around one call. */
  public record Computes(long a, double b, int c, String key) implements Procedure<Teller, Long> {
    @Override
    public Long run(Teller teller) {
      long[][] grid = new long[3][2];
      long x = a + c;
      double y = b * 2 - x;
      grid[1][0] += x;
      grid[c & 1][1]--;
      String text = "";
      switch (c % 3) {
        case 0 -> text = "zero";
        case 1 -> x += (long) y;
        default -> x = y > 3 ? -x : x << 2;
      }
      Object shape = c > 1 ? text : (Object) x;
      long found =
          switch (shape) {
            case String s when s.isEmpty() -> 1L;
            case String s -> s.length();
            case Long l -> l;
            default -> throw new IllegalStateException();
          };
      do {
        found /= 2;
      } while (found > 1 && !(shape instanceof Number));
      add(teller.account(key), found);
      return found + grid[1][0] + text.hashCode();
    }
  }

  /** The application. */
  public static JavaApplication application() {
    return JavaApplication.named("tellers")
        .actor("Teller", Teller::new)
        .actor("Account", Account::new)
        .procedures(
            Account.Add.class,
            Account.Cents.class,
            Transfer.class,
            Choice.class,
            Repeated.class,
            Each.class,
            Streamed.class,
            Numbered.class,
            Computed.class,
            Delegates.class,
            Normalized.class,
            MakesNormalized.class,
            Recursive.class,
            RecursiveMethod.class,
            Reflective.class,
            ReadsStatics.class,
            WritesStatics.class,
            ReadsConstants.class,
            Timed.class,
            Random.class,
            Threaded.class,
            ByInterface.class,
            ByRecord.class,
            Overridden.class,
            NotOverridden.class,
            Caught.class,
            CalledBack.class,
            ChosenProcedure.class,
            ByReference.class,
            ByLambda.class,
            Books.class,
            Declares.class,
            CallsDeclared.class,
            CallsDeclaredWithOther.class,
            Computes.class)
        .build();
  }
}
