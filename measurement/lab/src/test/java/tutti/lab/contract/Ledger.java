package tutti.lab.contract;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Promise;
import tutti.model.actor.Query;
import tutti.model.outside.DidNotHappen;
import tutti.model.outside.Happened;
import tutti.model.outside.OutsideService;
import tutti.model.relation.Relation;

/** The Java half of what the contracts run on: books of numbers, and a desk that works on them. */
final class Ledger {
  private Ledger() {}

  private static String euros(long cents) {
    return String.format(Locale.ROOT, "EUR %d.%02d", cents / 100, cents % 100);
  }

  /** The application, with cards that its desks charge where a deployment can do that. */
  static JavaApplication application(Cards cards) {
    return books().procedures(Desk.Charge.class).outside(cards).build();
  }

  static JavaApplication application() {
    return books().build();
  }

  private static JavaApplication.Builder books() {
    return JavaApplication.named("ledger")
        .actor("Book", Book::new)
        .actor("Desk", Desk::new)
        .procedures(
            Book.Add.class,
            Book.Of.class,
            Book.Sum.class,
            Book.AddIfFewer.class,
            Book.Endless.class,
            Desk.Move.class,
            Desk.Take.class,
            Desk.Claim.class,
            Desk.Pay.class,
            Desk.Swallow.class,
            Desk.Count.class,
            Desk.Look.class);
  }

  /** Cards outside of Tutti. */
  static final class Cards implements OutsideService {
    private final Map<String, Integer> charged = new ConcurrentHashMap<>();

    void charge(String key, String how) throws Exception {
      if (how.equals("refused")) {
        throw new DidNotHappen("the card is blocked");
      }
      charged.merge(key, 1, Integer::sum);
      if (how.equals("unclear")) {
        throw new IOException("no answer has come");
      }
    }

    int charged(String key) {
      return charged.getOrDefault(key, 0);
    }

    @Override
    public Happened happened(String key) {
      return charged(key) > 0 ? Happened.YES : Happened.NO;
    }
  }

  /** Numbers by name. */
  static final class Book extends Actor {
    record Entry(String name, long amount) {}

    final Relation<String, Entry> entries = relation("entries", Entry.class, Entry::name);

    long of(String name) {
      return entries.find(name).map(Entry::amount).orElse(0L);
    }

    /** Gives what there was before; there is never less than nothing after it. */
    record Add(String name, long amount) implements Procedure<Book, Long> {
      @Override
      public Long run(Book book) {
        long before = book.of(name);
        if (before + amount < 0) {
          throw book.abort("too-little", book.key() + " has " + before);
        }
        book.entries.upsert(new Entry(name, before + amount));
        return before;
      }
    }

    record Of(String name) implements Query<Book, Long> {
      @Override
      public Long run(Book book) {
        return book.of(name);
      }
    }

    record Sum() implements Query<Book, Long> {
      @Override
      public Long run(Book book) {
        return book.entries.scan().list().stream().mapToLong(Entry::amount).sum();
      }
    }

    /** Adds a row if the scan shows fewer than the limit. */
    record AddIfFewer(String name, int limit) implements Procedure<Book, Boolean> {
      @Override
      public Boolean run(Book book) {
        boolean fewer = book.entries.scan().list().size() < limit;
        if (fewer) {
          book.entries.insert(new Entry(name, 1));
        }
        return fewer;
      }
    }

    /** Writes until a test stops it. */
    record Endless() implements Procedure<Book, Void> {
      @Override
      public Void run(Book book) {
        while (true) {
          book.entries.upsert(new Entry("endless", book.of("endless") + 1));
        }
      }
    }
  }

  /** Has a count of its own. */
  static final class Desk extends Actor {
    record Done(int id, long count) {}

    final Relation<Integer, Done> done = relation("done", Done.class, Done::id);

    /** The second call is the one that may abort: the first has written by then. */
    record Move(String from, String to, long amount) implements Procedure<Desk, Long> {
      @Override
      public Long run(Desk desk) {
        desk.actor(Book.class, to).call(new Book.Add("cash", amount));
        return desk.actor(Book.class, from).call(new Book.Add("cash", -amount)).get() - amount;
      }
    }

    /** Takes from a book, and charges a card that no abort takes back. */
    record Charge(String key, String book, long amount, String how)
        implements Procedure<Desk, Long> {
      @Override
      public Long run(Desk desk) {
        desk.irrevocable(key, cards -> cards.charge(key, how), Cards.class);
        return desk.actor(Book.class, book).call(new Book.Add("cash", -amount)).get() - amount;
      }
    }

    /** Takes from one book if both together hold enough: write skew would take it twice. */
    record Take(String from, String other, long amount) implements Procedure<Desk, Boolean> {
      @Override
      public Boolean run(Desk desk) {
        Promise<Long> here = desk.actor(Book.class, from).call(new Book.Of("cash"));
        Promise<Long> there = desk.actor(Book.class, other).call(new Book.Of("cash"));
        boolean enough = here.get() + there.get() >= amount;
        if (enough) {
          desk.actor(Book.class, from).call(new Book.Add("taken", amount)).get();
          desk.actor(Book.class, from).call(new Book.Add("cash", -here.get()));
        }
        return enough;
      }
    }

    /** Claims one book if the other one is not claimed: a read of a missing row. */
    record Claim(String mine, String other) implements Procedure<Desk, Boolean> {
      @Override
      public Boolean run(Desk desk) {
        boolean free = desk.actor(Book.class, other).call(new Book.Of("claim")).get() == 0;
        if (free) {
          desk.actor(Book.class, mine).call(new Book.Add("claim", 1)).get();
        }
        return free;
      }
    }

    /** Money of a Rebel account into a book. */
    record Pay(String account, String book, long cents) implements Procedure<Desk, Long> {
      @Override
      public Long run(Desk desk) {
        Promise<Long> before = desk.actor(Book.class, book).call(new Book.Add("cash", cents));
        desk.event("Account", account, "withdraw", euros(cents));
        return before.get();
      }
    }

    /** Catches the abort of what it called: to no avail. */
    record Swallow(String book) implements Procedure<Desk, String> {
      @Override
      public String run(Desk desk) {
        desk.done.upsert(new Done(0, 1));
        try {
          desk.actor(Book.class, book).call(new Book.Add("cash", Long.MIN_VALUE / 2)).get();
        } catch (RuntimeException caught) {
          return "caught";
        }
        return "nothing";
      }
    }

    /** Adds one to the same name of several books, and tells what each was before. */
    record Count(List<String> books, String name) implements Procedure<Desk, List<Long>> {
      @Override
      public List<Long> run(Desk desk) {
        List<Promise<Long>> all = new ArrayList<>();
        for (String book : books) {
          all.add(desk.actor(Book.class, book).call(new Book.Add(name, 1)));
        }
        return Promise.all(all);
      }
    }

    record Look(List<String> books, String name) implements Query<Desk, List<Long>> {
      @Override
      public List<Long> run(Desk desk) {
        List<Promise<Long>> all = new ArrayList<>();
        for (String book : books) {
          all.add(desk.actor(Book.class, book).call(new Book.Of(name)));
        }
        return Promise.all(all);
      }
    }
  }
}
