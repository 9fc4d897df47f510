package tutti.simulator.replication;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import tutti.protocol.replication.Event;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.multipaxos.Fact;
import tutti.simulator.machines.Local;

/** The state in which an exploration of the replicated log begins. Confined to one thread. */
final class LogStart {
  private static final LogScope.Budget ONE_BALLOT = new LogScope.Budget(1, 0, 0, 0, 0, 0, 0, 0);

  private final LogSteps steps;
  private final List<HostState> hosts = new ArrayList<>();
  private final Queue<Sent> underWay = new ArrayDeque<>();
  private Past past;

  LogStart(LogScope scope, LogModel model, LogSteps steps) {
    this.steps = steps;
    boolean led = scope.start() != LogScope.Start.BLANK;
    past = Past.begin(scope, led ? LogSteps.SHARD : 0);
    if (led) {
      past = past.with(ONE_BALLOT);
    }
    List<Fact> facts = new ArrayList<>();
    if (led) {
      facts.add(new Fact.Formed(LogSteps.SHARD, List.of(101L, 102L, 103L)));
    }
    if (scope.reads() == LogScope.Reads.LEASE) {
      facts.add(new Fact.Grants(model.timing().leaseNanos()));
    }
    for (int host = 0; host < LogModel.HOSTS; host++) {
      hosts.add(HostState.blank(host, model.disk(facts)));
    }
    for (int host = 0; host < LogModel.HOSTS; host++) {
      take(steps.own(hosts.get(host), past).getFirst());
      if (led && scope.reads() == LogScope.Reads.LEASE) {
        // Leases that were granted before the start are over.
        event(host, new Event.TimerFired(Timer.GRANT));
      }
    }
    if (led) {
      take(steps.own(hosts.getFirst(), past).getFirst());
      settle();
      if (scope.start() == LogScope.Start.CHOSEN) {
        event(0, new Event.Propose(hosts.getFirst().reign(), List.of(LogSteps.command(0))));
        underWay.removeIf(sent -> sent.to() == LogModel.HOSTS - 1);
        settle();
      }
      past = past.with(scope.budget());
    }
  }

  List<HostState> hosts() {
    return hosts;
  }

  Past past() {
    return past;
  }

  private void event(int host, Event event) {
    List<Local<HostState, Past, Sent>> all = new ArrayList<>();
    steps.happen(hosts.get(host), past, event, all);
    take(all.getFirst());
  }

  private void take(Local<HostState, Past, Sent> step) {
    hosts.set(step.member().host(), step.member());
    underWay.addAll(step.sent());
    past = step.past();
  }

  /** Lets all messages arrive, the oldest first. */
  private void settle() {
    for (Sent next = underWay.poll(); next != null; next = underWay.poll()) {
      take(steps.arrive(hosts.get(next.to()), past, next).getFirst());
    }
  }
}
