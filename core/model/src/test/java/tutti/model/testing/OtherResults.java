package tutti.model.testing;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Relation;

/**
 * Two versions of an application, of which the second has other results: what is kept of the
 * first's requests cannot be read as what its procedures return.
 */
public final class OtherResults {
  private OtherResults() {}

  /** A row of the actors of both versions. */
  public record Entry(int id) {}

  /** A result that is a record. */
  public record Receipt(int id, String text) {}

  public static JavaApplication first() {
    return JavaApplication.named("entries")
        .actor("Ledger", First::new)
        .procedures(
            First.ToRecord.class,
            First.ToText.class,
            First.ToList.class,
            First.ToMap.class,
            First.ToOptional.class,
            First.ToRecords.class,
            First.ToNothing.class,
            First.ToNumber.class,
            First.ToWider.class,
            First.Gone.class)
        .build();
  }

  public static JavaApplication second() {
    return JavaApplication.named("entries")
        .actor("Ledger", Second::new)
        .procedures(
            Second.ToRecord.class,
            Second.ToText.class,
            Second.ToList.class,
            Second.ToMap.class,
            Second.ToOptional.class,
            Second.ToRecords.class,
            Second.ToNothing.class,
            Second.ToNumber.class,
            Second.ToWider.class)
        .build();
  }

  /** As it began: nearly all procedures return a number. */
  public static final class First extends Actor {
    final Relation<Integer, Entry> entries = relation("entries", Entry.class, Entry::id);

    int put(int id) {
      entries.upsert(new Entry(id));
      return id;
    }

    public record ToRecord(int id) implements Procedure<First, Integer> {
      @Override
      public Integer run(First ledger) {
        return ledger.put(id);
      }
    }

    public record ToText(int id) implements Procedure<First, Integer> {
      @Override
      public Integer run(First ledger) {
        return ledger.put(id);
      }
    }

    public record ToList(int id) implements Procedure<First, Integer> {
      @Override
      public Integer run(First ledger) {
        return ledger.put(id);
      }
    }

    public record ToMap(int id) implements Procedure<First, Integer> {
      @Override
      public Integer run(First ledger) {
        return ledger.put(id);
      }
    }

    public record ToOptional(int id) implements Procedure<First, Integer> {
      @Override
      public Integer run(First ledger) {
        return ledger.put(id);
      }
    }

    public record ToRecords(int id) implements Procedure<First, Integer> {
      @Override
      public Integer run(First ledger) {
        return ledger.put(id);
      }
    }

    public record ToNothing(int id) implements Procedure<First, Integer> {
      @Override
      public Integer run(First ledger) {
        return ledger.put(id);
      }
    }

    public record ToNumber(int id) implements Procedure<First, Receipt> {
      @Override
      public Receipt run(First ledger) {
        return new Receipt(ledger.put(id), "first");
      }
    }

    public record ToWider(int id) implements Procedure<First, Integer> {
      @Override
      public Integer run(First ledger) {
        return ledger.put(id);
      }
    }

    public record Gone(int id) implements Procedure<First, Integer> {
      @Override
      public Integer run(First ledger) {
        return ledger.put(id);
      }
    }
  }

  /** As it is now. */
  public static final class Second extends Actor {
    final Relation<Integer, Entry> entries = relation("entries", Entry.class, Entry::id);

    Receipt put(int id) {
      entries.upsert(new Entry(id));
      return new Receipt(id, "second");
    }

    public record ToRecord(int id) implements Procedure<Second, Receipt> {
      @Override
      public Receipt run(Second ledger) {
        return ledger.put(id);
      }
    }

    public record ToText(int id) implements Procedure<Second, String> {
      @Override
      public String run(Second ledger) {
        return ledger.put(id).text();
      }
    }

    public record ToList(int id) implements Procedure<Second, List<Integer>> {
      @Override
      public List<Integer> run(Second ledger) {
        return List.of(ledger.put(id).id());
      }
    }

    public record ToMap(int id) implements Procedure<Second, Map<String, Integer>> {
      @Override
      public Map<String, Integer> run(Second ledger) {
        return Map.of("id", ledger.put(id).id());
      }
    }

    public record ToOptional(int id) implements Procedure<Second, Optional<Receipt>> {
      @Override
      public Optional<Receipt> run(Second ledger) {
        return Optional.of(ledger.put(id));
      }
    }

    public record ToRecords(int id) implements Procedure<Second, List<Receipt>> {
      @Override
      public List<Receipt> run(Second ledger) {
        return List.of(ledger.put(id));
      }
    }

    public record ToNothing(int id) implements Procedure<Second, Void> {
      @Override
      public Void run(Second ledger) {
        ledger.put(id);
        return null;
      }
    }

    public record ToNumber(int id) implements Procedure<Second, Integer> {
      @Override
      public Integer run(Second ledger) {
        return ledger.put(id).id();
      }
    }

    public record ToWider(int id) implements Procedure<Second, Long> {
      @Override
      public Long run(Second ledger) {
        return (long) ledger.put(id).id();
      }
    }
  }
}
