package tutti.engine.integrated.janus;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.integrated.AnswerTimes;
import tutti.engine.integrated.ClientDeadline;
import tutti.engine.integrated.StepGuard;
import tutti.engine.runtime.Scheduler;
import tutti.protocol.integrated.janus.Coordinator;
import tutti.protocol.integrated.janus.Outcome;
import tutti.protocol.integrated.janus.Output;
import tutti.protocol.integrated.janus.Settings;
import tutti.protocol.integrated.janus.TransactionNumbers;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.machine.Event;

/**
 * The coordinators that run on one host: those of its own transactions, and those that have taken
 * over. Confined to the host's queue of machines, except for the numbers.
 */
final class Coordinators {
  private static final Logger LOG = LoggerFactory.getLogger(Coordinators.class);

  private final JanusHost host;
  private final Settings settings;
  private final Map<Integer, List<Integer>> groups;
  private final Map<TransactionId, MachineDriver<Coordinator.Input, Coordinator.Output>> running =
      new HashMap<>();
  private final TransactionNumbers front;
  private final long name;

  /** The bytes of the requests of those that run: each keeps its own until all have executed it. */
  private long bytes;

  private boolean halted;

  private volatile int coordinating;
  private volatile int inFlight;
  private volatile long takeOvers;
  private volatile JanusCounts counts = JanusCounts.NONE;

  Coordinators(JanusHost host, Settings settings, Map<Integer, List<Integer>> groups) {
    this.host = host;
    this.settings = settings;
    this.groups = groups;
    this.name = host.nonce();
    this.front = new TransactionNumbers(name, host.parts().mostInFlight());
  }

  /**
   * Runs a transaction, which gets its name here.
   *
   * @param deadlineNanos in the scheduler's nanoseconds: it is given up later, if it has no place;
   *     {@link ClientDeadline#NEVER} if its end is always waited for
   */
  void begin(
      List<Integer> shards, Request request, long deadlineNanos, JanusHost.Listener listener) {
    if (front.isFull() || bytes >= mostBytes()) {
      listener.ended(Outcome.OVERLOADED, List.of());
      return;
    }
    Transaction transaction = new Transaction(front.next(), shards);
    long upTo = front.settledUpTo();
    AnswerTimes.Waits waits = host.times().asked(shards, host.parts().scheduler().nanos());
    Settings its = settings.waiting(waits.fastNanos(), waits.retryNanos());
    long own = request.bytes();
    bytes += own;
    run(
        transaction,
        () -> bytes -= own,
        Coordinator.first(host.parts().self(), transaction, its, groups, request, upTo),
        deadlineNanos,
        end ->
            listener.ended(
                end.outcome(), end.outputs().values().stream().map(Payload::bytes).toList()));
  }

  /** A replica here thinks that a coordinator is gone. */
  void takeOver(Output.TakeOver what) {
    if (host.isStoppedAt(what.transaction())) {
      return;
    }
    takeOvers += halted || running.containsKey(what.transaction().id()) ? 0 : 1;
    run(
        what.transaction(),
        () -> {},
        Coordinator.takingOver(
            host.parts().self(), what.transaction(), what.above(), settings, groups),
        ClientDeadline.NEVER,
        end -> LOG.debug("{} was taken over, and is {}", end.transaction(), end.outcome()));
  }

  /** The bytes that requests may have here; those of a replica are as many for each shard. */
  private long mostBytes() {
    long most = settings.mostBytes();
    int shards = Math.max(1, host.replicas());
    return most > Long.MAX_VALUE / shards ? Long.MAX_VALUE : most * shards;
  }

  private void run(
      Transaction transaction,
      Runnable done,
      Coordinator machine,
      long deadlineNanos,
      Consumer<Coordinator.Output.Ended> ended) {
    TransactionId id = transaction.id();
    if (halted || running.containsKey(id)) {
      done.run();
      return;
    }
    long place = JanusPlace.number(id);
    Scheduler scheduler = host.parts().scheduler();
    ClientDeadline deadline = new ClientDeadline(deadlineNanos);
    MachineDriver<Coordinator.Input, Coordinator.Output> driver =
        new MachineDriver<>(
            event -> {
              scheduler.mayFailAt(StepGuard.OF_COORDINATORS, place);
              return deadline.on(event, machine, new Coordinator.Input.GivenUp(), scheduler);
            },
            host,
            output -> {
              switch (output) {
                case Coordinator.Output.Ended end -> ended.accept(end);
                case Coordinator.Output.Freed _ -> freed(id);
                case Coordinator.Output.Done(Transaction _, boolean settled) -> {
                  done.run();
                  done(id, settled);
                }
              }
            },
            cause -> failed(transaction, cause, done));
    running.put(id, driver);
    count();
    driver.on(new Event.Started<>(host.nonce()));
  }

  /** A step has failed: the process ends, or a shard of the transaction is stopped here. */
  private void failed(Transaction transaction, Throwable cause, Runnable done) {
    host.coordinatorFailed(transaction, cause);
    MachineDriver<Coordinator.Input, Coordinator.Output> driver = running.get(transaction.id());
    if (driver != null) {
      driver.halt();
    }
    done.run();
    done(transaction.id(), false);
  }

  private void freed(TransactionId id) {
    if (id.front() == name) {
      front.freed(id);
      count();
    }
  }

  private void count() {
    coordinating = running.size();
    inFlight = front.inFlight();
  }

  private void done(TransactionId id, boolean settled) {
    MachineDriver<Coordinator.Input, Coordinator.Output> driver = running.remove(id);
    if (driver != null && id.front() == name) {
      counts = counts.decided(driver.isSlow());
    }
    freed(id);
    if (settled && id.front() == name) {
      front.settled(id);
    }
    count();
  }

  /** Gives a message to the coordinator of a transaction, if it runs here. */
  void on(TransactionId id, Event<Coordinator.Input> event) {
    MachineDriver<Coordinator.Input, Coordinator.Output> driver = running.get(id);
    if (driver != null) {
      driver.on(event);
    }
  }

  /** Ends all of them, whatever is left to do. */
  void halt() {
    halted = true;
    running.values().forEach(MachineDriver::halt);
  }

  /** A replica here asks for a decision that has not come. */
  void inquired() {
    counts = counts.inquired();
  }

  // --- may be called by any thread ---

  int coordinating() {
    return coordinating;
  }

  int inFlight() {
    return inFlight;
  }

  long takeOvers() {
    return takeOvers;
  }

  JanusCounts counts() {
    return counts;
  }
}
