package tutti.engine.distribution.member;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import tutti.engine.machine.MachineRunner;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Latch;
import tutti.engine.runtime.MachineGuard;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Invariants;
import tutti.protocol.commit.Outlook;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.Timer;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;

/**
 * One running machine of a commit protocol. A {@link MachineRunner} carries its effects out; its
 * member sends, writes and ends for it. All on one queue, except methods that say otherwise.
 */
public final class Commitment {

  private final CommitMachine machine;
  private final CommitMember member;
  private final Scheduler scheduler;
  private final MachineRunner<Timer, Output> runner;
  private boolean over;

  /**
   * The guard of the machine while other threads ask which nodes it waits for: that answer is
   * computed when it is asked for.
   */
  private final Latch latch = new Latch();

  private volatile String phase;

  /** The time when the machine came into its phase, in the scheduler's nanoseconds. */
  private volatile long since;

  private boolean moved;

  Commitment(CommitMachine machine, CommitMember member, Scheduler scheduler, StepQueue queue) {
    this.machine = machine;
    this.member = member;
    this.scheduler = scheduler;
    this.runner =
        new MachineRunner<>(
            Timer.class, scheduler, queue, new Effects(), new Invariants(member.record.voted()));
    this.phase = machine.phase();
    this.since = scheduler.nanos();
  }

  /** Gives the machine an event, unless it is over. */
  void on(Event<Input> event) {
    if (!over) {
      try {
        runner.carryOut(runner.checked(event, effects(event)));
      } catch (Throwable e) {
        throw new MachineGuard(scheduler, "the commit machine of " + member.key())
            .failed(event::words, e);
      }
      String now = machine.phase();
      if (!now.equals(phase)) {
        phase = now;
        since = scheduler.nanos();
        moved = true;
      }
    }
  }

  private List<Effect<Output>> effects(Event<Input> event) {
    latch.lock();
    try {
      return machine.on(event);
    } finally {
      latch.unlock();
    }
  }

  /** Ends the machine, which is not needed any more: it could not write a record. */
  void abandon() {
    end();
  }

  /**
   * Stops the machine and its timers for good; the member keeps its records, which a checkpoint
   * that is being made still has to contain.
   */
  void stop() {
    over = true;
    runner.stop();
  }

  boolean over() {
    return over;
  }

  /** Returns the coordinator's participants that must hear of a commit. */
  Set<Integer> voters() {
    return machine.voters();
  }

  /**
   * Returns the nodes that the machine waits for, in the same order in every JVM. May be called by
   * any thread.
   */
  public SortedSet<Integer> missing() {
    latch.lock();
    try {
      return Collections.unmodifiableSortedSet(new TreeSet<>(machine.missing()));
    } finally {
      latch.unlock();
    }
  }

  /**
   * Returns the name of the machine's phase, as its protocol names it. May be called by any thread.
   */
  public String phase() {
    return phase;
  }

  /**
   * Returns when the machine came into its phase, in the scheduler's nanoseconds. May be called by
   * any thread.
   */
  public long since() {
    return since;
  }

  /** Returns whether the machine has been in another phase. */
  public boolean hasMoved() {
    return moved;
  }

  /** Returns what the machine knows and waits for. Call this only on the queue. */
  public Outlook outlook() {
    return machine.outlook();
  }

  /**
   * Returns when silence means a crash, in the scheduler's nanoseconds; 0 if it never does. Call
   * this only on the queue.
   */
  public long silenceDue() {
    return runner.dueNanos(Timer.SILENCE);
  }

  private void end() {
    stop();
    member.end();
  }

  /** The effects of the machine, as its member carries them out. */
  private final class Effects implements MachineRunner.Handler<Timer, Output> {
    @Override
    public boolean record(ProtocolRecord record, Effect.Flush flush) {
      return member.write((CommitRecord) record, flush != Effect.Flush.UNTOLD);
    }

    @Override
    public void send(Address to, ProtocolMessage message) {
      member.say(to.host(), (CommitMessage) message);
    }

    @Override
    public void decided(Output output) {
      switch (output) {
        case Output.AwaitSent(Set<Integer> to) -> member.awaitSent(to);
        case Output.AwaitObserved() -> member.awaitObserved();
        case Output.Act(boolean mayHaveRun) -> member.act(mayHaveRun);
        case Output.Decide(boolean commit) -> member.settle(commit);
        case Output.Tell(boolean commit) -> member.tell(commit);
        case Output.End() -> end();
      }
    }

    @Override
    public void fired(Timer timer) {
      on(new Event.TimerFired<>(timer));
    }

    @Override
    public long waitNanos(Timer timer, long nanos) {
      boolean early =
          switch (timer) {
            case RETRY -> scheduler.injects(FaultPoint.RETRY_EARLY);
            case INQUIRE -> scheduler.injects(FaultPoint.INQUIRY_EARLY);
            // Silence must mean a crash.
            case SILENCE -> false;
          };
      return early ? AT_ONCE_NANOS : nanos;
    }
  }
}
