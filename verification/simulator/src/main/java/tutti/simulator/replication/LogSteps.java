package tutti.simulator.replication;

import static tutti.simulator.explorer.world.ChoiceKind.CRASH;
import static tutti.simulator.explorer.world.ChoiceKind.DISK;
import static tutti.simulator.explorer.world.ChoiceKind.RETRY;
import static tutti.simulator.replication.LogScope.BALLOT;
import static tutti.simulator.replication.LogScope.BEAT;
import static tutti.simulator.replication.LogScope.HAND_OVER;
import static tutti.simulator.replication.LogScope.QUESTION;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.TimerName;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.multipaxos.LogFacts;
import tutti.protocol.replication.multipaxos.Message;
import tutti.protocol.replication.multipaxos.Record;
import tutti.simulator.explorer.world.Budget;
import tutti.simulator.explorer.world.InFlight;
import tutti.simulator.explorer.world.Local;
import tutti.simulator.explorer.world.Member;
import tutti.simulator.explorer.world.MemberStep;

/** The steps that a host can take. Confined to one thread. */
final class LogSteps {
  static final long SHARD = 1;

  /** The names of the disks on which the shard was formed, where it is at the start. */
  static final List<Long> MEMBERS = List.of(101L, 102L, 103L);

  private static final long FIRST_NAME = 200;

  /** A command is longer than the first entry of a term, so that no length decides by chance. */
  private static final int COMMAND_BYTES = 20;

  private final LogScope scope;
  private final LogModel model;

  LogSteps(LogScope scope, LogModel model) {
    this.scope = scope;
    this.model = model;
  }

  static Command command(int number) {
    return new Command(Arrays.copyOf(new byte[] {(byte) number}, COMMAND_BYTES));
  }

  /** The steps that no message causes. */
  List<Local<LogFacts, Past>> own(Member<LogFacts> state, Past past) {
    List<Local<LogFacts, Past>> all = new ArrayList<>();
    if (!state.isUp()) {
      start(state, past, all);
      return all;
    }
    Budget budget = past.budget();
    if (budget.has(BALLOT)) {
      stand(state, past.with(budget.less(BALLOT)), all);
    }
    if (state.facts().leads()) {
      lead(state, past, all);
    }
    for (TimerName timer : state.timers()) {
      // A lease that was granted ends when that makes a difference (endGrant).
      boolean lease =
          timer == Timer.LEASE_EVEN
              || timer == Timer.LEASE_ODD
              || timer == Timer.GRANT && !model.isStanding();
      if (lease && past.mayEnd(state.place(), (Timer) timer)) {
        fire(state, past, timer, all);
      } else if (timer == Timer.HEARTBEAT && budget.has(BEAT)) {
        fire(state, past.with(budget.less(BEAT)), timer, all);
      } else if (timer == Timer.RETRY && budget.has(RETRY)) {
        fire(state, past.with(budget.less(RETRY)), timer, all);
      }
    }
    crash(state, past, all);
    return all;
  }

  /** The steps of a host by itself that may be others if it is told before what is chosen. */
  List<Local<LogFacts, Past>> minding(Member<LogFacts> state, Past past) {
    List<Local<LogFacts, Past>> all = new ArrayList<>();
    if (past.budget().has(BALLOT)) {
      stand(state, past.with(past.budget().less(BALLOT)), all);
    }
    crash(state, past, all);
    return all;
  }

  private void start(Member<LogFacts> down, Past past, List<Local<LogFacts, Past>> all) {
    start(down, false, past, () -> "host " + down.place() + " starts", List.of(), all);
  }

  /** Whether a blank host finds two others that know the shard, and vote. */
  private boolean isFormed() {
    boolean formed = scope.start() == LogScope.Start.LED || scope.start() == LogScope.Start.CHOSEN;
    return formed && scope.budget().left(DISK) < 2;
  }

  /** The name of the newest start of a replica that does not vote; none of {@link #MEMBERS}. */
  static long nonce(Past past) {
    return FIRST_NAME + past.count().starts();
  }

  /**
   * Starts a host.
   *
   * @param fresh whether it has just lost its disk, for the first time
   * @param sent the messages that it sent before it went down, in the same step
   */
  private void start(
      Member<LogFacts> down,
      boolean fresh,
      Past past,
      Supplier<String> what,
      List<InFlight> sent,
      List<Local<LogFacts, Past>> all) {
    // A replica that votes needs no name for its start: it asks nothing by which it is named.
    Past starting = isFormed() && model.memory(down.disk()).votes() ? past : past.starting();
    Member<LogFacts> up = down.with(model.made(down.place(), down.disk()));
    happen(
        up,
        starting,
        what,
        step -> {
          step.sent().addAll(sent);
          step.on(new Event.Started<>(nonce(starting)));
          if (isFormed() && model.isStanding()) {
            step.meets(fresh);
          }
        },
        all);
  }

  private void lead(Member<LogFacts> state, Past past, List<Local<LogFacts, Past>> all) {
    Budget budget = past.budget();
    if (past.count().commands() < scope.commands()) {
      List<Command> next = List.of(command(past.count().commands()));
      happen(
          state,
          past.proposing(),
          new Event.Input<>(new Input.Propose(state.facts().term(), next)),
          all);
    }
    if (budget.has(QUESTION)) {
      ask(state, past, all);
    }
    if (budget.has(HAND_OVER)) {
      int next = (state.place() + 1) % LogModel.HOSTS;
      happen(
          state,
          past.with(budget.less(HAND_OVER)),
          new Event.Input<>(new Input.HandOver(next)),
          all);
    }
  }

  /**
   * Asks a leader for a read; a leader that sees all that was acknowledged so far is of no
   * interest.
   */
  private void ask(Member<LogFacts> state, Past past, List<Local<LogFacts, Past>> all) {
    Budget budget = past.budget();
    long ticket = scope.budget().left(QUESTION) - budget.left(QUESTION) + 1;
    long end = model.view(state.machine()).end().position();
    if (end < past.told() || !model.isStanding()) {
      List<Past.Question> questions = new ArrayList<>(past.questions());
      questions.add(new Past.Question(state.facts().term(), ticket, end, past.told()));
      Past asked = past.with(budget.less(QUESTION)).asking(questions).telling();
      happen(state, asked, new Event.Input<>(new Input.Confirm(state.facts().term(), ticket)), all);
    }
  }

  private void stand(Member<LogFacts> state, Past past, List<Local<LogFacts, Past>> all) {
    Ballot ballot = stands(new LogTransition(model, state, past, LogTransition.ALL));
    if (ballot != null) {
      happen(
          state,
          past,
          () -> "host " + state.place() + " stands for election in ballot " + ballot,
          LogSteps::stands,
          all);
    }
  }

  /**
   * Makes a host stand for election: it gets no message of a leader, and gets the support that it
   * asks for, whatever the others have got. More can happen here than in the real world, where a
   * pre-vote may fail.
   *
   * @return the ballot for which it stands; null if it does not
   */
  private static @Nullable Ballot stands(LogTransition step) {
    step.endGrant();
    for (int tries = 0; tries < 2 && step.member().isRunning(Timer.ELECTION); tries++) {
      step.fire(Timer.ELECTION);
      Ballot ballot = step.preVoteBallot();
      if (ballot != null) {
        int other = (step.host() + 1) % LogModel.HOSTS;
        step.on(
            MessageParts.sent(other, step.host(), step.shard(), new Message.PreVoteGranted(ballot))
                .arrival());
        return ballot;
      }
    }
    return null;
  }

  /** A message arrives at a host. */
  List<Local<LogFacts, Past>> arrive(Member<LogFacts> state, Past past, InFlight sent) {
    List<Local<LogFacts, Past>> all = new ArrayList<>();
    if (!state.isUp()) {
      return all;
    }
    if (model.isStanding() && MessageParts.tellsOfChosen(MessageParts.message(sent))) {
      tell(state, past, sent, all);
    } else {
      arrive(state, past, sent, all);
    }
    return all;
  }

  private void arrive(
      Member<LogFacts> state, Past past, InFlight sent, List<Local<LogFacts, Past>> all) {
    Event<Input> event = sent.arrival();
    happen(
        state,
        past,
        () -> "host %s: %s".formatted(state.place(), event),
        step -> {
          switch (MessageParts.message(sent)) {
            case Message.Prepare _ -> {
              step.endGrant();
              step.on(event);
            }
            case Message.Accept part when model.isStanding() && part.round() == 0 ->
                step.onWithoutGrant(event);
            default -> step.on(event);
          }
        },
        all);
  }

  /** Informs a follower of what is chosen, as the leader knew it at any moment so far. */
  private void tell(
      Member<LogFacts> state, Past past, InFlight sent, List<Local<LogFacts, Past>> all) {
    Message.Accept told = (Message.Accept) MessageParts.message(sent);
    for (LogEntry entry : past.agreed()) {
      if (entry.end() > state.facts().applied() && entry.end() < told.chosen()) {
        arrive(state, past, MessageParts.telling(sent, entry.end()), all);
      }
    }
    arrive(state, past, sent, all);
  }

  /** A timer of a host runs down. */
  void fire(Member<LogFacts> state, Past past, TimerName timer, List<Local<LogFacts, Past>> all) {
    happen(
        state,
        past,
        () -> "host %s: %s runs down".formatted(state.place(), timer),
        it -> it.fire(timer),
        all);
  }

  /** An event happens at a host. */
  void happen(
      Member<LogFacts> state, Past past, Event<Input> event, List<Local<LogFacts, Past>> all) {
    happen(
        state, past, () -> "host %s: %s".formatted(state.place(), event), it -> it.on(event), all);
  }

  /**
   * A step, after which all that was written is durable; or the host crashes at some later moment,
   * and has no more than a first part of that, and nothing that it wrote since.
   */
  private void happen(
      Member<LogFacts> state,
      Past past,
      Supplier<String> what,
      Consumer<LogTransition> step,
      List<Local<LogFacts, Past>> all) {
    MemberStep.takeEach(
        past,
        (left, durable) -> {
          LogTransition taken = new LogTransition(model, state, left, durable);
          step.accept(taken);
          return taken;
        },
        (taken, durable) -> add(taken, () -> words(what, durable), all));
  }

  private static String words(Supplier<String> what, int durable) {
    return durable == MemberStep.ALL
        ? what.get()
        : "%s; of what it writes from here on, the first %s records will be left"
            .formatted(what.get(), durable);
  }

  /**
   * Adds a step. A doomed host that says no more what counts crashes at once, and starts again: it
   * may as well hear nothing for a while.
   */
  private void add(LogTransition step, Supplier<String> what, List<Local<LogFacts, Past>> all) {
    if (step.isSilenced()) {
      Member<LogFacts> doomed = step.member();
      start(
          crashed(doomed), false, step.past().without(doomed), what, List.copyOf(step.sent()), all);
    } else {
      all.add(step.local(what));
    }
  }

  private void crash(Member<LogFacts> state, Past past, List<Local<LogFacts, Past>> all) {
    Budget budget = past.budget();
    if (state.doomed() || budget.has(CRASH)) {
      Past after = state.doomed() ? past : past.with(budget.less(CRASH));
      down("host %d crashes", state, crashed(state), false, after, all);
    }
    if (budget.has(DISK)) {
      Member<LogFacts> blank = blank(state.place(), List.of());
      Past after = past.with(budget.less(DISK)).losing(state.place());
      boolean fresh = !past.lost().containsKey(state.place());
      down("host %d loses its disk", state, blank, fresh, after, all);
    }
  }

  /** Returns a host that is down, with a disk about which nothing was sent. */
  Member<LogFacts> blank(int host, List<Record> facts) {
    return Member.down(host, model.disk(facts), LogFacts.NONE);
  }

  /** Returns the host after a crash. */
  static Member<LogFacts> crashed(Member<LogFacts> host) {
    return host.crashed(host.disk(), host.facts().crashed());
  }

  private void down(
      String what,
      Member<LogFacts> before,
      Member<LogFacts> down,
      boolean fresh,
      Past past,
      List<Local<LogFacts, Past>> all) {
    Past after = past.without(before);
    Supplier<String> text = () -> what.formatted(before.place());
    if (model.isStanding()) {
      // A host that has started and hears nothing is one that is down.
      start(down, fresh, after, () -> text.get() + ", and starts again", List.of(), all);
    } else {
      all.add(new Local<>(text, down, List.of(), after, null));
    }
  }
}
