package tutti.engine.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.storage.Cell;
import tutti.model.ActorId;

/**
 * Random transactions up to a crash at a random moment; then the same future twice: for what
 * recovery has reinstated, and for the same actors where transactions that were not prepared have
 * only aborted. Whatever can be told from outside must be the same in both.
 */
final class CrashSchedule {
  private final Function<Effects, ConcurrencyControl> make;
  private final Random random;
  private final RandomWork work;
  private final World whole;
  private @Nullable World recovered;
  private int started;
  private long lsn;
  private final String name;

  /**
   * The situations that were met, over several schedules: a schedule that meets nothing tests
   * nothing.
   */
  static final class Met {
    int acts;
    int looks;
    int delayed;
    int accepted;
  }

  CrashSchedule(Function<Effects, ConcurrencyControl> make, int seed) {
    this.make = make;
    this.random = new Random(seed);
    this.work = new RandomWork(random, true);
    this.whole = new World(make);
    this.name = "seed " + seed;
    for (int i = 0; i < 1 + seed % 3; i++) {
      ActorId id = new ActorId("Account", "C" + i);
      whole.cells.add(new Cell(id, Account.TYPE, Account.opened(random.nextInt(120))));
    }
  }

  void run(Met met) {
    for (int steps = 4 + random.nextInt(40); steps > 0; steps--) {
      step(true, met);
    }
    crash(met);
    for (int steps = 25; steps > 0; steps--) {
      step(true, met);
    }
    while (!whole.owners.isEmpty()) {
      step(false, met);
    }
    for (World world : worlds()) {
      assertThat(world.cells).as(name).allMatch(cell -> cell.control() == null);
    }
  }

  private void crash(Met met) {
    List<Long> given = whole.cells.stream().map(Cell::nextPosition).toList();
    World after = whole.recovered(make, random, lsn);
    whole.crash(lsn);
    recovered = after;
    for (int i = 0; i < given.size(); i++) {
      assertThat(after.cells.get(i).nextPosition()).as(name).isLessThanOrEqualTo(given.get(i));
    }
    for (Owner owner : after.owners.values()) {
      for (Claim claim : owner.claims) {
        met.acts += claim.call() == null ? 0 : 1;
        met.looks += claim.call() == null ? 1 : 0;
        assertThat(claim.cell().nextPosition()).as(name).isGreaterThan(claim.position());
      }
    }
    compare();
  }

  private List<World> worlds() {
    return recovered == null ? List.of(whole) : List.of(whole, recovered);
  }

  private void step(boolean more, Met met) {
    List<Integer> ready = whole.owners.keySet().stream().filter(n -> !whole.waits(n)).toList();
    if (more && whole.owners.size() < 7 && (ready.isEmpty() || random.nextInt(3) == 0)) {
      int number = ++started;
      worlds().forEach(world -> world.start(number));
      ask(number, met);
    } else if (ready.isEmpty()) {
      int victim = whole.owners.keySet().stream().max(Integer::compare).orElseThrow();
      worlds().forEach(world -> world.abort(victim));
    } else {
      proceed(ready.get(random.nextInt(ready.size())), more, met);
    }
    compare();
  }

  private void proceed(int number, boolean more, Met met) {
    boolean prepared = whole.owners.get(number).status() == Status.PREPARED;
    int choice = random.nextInt(8);
    if (whole.refused(number)) {
      worlds().forEach(world -> world.abort(number));
    } else if (more && prepared && choice < 5) {
      // The longer it stays prepared, the more comes in beside it.
      return;
    } else if (more && !prepared && choice < 3) {
      ask(number, met);
    } else if (!prepared && choice < 6) {
      worlds().forEach(world -> world.owners.get(number).status(Status.PREPARED));
    } else if (choice == 7) {
      worlds().forEach(world -> world.abort(number));
    } else {
      lsn++;
      worlds().forEach(world -> world.commit(number, lsn));
    }
  }

  private void ask(int number, Met met) {
    int cell = random.nextInt(whole.cells.size());
    Work wanted = work.at(whole.cells.get(cell), whole.acted(number, cell));
    for (World world : worlds()) {
      boolean beside = world == recovered && world.holdsReinstated(cell);
      Ask ask = world.ask(number, cell, wanted);
      met.delayed += beside && ask.delayed() ? 1 : 0;
      met.accepted += beside && ask.accepted() ? 1 : 0;
    }
  }

  private void compare() {
    if (recovered != null) {
      assertThat(recovered.view()).as(name).isEqualTo(whole.view());
    }
  }
}
