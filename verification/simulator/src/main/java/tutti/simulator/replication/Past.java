package tutti.simulator.replication;

import static tutti.simulator.replication.LogScope.QUESTION;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.multipaxos.LogFacts;
import tutti.simulator.explorer.world.Bounded;
import tutti.simulator.explorer.world.Budget;
import tutti.simulator.explorer.world.Member;

/**
 * The facts about the past by which a state is judged, and the choices that are left. Immutable.
 *
 * @param agreed the entries that were reported as chosen, in their order
 * @param told the position of the log up to which clients have answers
 * @param questions the reads that were asked and not answered
 * @param leases the timers of leases that run, in the order in which they were set
 * @param lost the position that was agreed when each host lost its disk, for the hosts that did
 * @param shard the shard that was formed; 0 if none was
 * @param count the number of events so far
 * @param budget the choices that are left
 */
record Past(
    List<LogEntry> agreed,
    long told,
    List<Question> questions,
    List<Lease> leases,
    Map<Integer, Long> lost,
    long shard,
    Count count,
    Budget budget)
    implements Bounded<Past> {

  private static final long NOTHING = 0;
  private static final Count NO_COUNT = new Count(0, 0);

  /**
   * A read.
   *
   * @param position the end of the leader's log when the read was asked
   * @param must the position up to which clients had answers by then, which the read must see
   */
  record Question(Ballot term, long ticket, long position, long must) {}

  /** A timer of a lease. */
  record Lease(int host, Timer timer) implements Comparable<Lease> {
    boolean isGranted() {
      return timer == Timer.GRANT;
    }

    @Override
    public int compareTo(Lease other) {
      return Comparator.comparingInt(Lease::host).thenComparing(Lease::timer).compare(this, other);
    }
  }

  /** The commands that were proposed, and the starts of hosts. */
  record Count(int commands, int starts) {}

  static Past begin(LogScope scope, long shard) {
    return new Past(
        List.of(), NOTHING, List.of(), List.of(), Map.of(), shard, new Count(0, 0), scope.budget());
  }

  @Override
  public Past with(Budget left) {
    return new Past(agreed, told, questions, leases, lost, shard, count, left);
  }

  private Past with(Count next) {
    return new Past(agreed, told, questions, leases, lost, shard, next, budget);
  }

  private Past with(List<Lease> running) {
    return new Past(agreed, told, questions, ordered(running), lost, shard, count, budget);
  }

  Past losing(int host) {
    Map<Integer, Long> all = new TreeMap<>(lost);
    all.put(host, agreed.isEmpty() ? 0 : agreed.getLast().end());
    return new Past(agreed, told, questions, leases, Map.copyOf(all), shard, count, budget);
  }

  Past forming(long formed) {
    return new Past(agreed, told, questions, leases, lost, formed, count, budget);
  }

  Past agreeing(List<LogEntry> all) {
    return new Past(List.copyOf(all), told, questions, leases, lost, shard, count, budget);
  }

  Past telling(long position) {
    return position <= told
        ? this
        : new Past(agreed, position, questions, leases, lost, shard, count, budget);
  }

  Past asking(List<Question> all) {
    return new Past(agreed, told, List.copyOf(all), leases, lost, shard, count, budget);
  }

  /** The past without what was told, which does not matter when no more questions are asked. */
  Past telling() {
    return budget.has(QUESTION)
        ? this
        : new Past(agreed, NOTHING, questions, leases, lost, shard, count, budget);
  }

  /** The past without the choices that are left, and how often choices were made. */
  Past withoutChoices() {
    return new Past(agreed, told, questions, leases, lost, shard, NO_COUNT, Budget.NONE);
  }

  /**
   * Returns whether this past leaves all the choices that {@code other} leaves, and equals it in
   * all else.
   */
  boolean offers(Past other) {
    return count.commands <= other.count.commands && budget.offers(other.budget);
  }

  Past proposing() {
    return with(new Count(count.commands() + 1, count.starts()));
  }

  Past starting() {
    return with(new Count(count.commands(), count.starts() + 1));
  }

  /** A timer of a host is set, or is not running any more. */
  Past leasing(int host, Timer timer, boolean runs) {
    if (timer != Timer.GRANT && timer != Timer.LEASE_EVEN && timer != Timer.LEASE_ODD) {
      return this;
    }
    Lease lease = new Lease(host, timer);
    if (!runs && !leases.contains(lease)) {
      return this;
    }
    List<Lease> all = new ArrayList<>(leases);
    all.remove(lease);
    if (runs) {
      all.add(lease);
    }
    return with(all);
  }

  /**
   * Leases as they matter: which of those that leaders asked for were set before each that was
   * granted. The order of those of one kind between two of the other does not; those before which
   * no leader has asked for one may end, and are not there.
   */
  private static List<Lease> ordered(List<Lease> all) {
    List<Lease> ordered = new ArrayList<>();
    List<Lease> run = new ArrayList<>();
    for (Lease each : all) {
      if (!run.isEmpty() && run.getLast().isGranted() != each.isGranted()) {
        ordered.addAll(run.stream().sorted().toList());
        run.clear();
      }
      run.add(each);
    }
    ordered.addAll(run.stream().sorted().toList());
    return ordered.stream().dropWhile(Lease::isGranted).toList();
  }

  /** Leases and questions of a host that is down now are over. */
  Past without(Member<LogFacts> down) {
    return with(leases.stream().filter(lease -> lease.host() != down.place()).toList())
        .without(down.facts().term());
  }

  /** Questions to a term that is over get no answer. */
  Past without(Ballot term) {
    return asking(questions.stream().filter(each -> !each.term().equals(term)).toList());
  }

  /**
   * Whether a timer may run down: a lease that was granted ends after every lease that was asked
   * for before.
   */
  boolean mayEnd(int host, Timer timer) {
    if (timer != Timer.GRANT) {
      return true;
    }
    int at = leases.indexOf(new Lease(host, timer));
    return leases.subList(0, Math.max(0, at)).stream().allMatch(Lease::isGranted);
  }
}
