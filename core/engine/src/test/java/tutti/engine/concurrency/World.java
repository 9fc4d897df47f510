package tutti.engine.concurrency;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.storage.Cell;

/** One course of things: a concurrency control, its actors and the transactions on them. */
final class World {
  final ConcurrencyControl control;
  final List<Cell> cells = new ArrayList<>();

  /** The transactions that are not decided, by number. */
  final Map<Integer, Owner> owners = new TreeMap<>();

  private final Map<Integer, Ask> newest = new TreeMap<>();
  private final List<Ask> asked = new ArrayList<>();
  private final List<Effect> effects = new ArrayList<>();
  private final Map<Claim, Long> committed = new LinkedHashMap<>();

  /** The log up to here is known to be on disk; positions up to there were given before. */
  private long durable;

  private final Map<Cell, Long> given = new LinkedHashMap<>();

  /** Claims of before a crash, and what they are now. */
  private final Map<Claim, Claim> reinstated = new LinkedHashMap<>();

  private record Effect(String actor, String what) {}

  World(Function<Effects, ConcurrencyControl> make) {
    control =
        make.apply(
            (claim, version) ->
                effects.add(
                    new Effect(claim.cell().id().toString(), version + " " + claim.call())));
  }

  Owner start(int number) {
    Owner owner = new Owner(number);
    owners.put(number, owner);
    return owner;
  }

  boolean waits(int number) {
    Ask ask = newest.get(number);
    return ask != null && ask.delayed();
  }

  boolean refused(int number) {
    Ask ask = newest.get(number);
    return ask != null && ask.rejected();
  }

  boolean acted(int number, int cell) {
    return owners.get(number).claims.stream()
        .anyMatch(claim -> claim.cell() == cells.get(cell) && claim.call() != null);
  }

  Ask ask(int number, int cell, Work work) {
    Ask ask = owners.get(number).ask(control, cells.get(cell), work);
    newest.put(number, ask);
    asked.add(ask);
    return ask;
  }

  void commit(int number, long lsn) {
    Owner owner = owners.remove(number);
    newest.remove(number);
    owner.claims.forEach(claim -> committed.put(claim, lsn));
    owner.commit(control, lsn);
  }

  void abort(int number) {
    Owner owner = owners.remove(number);
    Ask ask = newest.remove(number);
    if (ask != null && ask.delayed()) {
      control.withdraw(ask);
    }
    owner.abort(control);
  }

  /** The state that can be told from outside; equal in two worlds that nothing tells apart. */
  List<String> view() {
    List<String> view = new ArrayList<>();
    effects.stream()
        .sorted(Comparator.comparing(Effect::actor))
        .forEach(effect -> view.add(effect.toString()));
    cells.forEach(cell -> view.add(cell.id() + " " + cell.state() + " " + cell.version()));
    asked.forEach(ask -> view.add(ask + ": " + said(ask)));
    return view;
  }

  private String said(Ask ask) {
    if (ask.delayed()) {
      List<TransactionId> blockers = new ArrayList<>();
      control.blockers(ask, blocker -> blockers.add(blocker.id()));
      return "waits for " + blockers.stream().distinct().sorted().toList();
    }
    return switch (ask.verdict()) {
      case Verdict.Accept it -> it.partners() + " " + it.result() + " " + held(it.claim());
      case Verdict.Reject it -> it.refusal() + " " + Math.max(durable, it.lsn());
      case Verdict.CurrentState it ->
          it.state() + " " + it.version() + " " + Math.max(durable, it.lsn());
      case Verdict.NeedsObservation it -> it.toString();
      case Verdict.Conflict it -> it.toString();
      case Verdict.Delay it -> it.toString();
    };
  }

  private String held(Claim claim) {
    String low = claim.low() < given.get(claim.cell()) ? "low " + claim.low() : "";
    return low + " saw " + Math.max(durable, claim.observedLsn());
  }

  /** The actors as recovery finds them after a crash now, with what is reinstated there. */
  World recovered(Function<Effects, ConcurrencyControl> make, Random random, long lsn) {
    World next = new World(make);
    owners.forEach(
        (number, owner) -> {
          if (owner.status() == Status.PREPARED) {
            next.start(number).status(Status.PREPARED);
          }
        });
    for (Cell cell : cells) {
      List<Claim> queued = new ArrayList<>();
      unapplied(cell, queued);
      Cell again = new Cell(cell.id(), cell.type(), cell.state());
      again.restore(cell.state(), cell.version(), logged(cell));
      next.cells.add(again);
      next.reinstate(again, held(cell, queued, random), queued, committed, random);
    }
    // Claims end in the order in which they were made, in both worlds.
    next.owners.forEach(
        (number, owner) ->
            owners.get(number).claims.stream()
                .map(next.reinstated::get)
                .forEach(owner.claims::add));
    next.settled(lsn);
    return next;
  }

  private void unapplied(Cell cell, List<Claim> queued) {
    cell.lock();
    try {
      control.unapplied(cell, queued::add);
    } finally {
      cell.unlock();
    }
  }

  /** The position after the greatest that stands in the log as committed. */
  private long logged(Cell cell) {
    return 1
        + committed.keySet().stream()
            .filter(claim -> claim.cell() == cell)
            .mapToLong(Claim::position)
            .max()
            .orElse(-1);
  }

  /**
   * The claims that a crash leaves at an actor: actions in order of position, looks anywhere among
   * them.
   */
  private List<Claim> held(Cell cell, List<Claim> queued, Random random) {
    List<Claim> acts = new ArrayList<>(queued);
    List<Claim> looks = new ArrayList<>();
    for (Owner owner : owners.values()) {
      for (Claim claim : owner.claims) {
        if (owner.status() == Status.PREPARED && claim.cell() == cell) {
          (claim.call() == null ? looks : acts).add(claim);
        }
      }
    }
    acts.sort(Comparator.comparingLong(Claim::position));
    looks.forEach(look -> acts.add(random.nextInt(acts.size() + 1), look));
    return acts;
  }

  private void reinstate(
      Cell cell, List<Claim> held, List<Claim> queued, Map<Claim, Long> lsns, Random random) {
    Map<Claim, Long> later = new LinkedHashMap<>();
    for (Claim claim : held) {
      boolean decided = queued.contains(claim);
      int number = (int) claim.owner().id().number();
      Owner owner = decided ? new Owner(number) : owners.get(number);
      if (decided) {
        owner.status(Status.COMMITTED);
      }
      Claim again =
          control.reinstate(
              owner, cell, claim.work(), claim.around(), claim.position(), claim.low());
      reinstated.put(claim, again);
      if (!decided) {
        continue;
      }
      if (random.nextBoolean()) {
        control.commit(again, lsns.get(claim));
      } else {
        later.put(again, lsns.get(claim));
      }
    }
    later.forEach(control::commit);
  }

  boolean holdsReinstated(int cell) {
    return owners.values().stream()
        .flatMap(owner -> owner.claims.stream())
        .anyMatch(claim -> claim.cell() == cells.get(cell) && reinstated.containsValue(claim));
  }

  /**
   * The crash, as it would be if it did nothing but abort the transactions that are not prepared.
   */
  void crash(long lsn) {
    effects.clear();
    List<Integer> active =
        owners.values().stream()
            .filter(owner -> owner.status() == Status.ACTIVE)
            .map(owner -> (int) owner.id().number())
            .toList();
    active.stream().filter(this::waits).forEach(number -> control.withdraw(newest.get(number)));
    active.forEach(this::abort);
    settled(lsn);
  }

  private void settled(long lsn) {
    newest.clear();
    asked.clear();
    durable = lsn;
    cells.forEach(cell -> given.put(cell, cell.nextPosition()));
  }
}
