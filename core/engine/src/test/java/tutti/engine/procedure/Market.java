package tutti.engine.procedure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Promise;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;
import tutti.programs.Link;

/** A small application of relational actors: purses, an exchange that moves between them, nodes. */
final class Market {
  private Market() {}

  static JavaApplication application() {
    return JavaApplication.named("market")
        .actor("Purse", Purse::new)
        .actor("Exchange", Exchange::new)
        .actor("Node", Node::new)
        .actor("Link", Link::new)
        .procedures(
            Purse.Add.class,
            Purse.Balance.class,
            Purse.Text.class,
            Purse.Written.class,
            Exchange.Texts.class,
            Purse.Both.class,
            Purse.All.class,
            Purse.Fail.class,
            Purse.Down.class,
            Purse.BadQuery.class,
            Purse.Book.class,
            Exchange.BookAt.class,
            Exchange.Unsendable.class,
            Purse.Deeper.class,
            Purse.Slow.class,
            Purse.Change.class,
            Purse.Sum.class,
            Purse.Hold.class,
            Exchange.Move.class,
            Exchange.Swap.class,
            Exchange.Total.class,
            Exchange.Forget.class,
            Exchange.Regret.class,
            Exchange.Swallow.class,
            Exchange.Pay.class,
            Exchange.PayBoth.class,
            Exchange.Tell.class,
            Node.Run.class,
            Node.Touches.class,
            Link.Point.class,
            Link.Follow.class,
            Link.Counted.class,
            Link.Uncounted.class,
            Link.Both.class,
            Link.SaysOnce.class,
            Link.SaysNothing.class,
            Link.HappensAndWaits.class)
        .build();
  }

  /** The signals for which procedures of tests wait. */
  static final class Gates {
    private static final ConcurrentHashMap<String, CountDownLatch> ALL = new ConcurrentHashMap<>();

    private Gates() {}

    static CountDownLatch of(String name) {
      return ALL.computeIfAbsent(name, unused -> new CountDownLatch(1));
    }
  }

  /** Amounts by currency. */
  static final class Purse extends Actor {
    record Amount(String currency, long cents) {}

    final Relation<String, Amount> amounts = relation("amounts", Amount.class, Amount::currency);

    long balance(String currency) {
      return amounts.find(currency).map(Amount::cents).orElse(0L);
    }

    /** Gives the amount after it; none may be below zero. */
    record Add(String currency, long cents) implements Procedure<Purse, Long> {
      @Override
      public Long run(Purse purse) {
        long after = purse.balance(currency) + cents;
        if (after < 0) {
          throw purse.abort("overdrawn", purse.key() + " would have " + after);
        }
        purse.amounts.upsert(new Amount(currency, after));
        return after;
      }
    }

    record Balance(String currency) implements Query<Purse, Long> {
      @Override
      public Long run(Purse purse) {
        return purse.balance(currency);
      }
    }

    /** Gives a text of that length. */
    record Text(int length) implements Query<Purse, String> {
      /** How many were made, by the keys of the purses. */
      static final ConcurrentHashMap<String, AtomicInteger> MADE = new ConcurrentHashMap<>();

      @Override
      public String run(Purse purse) {
        MADE.computeIfAbsent(purse.key(), _ -> new AtomicInteger()).incrementAndGet();
        return "x".repeat(length);
      }
    }

    /** Writes, and gives a text of that length. */
    record Written(int length) implements Procedure<Purse, String> {
      @Override
      public String run(Purse purse) {
        purse.amounts.upsert(new Amount("EUR", length));
        return "x".repeat(length);
      }
    }

    /** Looks, acts and looks again, all on itself. */
    record Both(long cents) implements Procedure<Purse, List<Long>> {
      @Override
      public List<Long> run(Purse purse) {
        var self = purse.actor(Purse.class, purse.key());
        long before = self.call(new Balance("EUR")).get();
        self.call(new Add("EUR", cents));
        return List.of(before, purse.balance("EUR"), self.call(new Balance("EUR")).get());
      }
    }

    /** Doubles one amount, and gives all of some currencies. */
    record All(List<String> currencies, String doubled) implements Procedure<Purse, List<Long>> {
      @Override
      public List<Long> run(Purse purse) {
        purse.amounts.upsert(new Amount(doubled, 2 * purse.balance(doubled)));
        return purse.amounts.getAll(currencies).stream().map(Amount::cents).toList();
      }
    }

    record Fail(String how) implements Procedure<Purse, Void> {
      @Override
      public Void run(Purse purse) {
        purse.amounts.upsert(new Amount("lost", 1));
        switch (how) {
          case "abort" -> throw purse.abort("unwanted", "as asked");
          case "stack" -> endless(0);
          case "late" -> computeFor(200_000_000);
          case "missing" -> purse.amounts.get("nothing");
          case "error" -> throw new Error("not done yet");
          case "checked" -> Fail.<RuntimeException>smuggle(new IOException("unforeseen"));
          default -> throw new IllegalStateException(how);
        }
        return null;
      }

      @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
      private static <E extends Throwable> void smuggle(Throwable checked) throws E {
        throw (E) checked;
      }

      /** Computes without asking for anything, and so is not told that its time is over. */
      private static void computeFor(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
          Thread.onSpinWait();
        }
      }

      private static long endless(long depth) {
        return endless(depth + 1) + depth;
      }
    }

    /** Goes down a chain of purses, and fails or adds at its end. */
    record Down(int left, Optional<String> fail) implements Procedure<Purse, Long> {
      @Override
      public Long run(Purse purse) {
        purse.amounts.upsert(new Amount("EUR", purse.balance("EUR") + 1));
        if (left == 0) {
          fail.ifPresent(how -> purse.actor(Purse.class, purse.key()).call(new Fail(how)));
          return 1L;
        }
        String next = purse.key() + "/" + left;
        return 1 + purse.actor(Purse.class, next).call(new Down(left - 1, fail)).get();
      }
    }

    /** Calls itself so often. */
    record Deeper(int left) implements Procedure<Purse, Integer> {
      @Override
      public Integer run(Purse purse) {
        return left == 0
            ? 0
            : 1 + purse.actor(Purse.class, purse.key()).call(new Deeper(left - 1)).get();
      }
    }

    /** Continues until a test stops it. */
    record Slow() implements Procedure<Purse, Void> {
      @Override
      public Void run(Purse purse) {
        while (true) {
          purse.amounts.upsert(new Amount("EUR", purse.balance("EUR") + 1));
        }
      }
    }

    /** Changes some of one currency into another, at par. */
    record Change(String from, String to, long cents) implements Procedure<Purse, Void> {
      @Override
      public Void run(Purse purse) {
        purse.amounts.upsert(new Amount(from, purse.balance(from) - cents));
        purse.amounts.upsert(new Amount(to, purse.balance(to) + cents));
        return null;
      }
    }

    /** Writes an amount, and goes on when it may. */
    record Hold(String currency, String gate) implements Procedure<Purse, Void> {
      @Override
      public Void run(Purse purse) {
        purse.amounts.upsert(new Amount(currency, 1));
        try {
          Gates.of(gate).await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
        return null;
      }
    }

    /** The sum of all currencies. */
    record Sum() implements Query<Purse, Long> {
      @Override
      public Long run(Purse purse) {
        long sum = 0;
        for (Amount each : purse.amounts.scan().list()) {
          sum += each.cents();
        }
        return sum;
      }
    }

    /** Has money moved between declarative accounts, once after the other. */
    record Book(List<String> transfers, String from, String to) implements Procedure<Purse, Long> {
      @Override
      public Long run(Purse purse) {
        for (String transfer : transfers) {
          purse.event("Transfer", transfer, "book", 3L, from, to);
          purse.amounts.upsert(new Amount("booked", purse.balance("booked") + 1));
        }
        return purse.balance("booked");
      }
    }

    record BadQuery(boolean calls) implements Query<Purse, Long> {
      @Override
      public Long run(Purse purse) {
        if (calls) {
          return purse.actor(Purse.class, "other").call(new Add("EUR", 1)).get();
        }
        purse.amounts.upsert(new Amount("EUR", 1));
        return 1L;
      }
    }
  }

  /** Has nothing of its own but a count. */
  static final class Exchange extends Actor {
    record Done(int id, long count) {}

    final Relation<Integer, Done> done = relation("done", Done.class, Done::id);

    private void count() {
      done.upsert(new Done(0, done.find(0).map(Done::count).orElse(0L) + 1));
    }

    /** Moves by two calls that run at once, taken at the end. */
    record Move(String from, String to, long cents) implements Procedure<Exchange, Long> {
      @Override
      public Long run(Exchange exchange) {
        Promise<Long> left = exchange.actor(Purse.class, from).call(new Purse.Add("EUR", -cents));
        exchange.actor(Purse.class, to).call(new Purse.Add("EUR", cents));
        return left.get();
      }
    }

    /** Looks at both first, then moves the difference: what was read stays true. */
    record Swap(String one, String other) implements Procedure<Exchange, Long> {
      @Override
      public Long run(Exchange exchange) {
        var first = exchange.actor(Purse.class, one);
        var second = exchange.actor(Purse.class, other);
        Promise<Long> a = first.call(new Purse.Balance("EUR"));
        Promise<Long> b = second.call(new Purse.Balance("EUR"));
        long more = b.get() - a.get();
        first.call(new Purse.Add("EUR", more));
        second.call(new Purse.Add("EUR", -more));
        exchange.count();
        return more;
      }
    }

    record Total(List<String> purses) implements Query<Exchange, Long> {
      @Override
      public Long run(Exchange exchange) {
        List<Promise<Long>> all = new ArrayList<>();
        for (String purse : purses) {
          all.add(exchange.actor(Purse.class, purse).call(new Purse.Balance("EUR")));
        }
        long sum = 0;
        for (long each : Promise.all(all)) {
          sum += each;
        }
        return sum;
      }
    }

    /** Gives how long the texts of some purses are together. */
    record Texts(List<String> purses, int length) implements Query<Exchange, Long> {
      @Override
      public Long run(Exchange exchange) {
        long sum = 0;
        for (String purse : purses) {
          sum += exchange.actor(Purse.class, purse).call(new Purse.Text(length)).get().length();
        }
        return sum;
      }
    }

    /** Takes no promise. */
    record Forget(List<String> purses, Optional<String> last) implements Procedure<Exchange, Void> {
      @Override
      public Void run(Exchange exchange) {
        for (String purse : purses) {
          exchange.actor(Purse.class, purse).call(new Purse.Add("EUR", 1));
        }
        last.ifPresent(how -> exchange.actor(Purse.class, "z").call(new Purse.Fail(how)));
        return null;
      }
    }

    /** Catches whatever goes wrong: to no avail. */
    record Swallow(String how) implements Procedure<Exchange, String> {
      @Override
      public String run(Exchange exchange) {
        exchange.count();
        try {
          exchange.actor(Purse.class, "z").call(new Purse.Fail(how)).get();
        } catch (RuntimeException caught) {
          return "caught " + caught.getMessage();
        }
        return "nothing";
      }
    }

    /** Tells all that a procedure can see of its calls, of its actor and of others. */
    record Tell(List<String> purses) implements Procedure<Exchange, List<String>> {
      @Override
      public List<String> run(Exchange exchange) {
        return Senses.tell(exchange, purses);
      }
    }

    /** Money of a declarative account for money in a purse. */
    record Pay(String account, String purse, long amount) implements Procedure<Exchange, Long> {
      @Override
      public Long run(Exchange exchange) {
        Promise<Long> after = exchange.actor(Purse.class, purse).call(new Purse.Add("EUR", amount));
        exchange.event("Account", account, "withdraw", amount);
        return after.get();
      }
    }

    /** Has purses have money moved. */
    record BookAt(Map<String, String> transfers, String from, String to)
        implements Procedure<Exchange, Long> {
      @Override
      public Long run(Exchange exchange) {
        List<Promise<Long>> all = new ArrayList<>();
        transfers.forEach(
            (purse, transfer) ->
                all.add(
                    exchange
                        .actor(Purse.class, purse)
                        .call(new Purse.Book(List.of(transfer), from, to))));
        return Promise.all(all).stream().mapToLong(each -> each).sum();
      }
    }

    /** Calls a purse, and aborts without waiting for it. */
    record Regret(String purse) implements Procedure<Exchange, Void> {
      @Override
      public Void run(Exchange exchange) {
        exchange.actor(Purse.class, purse).call(new Purse.Add("EUR", 1));
        throw exchange.abort("unwanted", "as asked");
      }
    }

    /** Calls with something that no message can have. */
    record Unsendable(String purse) implements Procedure<Exchange, Long> {
      @Override
      @SuppressWarnings("NullAway") // what it is about
      public Long run(Exchange exchange) {
        exchange.count();
        return exchange.actor(Purse.class, purse).call(new Purse.Add(null, 1)).get();
      }
    }

    /** Each from a task of its own. */
    record PayBoth(List<String> accounts, String event) implements Procedure<Exchange, Void> {
      @Override
      public Void run(Exchange exchange) {
        for (String account : accounts) {
          exchange
              .actor(Exchange.class, "of " + account)
              .call(new PayBoth(List.of(), event + " " + account));
        }
        if (accounts.isEmpty()) {
          String[] words = event.split(" ", -1);
          exchange.event("Account", words[1], words[0], 1L).get();
          exchange.count();
        }
        return null;
      }
    }
  }

  /** Runs programs of calls and takes. */
  static final class Node extends Actor {
    record Touch(int id, long count) {}

    final Relation<Integer, Touch> touches = relation("touches", Touch.class, Touch::id);

    private long count() {
      return touches.find(0).map(Touch::count).orElse(0L);
    }

    record Run(String program) implements Procedure<Node, Long> {
      @Override
      public Long run(Node node) {
        node.touches.upsert(new Touch(0, node.count() + 1));
        List<Promise<Long>> made = new ArrayList<>();
        for (Program.Step step : Program.parse(program).steps()) {
          switch (step) {
            case Program.Step.Make(var actor, var body) ->
                made.add(node.actor(Node.class, actor).call(new Run(body.toString())));
            case Program.Step.Take(int number) -> made.get(number).get();
          }
        }
        return node.count();
      }
    }

    record Touches() implements Query<Node, Long> {
      @Override
      public Long run(Node node) {
        return node.count();
      }
    }
  }
}
