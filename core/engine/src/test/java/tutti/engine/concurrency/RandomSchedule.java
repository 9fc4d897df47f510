package tutti.engine.concurrency;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tutti.engine.storage.Cell;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;

/**
 * Random transactions on a few accounts, one request at a time, in a random interleaving. When no
 * transaction can continue, the youngest waiting transaction is aborted.
 */
public final class RandomSchedule {
  private final ConcurrencyControl control;
  private final Random random;
  private final boolean looks;
  private final RandomWork work;
  private final List<Cell> cells = new ArrayList<>();
  private final List<ActorState> initial = new ArrayList<>();
  private final List<Running> running = new ArrayList<>();
  private final List<Done> committed = new ArrayList<>();
  private final List<Ask> asked = new ArrayList<>();
  private long lsn;
  private int started;
  private int victims;
  private int ended;

  /** A transaction on its way. */
  private static final class Running {
    final Owner owner;
    final List<Ask> asks = new ArrayList<>();
    int left;
    boolean locked;
    boolean decided;

    Running(int number, int left) {
      owner = new Owner(number);
      this.left = left;
    }

    boolean waits() {
      return !asks.isEmpty() && asks.getLast().delayed();
    }

    boolean actsOn(Cell cell) {
      return owner.claims.stream().anyMatch(c -> c.cell() == cell && c.call() != null);
    }
  }

  /** The actions and observations of a committed transaction, in order. */
  public record Done(Owner owner, List<Ask> asks, List<Claim> claims, long lsn) {}

  /**
   * @param looks whether transactions observe and forbid, too
   */
  public RandomSchedule(ConcurrencyControl control, Random random, int actors, boolean looks) {
    this.control = control;
    this.random = random;
    this.looks = looks;
    this.work = new RandomWork(random, looks);
    for (int i = 0; i < actors; i++) {
      Cell cell =
          new Cell(
              new ActorId("Account", "R" + i), Account.TYPE, Account.opened(random.nextInt(60)));
      cells.add(cell);
      initial.add(cell.state());
    }
  }

  /** Runs so many transactions to their end. */
  public void run(int transactions) {
    while (started < transactions || !running.isEmpty()) {
      endWounded();
      cells.forEach(this::lookAtQueue);
      List<Running> ready = running.stream().filter(r -> !r.waits()).toList();
      if (started < transactions && (ready.isEmpty() || running.size() < 5)) {
        Running next = new Running(++started, 1 + random.nextInt(3));
        next.owner.clock = () -> lsn;
        next.owner.begins(control);
        running.add(next);
      } else if (ready.isEmpty()) {
        breakDeadlock();
      } else {
        step(ready.get(random.nextInt(ready.size())));
      }
    }
  }

  /** Checks that a queue shows of each request, in shared lists, all that blocks it. */
  private void lookAtQueue(Cell cell) {
    List<ActorRequest> requests = new ArrayList<>();
    List<Supplier<List<Participant>>> shown = new ArrayList<>();
    control.showQueue(
        cell,
        (request, holders, queue, before) -> {
          requests.add(request);
          shown.add(
              () ->
                  Stream.concat(holders.stream(), queue.stream().limit(before))
                      .filter(participant -> participant != request.owner())
                      .toList());
          return true;
        });
    for (int i = 0; i < requests.size(); i++) {
      List<Participant> blockers = new ArrayList<>();
      control.blockers(requests.get(i), blockers::add);
      if (!shown.get(i).get().equals(blockers)) {
        throw new AssertionError(
            requests.get(i) + " waits for " + blockers + ", and the queue shows " + shown.get(i));
      }
    }
  }

  private void endWounded() {
    for (Running wounded : running.stream().filter(r -> r.owner.wounded()).toList()) {
      boolean waits = wounded.waits();
      if (waits && !control.withdraw(wounded.asks.getLast())) {
        throw new AssertionError("lost: " + wounded.asks.getLast());
      }
      if (!wounded.decided) {
        end(wounded);
      }
    }
  }

  private void end(Running transaction) {
    ended++;
    running.remove(transaction);
    transaction.owner.abort(control);
  }

  private void breakDeadlock() {
    Running victim = running.stream().max(Comparator.comparing(r -> r.owner.id())).orElseThrow();
    boolean blocked = false;
    for (Running waiting : running) {
      boolean[] any = {false};
      control.blockers(waiting.asks.getLast(), participant -> any[0] = true);
      blocked |= any[0];
      if (!any[0]) {
        throw new AssertionError("waits for nobody: " + waiting.asks.getLast());
      }
    }
    victims++;
    if (!control.withdraw(victim.asks.getLast())) {
      throw new AssertionError("lost: " + victim.asks.getLast());
    }
    running.remove(victim);
    victim.owner.abort(control);
  }

  private void step(Running transaction) {
    Ask last = transaction.asks.isEmpty() ? null : transaction.asks.getLast();
    boolean refused = last != null && (last.rejected() || last.letter() == 'C');
    if (transaction.decided) {
      commit(transaction);
    } else if (refused || random.nextInt(8) == 0) {
      end(transaction);
    } else if (transaction.left-- > 0) {
      ask(transaction);
    } else if (!control.validates()) {
      decide(transaction);
      commit(transaction);
    } else if (!transaction.locked) {
      transaction.locked = true;
      goOn(transaction, transaction.owner.lock(control));
    } else if (goOn(transaction, transaction.owner.validate(control))) {
      decide(transaction);
    }
  }

  private boolean goOn(Running transaction, boolean may) {
    if (!may) {
      end(transaction);
    }
    return may;
  }

  private void decide(Running transaction) {
    transaction.decided = true;
    transaction.owner.status(Participant.Status.COMMITTED);
    List<Claim> claims = List.copyOf(transaction.owner.claims);
    committed.add(new Done(transaction.owner, transaction.asks, claims, ++lsn));
  }

  private void commit(Running transaction) {
    running.remove(transaction);
    transaction.owner.commit(control, lsn);
  }

  private void ask(Running transaction) {
    Cell cell = cells.get(random.nextInt(cells.size()));
    if (!looks && transaction.actsOn(cell)) {
      return;
    }
    Ask ask = transaction.owner.ask(control, cell, work.at(cell, transaction.actsOn(cell)));
    transaction.asks.add(ask);
    asked.add(ask);
  }

  public List<Cell> cells() {
    return cells;
  }

  public List<ActorState> initial() {
    return initial;
  }

  public List<Done> committed() {
    return committed;
  }

  public List<Ask> asked() {
    return asked;
  }

  public int victims() {
    return victims;
  }

  /** How many transactions were ended by others, by a refusal or by chance. */
  public int ended() {
    return ended;
  }

  public List<ActorState> states() {
    return cells.stream().map(Cell::state).toList();
  }

  /** The states that the committed actions give, applied per actor in order of arrival. */
  public List<ActorState> replayed() {
    List<ActorState> states = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      List<Claim> actions = new ArrayList<>();
      for (Done done : committed) {
        done.claims().stream()
            .filter(c -> c.cell() == cell && c.call() != null)
            .forEach(actions::add);
      }
      actions.sort(Comparator.comparingLong(Claim::position));
      ActorState state = initial.get(i);
      for (Claim action : actions) {
        state = next(state, action);
      }
      states.add(state);
    }
    return states;
  }

  private static ActorState next(ActorState state, Claim claim) {
    Call call = claim.call();
    if (call == null) {
      throw new AssertionError(claim);
    }
    return switch (call.action().evaluate(state, call.arguments(), claim.around())) {
      case Evaluation.Accepted accepted -> accepted.next();
      case Evaluation.Refused refused -> throw new AssertionError(call + ": " + refused);
    };
  }
}
