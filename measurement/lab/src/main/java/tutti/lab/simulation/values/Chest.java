package tutti.lab.simulation.values;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;
import tutti.sql.SqlQuery;

/** An actor with things, which are found by name and in the order of some of their components. */
final class Chest extends Actor {
  static final String TYPE = "Chest";

  final Relation<String, Thing> things = relation("things", Thing.class, Thing::name);
  final Index<Long, Thing> byNumber = things.index(Thing::number);
  final Index<BigDecimal, Thing> byExact = things.index(Thing::exact);
  final Index<Instant, Thing> byTime = things.index(Thing::at);
  final Index<Duration, Thing> bySpan = things.index(Thing::span);
  final Index<LocalDate, Thing> byDay = things.index(Thing::day);

  /**
   * A statement about one thing of a chest.
   *
   * @param saw the stamp that the thing had; 0 if it was not there
   * @param made the stamp that it has now; 0 if it is not there any more; -1 if it was only read
   */
  public record Note(String chest, String name, long saw, long made) {}

  /** The statements of a call, and the things that it saw. */
  public record Told(List<Note> notes, List<Thing> things) {}

  /**
   * Puts things into this chest and others: the argument is kept, or a thing that is made here.
   *
   * @param things for this chest
   * @param others the chests that get things of the same names, with the next stamps
   */
  record Put(List<Thing> things, List<String> others) implements Procedure<Chest, Told> {
    @Override
    public Told run(Chest chest) {
      List<Note> notes = new ArrayList<>();
      for (Thing thing : things) {
        Optional<Thing> former = chest.things.find(thing.name());
        chest.things.upsert(thing);
        notes.add(new Note(chest.key(), thing.name(), stamp(former), thing.stamp()));
      }
      List<Thing> next =
          things.stream().map(thing -> Thing.of(thing.name(), thing.stamp() + 1)).toList();
      if (!others.isEmpty()) {
        List<String> rest = others.subList(1, others.size());
        notes.addAll(
            chest.actor(Chest.class, others.getFirst()).call(new Put(next, rest)).get().notes());
      }
      return new Told(notes, things);
    }
  }

  /** Takes a thing away, if there is one. */
  record Take(String name) implements Procedure<Chest, Told> {
    @Override
    public Told run(Chest chest) {
      Optional<Thing> former = chest.things.find(name);
      former.ifPresent(_ -> chest.things.delete(name));
      return new Told(
          List.of(new Note(chest.key(), name, stamp(former), 0)), former.stream().toList());
    }
  }

  /**
   * Looks at all things, in each order.
   *
   * @param names the names that things have
   * @param stamp of a thing whose components are bounds of ranges; it need not be here
   */
  record Look(List<String> names, long stamp) implements Query<Chest, Told> {
    @Override
    public Told run(Chest chest) {
      List<Thing> all = chest.things.scan().list();
      Thing bound = Thing.of("", stamp);
      ordered(all, chest.byNumber, Thing::number, bound);
      ordered(all, chest.byExact, Thing::exact, bound);
      ordered(all, chest.byTime, Thing::at, bound);
      ordered(all, chest.bySpan, Thing::span, bound);
      ordered(all, chest.byDay, Thing::day, bound);
      List<Note> notes = new ArrayList<>();
      for (String name : names) {
        Optional<Thing> found = chest.things.find(name);
        check(found.equals(all.stream().filter(it -> it.name().equals(name)).findFirst()), name);
        notes.add(new Note(chest.key(), name, found.map(Thing::stamp).orElse(0L), -1));
        text(chest, name, found.isPresent());
      }
      return new Told(notes, all);
    }

    /** Compares a range of an index with a plain loop. */
    private static <K extends Comparable<? super K>> void ordered(
        List<Thing> all, Index<K, Thing> index, Function<Thing, K> key, Thing bound) {
      K low = key.apply(bound);
      List<Thing> above =
          all.stream()
              .filter(it -> key.apply(it).compareTo(low) > 0)
              .sorted(Comparator.comparing(key))
              .toList();
      List<Thing> found = index.scan().after(low).list();
      check(keys(above, key).equals(keys(found, key)), "above " + low + " are " + found);
      long rest = index.scan().to(low).count();
      check(rest == all.size() - found.size(), rest + " are up to " + low);
    }

    /** Returns the keys in a form in which numbers are equal by value. */
    private static <K extends Comparable<? super K>> List<Object> keys(
        List<Thing> things, Function<Thing, K> key) {
      return things.stream()
          .map(key)
          .<Object>map(it -> it instanceof BigDecimal exact ? exact.stripTrailingZeros() : it)
          .toList();
    }

    private static void text(Chest chest, String name, boolean there) {
      String sql = "select name from things where name = '" + name.replace("'", "''") + "'";
      List<List<String>> rows = new SqlQuery(sql, false).run(chest).rows();
      check(rows.size() == (there ? 1 : 0), "as text: " + name + " gave " + rows);
    }
  }

  private static long stamp(Optional<Thing> thing) {
    return thing.map(Thing::stamp).orElse(0L);
  }

  private static void check(boolean right, String wrong) {
    if (!right) {
      throw new IllegalStateException(wrong);
    }
  }

  static JavaApplication application() {
    return JavaApplication.named("chests")
        .actor(TYPE, Chest::new)
        .procedures(Put.class, Take.class, Look.class, Spoil.class)
        .build();
  }
}
