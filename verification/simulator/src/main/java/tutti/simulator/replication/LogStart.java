package tutti.simulator.replication;

import static tutti.simulator.replication.LogScope.BALLOT;
import static tutti.simulator.replication.LogScope.QUESTION;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.multipaxos.LogFacts;
import tutti.protocol.replication.multipaxos.Record;
import tutti.simulator.explorer.world.Budget;
import tutti.simulator.explorer.world.InFlight;
import tutti.simulator.explorer.world.Local;
import tutti.simulator.explorer.world.Member;

/** The state in which an exploration of the replicated log begins. Confined to one thread. */
final class LogStart {
  private static final int LAST = LogModel.HOSTS - 1;

  private final LogSteps steps;
  private final List<Member<LogFacts>> hosts = new ArrayList<>();
  private final Queue<InFlight> underWay = new ArrayDeque<>();
  private final Set<InFlight> sent = new LinkedHashSet<>();
  private Past past;

  LogStart(LogScope scope, LogModel model, LogSteps steps) {
    this.steps = steps;
    boolean led = scope.start() != LogScope.Start.BLANK;
    past = Past.begin(scope, led ? LogSteps.SHARD : 0);
    if (led) {
      past = past.with(Budget.of(BALLOT, 1).and(QUESTION, scope.budget().left(QUESTION)));
    }
    List<Record> facts = new ArrayList<>();
    if (led) {
      facts.add(new Record.Formed(LogSteps.SHARD, LogSteps.MEMBERS));
    }
    if (scope.reads() == LogScope.Reads.LEASE) {
      facts.add(new Record.Grants(model.timing().leaseNanos()));
    }
    for (int host = 0; host < LogModel.HOSTS; host++) {
      hosts.add(steps.blank(host, facts));
    }
    for (int host = 0; host < LogModel.HOSTS; host++) {
      take(steps.own(hosts.get(host), past).getFirst());
      if (led && scope.reads() == LogScope.Reads.LEASE) {
        // Leases that were granted before the start are over.
        fire(host, Timer.GRANT);
      }
    }
    if (led) {
      take(steps.own(hosts.getFirst(), past).getFirst());
      settle();
      switch (scope.start()) {
        case CHOSEN -> choose(LAST);
        case RETURNED -> getsItsDiskBack();
        case BLANK, LED -> {}
      }
      past = past.with(scope.budget());
    }
  }

  /** A command is chosen, of which one host does not hear. */
  private void choose(int not) {
    event(
        0,
        new Event.Input<>(
            new Input.Propose(hosts.getFirst().facts().term(), List.of(LogSteps.command(0)))));
    underWay.removeIf(each -> each.to() == not);
    settle();
  }

  private void getsItsDiskBack() {
    Member<LogFacts> former = hosts.get(LAST);
    starts(steps.blank(LAST, List.of()));
    // What arrived too early has to arrive again.
    sent.clear();
    fire(0, Timer.HEARTBEAT);
    settle();
    choose(1);
    starts(LogSteps.crashed(former));
  }

  private void starts(Member<LogFacts> down) {
    hosts.set(LAST, down);
    take(steps.own(down, past).getFirst());
    settle();
  }

  private void fire(int host, Timer timer) {
    List<Local<LogFacts, Past>> all = new ArrayList<>();
    steps.fire(hosts.get(host), past, timer, all);
    take(all.getFirst());
  }

  List<Member<LogFacts>> hosts() {
    return hosts;
  }

  /** The messages that were sent. */
  Set<InFlight> sent() {
    return sent;
  }

  Past past() {
    return past;
  }

  private void event(int host, Event<Input> event) {
    List<Local<LogFacts, Past>> all = new ArrayList<>();
    steps.happen(hosts.get(host), past, event, all);
    take(all.getFirst());
  }

  private void take(Local<LogFacts, Past> step) {
    hosts.set(step.member().place(), step.member());
    step.sent().stream().filter(sent::add).forEach(underWay::add);
    past = step.past();
  }

  /**
   * Delivers all messages, the oldest first, except for those that only report what is chosen: they
   * may arrive later.
   */
  private void settle() {
    for (InFlight next = underWay.poll(); next != null; next = underWay.poll()) {
      if (!MessageParts.tellsOfChosen(MessageParts.message(next))) {
        take(steps.arrive(hosts.get(next.to()), past, next).getFirst());
      }
    }
  }
}
