package tutti.lab.simulation.rows;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tutti.lab.simulation.rows.Note.How;
import tutti.lab.simulation.rows.RowActor.Purse;
import tutti.lab.simulation.rows.RowActor.Seen;
import tutti.model.actor.Procedure;
import tutti.model.actor.Promise;
import tutti.simulator.application.ActorNames;

/** One call that plays its script on a shelf, and notes the rows that it sees and makes there. */
final class ScriptInterpreter<I extends Record & ItemRow> {
  /**
   * The largest depth of calls. A call's number among those of its caller takes one digit of the
   * path.
   */
  static final int DEPTH = 4;

  static final int MOST_CALLS = 8;
  private static final int STAMPS = 100;

  private final RowActor shelf;
  private final Inventory<I> stock;
  private final ActorNames names;

  /** The shelf's number. */
  private final String name;

  private final long path;
  private final List<Note> notes = new ArrayList<>();
  private final List<Promise<Seen>> promises = new ArrayList<>();
  private final List<Script.Step> called = new ArrayList<>();
  private final Set<Integer> taken = new HashSet<>();
  private int stamps;
  private int calls;

  /**
   * @param path a number that no other call has, with zeros at the end for the calls that this call
   *     makes
   */
  ScriptInterpreter(RowActor shelf, Inventory<I> stock, long path) {
    this.shelf = shelf;
    this.stock = stock;
    this.names = ActorNames.beside(shelf.key());
    this.name = ActorNames.plain(shelf.key());
    this.path = path;
  }

  /** Returns the path of a root call. */
  static long root(long name) {
    return name * 10_000;
  }

  Seen all(String text) {
    for (Script.Step step : Script.parse(text).steps()) {
      play(step);
    }
    for (int i = 0; i < called.size(); i++) {
      if (!taken.contains(i)) {
        // The effects of such a call are reported to no caller, though later calls see them.
        called.get(i).shelves(each -> notes.add(Note.unknown(String.valueOf(each))));
      }
    }
    return new Seen(name, text, List.copyOf(notes));
  }

  private void play(Script.Step step) {
    switch (step.kind()) {
      case 'g' -> find(step.number(0));
      case 's' -> range(step.number(0), step.number(1), false);
      case 'S' -> range(step.number(0), step.number(1), true);
      case 't' -> first(step.number(0), step.number(1), false);
      case 'T' -> first(step.number(0), step.number(1), true);
      case 'n' -> groups(step.number(0), step.number(1), false);
      case 'N' -> groups(step.number(0), step.number(1), true);
      case 'u' -> code(step.number(0));
      case 'i' -> {
        // The step looks first: then it can be done.
        if (find(step.number(0)).isEmpty() && code(step.number(2)).isEmpty()) {
          stock.items().insert(item(step));
        }
      }
      case 'I' -> insert(step);
      case 'p' -> put(step);
      case 'd' -> find(step.number(0)).ifPresent(item -> delete(item.id()));
      case 'D' -> deleteBlindly(step.number(0));
      case 'w' -> find(step.number(0)).ifPresent(item -> change(item, item.group()));
      case 'v' -> find(step.number(0)).ifPresent(item -> change(item, step.number(1)));
      case 'f' -> furnish();
      case '+' -> pay(step.number(0), step.number(1));
      case '-' -> pay(step.number(0), -step.number(1));
      case 'm' -> {
        pay(step.number(0), -step.number(2));
        pay(step.number(1), step.number(2));
      }
      case 'c' -> call(step, new RowActor.Run(child(), step.body().toString()));
      case 'q' -> call(step, new RowActor.Look(child(), step.body().toString()));
      case 'o' -> {
        var own = shelf.actor(shelf.getClass(), shelf.key());
        notes.addAll(own.call(new RowActor.Run(child(), step.body().toString())).get().notes());
      }
      case 'b', 'B', 'k' -> atTill(step);
      case '!' -> take(step.number(0));
      case 'y' -> {
        range(0, RowActor.KEYS - 1, false);
        check(shelf.agrees(step.number(0), step.number(1)), "an index does not show what there is");
      }
      case 'a' -> mark(step.number(0));
      case 'j' -> new Selections(shelf, stock).check(step.number(0), step.number(1));
      case 'x' -> throw shelf.abort("unwanted", "as asked");
      case 'e' -> throw new IllegalStateException("as asked");
      default -> throw new IllegalArgumentException("no such step: " + step);
    }
  }

  /** Plays a step in which a till takes part. */
  private void atTill(Script.Step step) {
    switch (step.kind()) {
      case 'b' -> {
        pay(step.number(1), -step.number(2));
        till(step, "take", (long) step.number(2));
      }
      case 'B' -> {
        till(step, "give", (long) step.number(2));
        pay(step.number(1), step.number(2));
      }
      case 'k' -> {
        long cents = step.number(3);
        String script = "+" + step.number(2) + "." + cents + " " + step.body();
        till(step, "ring", cents, (long) step.number(1), child(), script);
        // The event does not report the actions that were done for it.
        step.shelves(each -> notes.add(Note.unknown(String.valueOf(each))));
      }
      default -> throw new IllegalArgumentException("no step of a till: " + step);
    }
  }

  private void call(Script.Step step, Procedure<RowActor, Seen> procedure) {
    String callee = String.valueOf(step.number(0));
    called.add(step);
    String key = names.text(step.number(0));
    promises.add(shelf.actor(shelf.getClass(), key).call(procedure));
    if (callee.equals(name)) {
      // The callee has run already: its effects come before those of the next step.
      take(promises.size() - 1);
    }
  }

  private void till(Script.Step step, String event, Object... arguments) {
    shelf.event("Till", String.valueOf(step.number(0)), event, arguments).get();
  }

  private void take(int call) {
    Seen seen = promises.get(call).get();
    if (taken.add(call)) {
      notes.addAll(seen.notes());
    }
  }

  private long child() {
    long place = 1000;
    while (place > 1 && path % (place * 10) != 0) {
      place /= 10;
    }
    return path + ++calls * place;
  }

  private long stamp() {
    return path * STAMPS + ++stamps;
  }

  private void note(long key, How how, long a, long b) {
    notes.add(new Note(name, RowActor.ITEMS, key, how, a, b, 0));
  }

  private void made(long key, long stamp, long group, long code) {
    notes.add(new Note(name, RowActor.ITEMS, key, How.MADE, stamp, group, code));
  }

  // Steps that read.

  private Optional<I> find(long key) {
    Optional<I> found = stock.items().find(key);
    note(key, How.SAW, found.map(ItemRow::stamp).orElse(0L), 0);
    return found;
  }

  private void range(long low, long high, boolean down) {
    var scan = stock.items().scan().from(low).to(high);
    saw(low, high, (down ? scan.descending() : scan).list(), down);
  }

  private void first(long from, int most, boolean down) {
    var scan = stock.items().scan().limit(most);
    List<I> found = (down ? scan.to(from).descending() : scan.from(from)).list();
    long end = found.size() < most ? (down ? 0 : RowActor.KEYS - 1) : found.getLast().id();
    saw(Math.min(from, end), Math.max(from, end), found, down);
  }

  /** Notes all items of a range: keys without one were seen to have none. */
  private void saw(long low, long high, List<I> found, boolean down) {
    TreeMap<Long, I> byKey = sorted(found, down);
    for (long key = low; key <= high; key++) {
      I item = byKey.remove(key);
      note(key, How.SAW, item == null ? 0 : item.stamp(), 0);
    }
    check(byKey.isEmpty(), "more was found than was looked for: " + byKey);
  }

  private TreeMap<Long, I> sorted(List<I> found, boolean down) {
    TreeMap<Long, I> byKey = new TreeMap<>();
    found.forEach(item -> byKey.put(item.id(), item));
    List<I> order = new ArrayList<>(down ? byKey.descendingMap().values() : byKey.values());
    check(order.equals(found), "a scan is out of order: " + found);
    return byKey;
  }

  private void groups(long low, long high, boolean down) {
    var scan = stock.byGroup().scan().from(low).to(high);
    List<I> found = (down ? scan.descending() : scan).list();
    TreeMap<Long, I> byKey = new TreeMap<>();
    for (I item : found) {
      check(byKey.put(item.id(), item) == null, "an item was found twice: " + item);
      check(item.group() >= low && item.group() <= high, "found by a group not its own: " + item);
    }
    for (long key = 0; key < RowActor.KEYS; key++) {
      I item = byKey.get(key);
      if (item == null) {
        note(key, How.NOT_IN_GROUPS, low, high);
      } else {
        note(key, How.SAW, item.stamp(), 0);
      }
    }
  }

  private Optional<I> code(long code) {
    Optional<I> found = stock.byCode().find(code);
    if (found.isPresent()) {
      note(found.get().id(), How.SAW, found.get().stamp(), 0);
    } else {
      nobodyHas(code, -1);
    }
    return found;
  }

  private void nobodyHas(long code, long but) {
    for (long key = 0; key < RowActor.KEYS; key++) {
      if (key != but) {
        note(key, How.NOT_OF_CODE, code, 0);
      }
    }
  }

  private static void check(boolean right, String wrong) {
    if (!right) {
      throw new IllegalStateException(wrong);
    }
  }

  // Steps that write.

  private I item(Script.Step step) {
    I item = stock.maker().item(step.number(0), step.number(1), step.number(2), stamp());
    made(item.id(), item.stamp(), item.group(), item.code());
    return item;
  }

  /** Inserts a row; the attempt shows whether it is refused. */
  private void insert(Script.Step step) {
    note(step.number(0), How.SAW, 0, 0);
    nobodyHas(step.number(2), -1);
    stock.items().insert(item(step));
  }

  private void put(Script.Step step) {
    nobodyHas(step.number(2), step.number(0));
    stock.items().upsert(item(step));
  }

  private void change(I item, long group) {
    I next = stock.maker().item(item.id(), group, item.code(), stamp());
    stock.items().update(next);
    made(next.id(), next.stamp(), group, next.code());
  }

  private void delete(long key) {
    stock.items().delete(key);
    made(key, 0, 0, 0);
  }

  private void deleteBlindly(long key) {
    if (stock.items().deleteIfPresent(key)) {
      note(key, How.THERE, 0, 0);
      made(key, 0, 0, 0);
    } else {
      note(key, How.SAW, 0, 0);
    }
  }

  private void mark(long id) {
    long stamp = stamp();
    notes.add(new Note(name, RowActor.MARKS, id, How.SAW, shelf.mark(id, stamp), 0, 0));
    notes.add(new Note(name, RowActor.MARKS, id, How.MADE, stamp, 0, 0));
  }

  // Steps that move money.

  private void furnish() {
    for (long purse = 0; purse < RowScenario.PURSES; purse++) {
      stock.purses().insert(new Purse(purse, RowScenario.CENTS, stamp()));
    }
  }

  private void pay(long key, long cents) {
    Purse purse = stock.purses().get(key);
    notes.add(new Note(name, RowActor.PURSES, key, How.SAW, purse.stamp(), 0, 0));
    if (purse.cents() + cents < 0) {
      throw shelf.abort("overdrawn", name + " would have " + (purse.cents() + cents));
    }
    Purse next = new Purse(key, purse.cents() + cents, stamp());
    stock.purses().update(next);
    notes.add(new Note(name, RowActor.PURSES, key, How.MADE, next.stamp(), 0, 0));
  }
}
