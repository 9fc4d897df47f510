package tutti.engine.transaction;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.spi.LoggingEventBuilder;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.container.Container;
import tutti.engine.history.History;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.runtime.Place;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.TaskExecutor;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Observation;
import tutti.model.Refusal;

/**
 * The execution of one attempt: it asks every actor that its calls need, one after another, on this
 * node and on others, until all have granted or one has not. Only the attempt's own task calls it;
 * where procedures run, their tasks call it one at a time.
 */
final class Attempt {
  private final Transaction transaction;
  private final Directory directory;
  private final Asker asker;
  private final Habits habits;
  private final History history;
  private final TaskExecutor executor;
  private final Remote remote;
  private final Locals locals;
  private final Procedures procedures;
  private final Asker.Context home;
  private final List<Call> todo = new ArrayList<>(4);

  /** Procedures that events have as partners, in the order in which they were found. */
  private final List<Call> toRun = new ArrayList<>(0);

  private final List<@Nullable Object> results = new ArrayList<>(1);
  private final List<Call> roots;
  private final Action root;
  private volatile Remote.@Nullable Coordination coordination;
  private volatile Procedures.@Nullable Execution execution;

  /** The execution of the procedures; kept also after it has ended and its grants are confirmed. */
  private Procedures.@Nullable Execution ran;

  /** The actors of other nodes whose procedures were called; on the home executor. */
  private @Nullable SortedSet<ActorId> calledElsewhere;

  /** The context in which actors are asked; it changes with the task that asks. */
  private Asker.Context context;

  /** The events that have asked for partners, the latest first. */
  private @Nullable Asked asked;

  /** The event that a procedure has called and that is being made to happen. */
  private @Nullable Call event;

  private @Nullable Object eventResult;

  /** The parts that all attempts on a node share. */
  record Means(
      Directory directory,
      Asker asker,
      Habits habits,
      History history,
      Remote remote,
      Locals locals,
      Procedures procedures) {}

  /** Makes a transaction's own part for its coordination, if other nodes take part. */
  @FunctionalInterface
  interface Locals {
    Remote.Local of(
        Transaction transaction,
        TaskExecutor executor,
        List<@Nullable Object> results,
        Supplier<Procedures.@Nullable Execution> procedures);
  }

  Attempt(Transaction transaction, Container home, TaskExecutor executor, Means means) {
    Submission submission = transaction.submission();
    this.transaction = transaction;
    this.directory = means.directory();
    this.asker = means.asker();
    this.habits = means.habits();
    this.history = means.history();
    this.remote = means.remote();
    this.locals = means.locals();
    this.procedures = means.procedures();
    this.executor = executor;
    this.roots = submission.request().calls();
    this.root = roots.getFirst().action();
    this.home = contextIn(home);
    this.context = this.home;
    transaction.interruptedBy(this::interrupt);
  }

  private Asker.Context contextIn(Container container) {
    Submission submission = transaction.submission();
    return new Asker.Context(
        transaction,
        container,
        submission.deadlineNanos(),
        submission.request().timeoutNanos(),
        this::stopped);
  }

  /** Returns why the execution is to end, or null; from any thread. */
  private @Nullable Reason stopped() {
    Procedures.Execution running = execution;
    return running == null ? transaction.stopped() : running.stopped();
  }

  /** Ends the attempt's waiting, here or for another node; from any thread. */
  private void interrupt(Reason why) {
    asker.stop(transaction, why);
    Remote.Coordination with = coordination;
    if (with != null) {
      with.interrupt(why);
    }
  }

  List<@Nullable Object> results() {
    return results;
  }

  /**
   * Returns the coordination with other nodes, which decides the transaction; null if it touched
   * none.
   */
  Remote.@Nullable Coordination coordination() {
    return coordination;
  }

  /** Executes all calls; returns null if everything was accepted, else why not. */
  @Nullable Reason execute() {
    for (int i = 0; i < roots.size(); i++) {
      results.add(null);
    }
    if (transaction.submission().retries() > 0) {
      Reason failure = reserve();
      if (failure != null) {
        return failure;
      }
    }
    if (callsProcedures()) {
      return inOrder();
    }
    todo.addAll(roots);
    // Actors are asked in one common order where it is known: this prevents most deadlocks.
    todo.sort(Comparator.comparing(Call::target));
    Reason failure = drain();
    return failure != null || toRun.isEmpty() ? failure : runPartners();
  }

  private boolean callsProcedures() {
    for (Call call : roots) {
      if (call.action() instanceof ProcedureAction) {
        return true;
      }
    }
    return false;
  }

  /** Runs the root calls one after the other: a procedure sees the effects of those before it. */
  private @Nullable Reason inOrder() {
    Procedures.Execution running = begin();
    try {
      for (int i = 0; i < roots.size(); i++) {
        Call call = roots.get(i);
        Reason failure;
        if (call.action() instanceof ProcedureAction) {
          failure = running.run(call);
          results.set(i, failure == null ? running.result() : null);
        } else {
          todo.add(call);
          failure = drain();
          if (failure == null) {
            failure = runPartners(running);
          }
        }
        if (failure != null) {
          return failure;
        }
      }
      return running.stopped();
    } finally {
      running.claims(transaction::hold);
    }
  }

  private Procedures.Execution begin() {
    Procedures.Execution running = procedures.begin(new Host());
    execution = running;
    ran = running;
    return running;
  }

  private @Nullable Reason runPartners() {
    Procedures.Execution running = begin();
    try {
      Reason failure = runPartners(running);
      return failure == null ? running.stopped() : failure;
    } finally {
      running.claims(transaction::hold);
    }
  }

  /** Runs the procedures that events have as partners, one after the other: as root calls. */
  private @Nullable Reason runPartners(Procedures.Execution running) {
    for (Call call : takeToRun()) {
      Reason failure = running.run(call);
      if (failure != null) {
        return failure;
      }
    }
    return null;
  }

  private List<Call> takeToRun() {
    List<Call> taken = List.copyOf(toRun);
    toRun.clear();
    return taken;
  }

  /** Asks everything that is still to be asked; returns null if all was accepted, else why not. */
  private @Nullable Reason drain() {
    while (!todo.isEmpty()) {
      Call call = todo.removeFirst();
      Reason failure = call.negated() ? forbid(call, call) : act(call);
      if (failure != null) {
        return failure;
      }
    }
    return null;
  }

  /**
   * Checks whether all grants of this attempt still stand, here and on other nodes: a refusal rests
   * on them. A node validates all that it has granted before it grants anything more.
   *
   * @return null if so, else why not
   */
  @Nullable Reason confirm() {
    // The reason that ended the procedures does not end this check.
    execution = null;
    Reason here = Claims.validate(directory, transaction.claims());
    if (here != null) {
      return here;
    }
    Map<Integer, ActorId> nodes = new TreeMap<>();
    for (ActorId actor : touchedElsewhere()) {
      nodes.putIfAbsent(directory.nodeOf(actor), actor);
    }
    for (ActorId actor : nodes.values()) {
      if (ask(actor, new Work.Observe(Observation.NOTHING), false)
          instanceof Reply.Stopped(var reason)) {
        return reason;
      }
    }
    return null;
  }

  /**
   * Returns whether procedures have run on other nodes: a refusal may rest on their observations.
   */
  boolean ranElsewhere() {
    return calledElsewhere != null;
  }

  private List<ActorId> touchedElsewhere() {
    List<ActorId> all = new ArrayList<>(transaction.actorsElsewhere());
    if (calledElsewhere != null) {
      all.addAll(calledElsewhere);
    }
    return all;
  }

  /** Tells the procedures that the client is told of this failure. */
  void told(Reason failure) {
    Procedures.Execution known = ran;
    if (known != null) {
      known.told(failure);
    }
  }

  /** Remembers for the next attempt which actors this one came to. */
  void leaveFootprint(List<Reason.Wait> cycle) {
    SortedSet<ActorId> footprint = transaction.submission().footprint();
    for (Claim claim : transaction.claims()) {
      footprint.add(claim.cell().id());
    }
    footprint.addAll(touchedElsewhere());
    if (!cycle.isEmpty()) {
      footprint.add(cycle.getFirst().actor());
    }
  }

  /**
   * Reserves a place at every actor that earlier attempts touched, in the common order, by an
   * observation that cannot change. Where an observation locks, such attempts cannot deadlock each
   * other.
   */
  private @Nullable Reason reserve() {
    for (ActorId actor : transaction.submission().footprint()) {
      switch (ask(actor, new Work.Observe(Observation.NOTHING), true)) {
        case Reply.Stopped(var reason) -> {
          return reason;
        }
        case Reply.Granted granted -> {}
        case Reply other -> throw unexpected(other);
      }
    }
    return null;
  }

  private @Nullable Reason act(Call call) {
    Call before = transaction.actionOn(call.target());
    if (before != null) {
      return refused(call, twice(before, call));
    }
    Work work = new Work.Act(call);
    while (true) {
      switch (ask(call.target(), work, false)) {
        case Reply.Stopped(var reason) -> {
          return reason;
        }
        case Reply.Granted(var partners, var result) -> {
          if (transaction.hasObserved(call.target())) {
            habits.learn(root, call.target());
          }
          result(call, result);
          follow(call, partners);
          return null;
        }
        case Reply.Refused(var refusal) -> {
          return refused(call, refusal);
        }
        case Reply.NeedsObservation(var actor, var what) -> {
          Reason failure = observe(actor, what);
          if (failure != null) {
            return failure;
          }
        }
        case Reply.Performed other -> throw unexpected(other);
      }
    }
  }

  private void result(Call call, @Nullable Object result) {
    if (call == event) {
      eventResult = result;
    } else if (result != null) {
      int index = roots.indexOf(call);
      if (index >= 0) {
        results.set(index, result);
      }
    }
  }

  private void follow(Call call, List<Call> partners) {
    if (!partners.isEmpty()) {
      asked = new Asked(call, partners, asked);
      for (Call partner : partners) {
        (partner.action() instanceof ProcedureAction ? toRun : todo).add(partner);
      }
      todo.sort(Comparator.comparing(Call::target));
    }
  }

  private boolean actsLater(ActorId observed) {
    return habits.actsOnWhatItObserves(root, observed) && !asker.provoked(Place.HABIT_FORGOTTEN);
  }

  private @Nullable Reason observe(ActorId actor, Observation what) {
    switch (ask(actor, new Work.Observe(what), actsLater(actor))) {
      case Reply.Stopped(var reason) -> {
        return reason;
      }
      case Reply.Granted(var none, var value) -> {
        transaction.seen(transaction.seen().with(actor, what, value));
        return null;
      }
      case Reply.Refused(var refusal) -> {
        return new Reason.Refused(actor, "observe", refusal);
      }
      case Reply.NeedsObservation other -> throw unexpected(other);
      case Reply.Performed other -> throw unexpected(other);
    }
  }

  /**
   * Makes sure that an action stays impossible until this transaction ends: its own actor refuses
   * it, or one of its partners does (docs/rulings.md#ruling-6).
   *
   * @param negated the negated sync as the application has it
   * @param call the negated call, or one of its partners
   */
  private @Nullable Reason forbid(Call negated, Call call) {
    List<Call> open = new ArrayList<>(List.of(call));
    while (!open.isEmpty()) {
      Call next = open.removeFirst();
      switch (ask(next.target(), new Work.Forbid(next), false)) {
        case Reply.Stopped(var reason) -> {
          return reason;
        }
        case Reply.Granted(var partners, var refuses) -> {
          if (Boolean.TRUE.equals(refuses)) {
            return null;
          }
          for (Call partner : partners) {
            // A procedure is assumed to succeed: it cannot be asked whether it would.
            if (!partner.negated() && !(partner.action() instanceof ProcedureAction)) {
              open.add(partner);
            }
          }
        }
        case Reply.NeedsObservation(var actor, var what) -> {
          Reason failure = observe(actor, what);
          if (failure != null) {
            return failure;
          }
          open.addFirst(next);
        }
        case Reply.Refused(var refusal) -> {
          return refused(next, refusal);
        }
        case Reply.Performed other -> throw unexpected(other);
      }
    }
    return refused(
        negated,
        Refusal.of(
            "negated-sync",
            negated.target()
                + "."
                + negated.action().name()
                + " is possible, and must not be for this transaction to happen"));
  }

  private Reply ask(ActorId actor, Work work, boolean willAct) {
    Reason stopped = stopped();
    if (stopped != null) {
      return new Reply.Stopped(stopped);
    }
    Asker.Question question = new Asker.Question(actor, work, transaction.seen(), willAct);
    return directory.isHere(actor) ? askHere(question) : askThere(question);
  }

  private Reply askHere(Asker.Question question) {
    switch (asker.ask(context, question)) {
      case Ask.Answer.Stopped(var reason) -> {
        return new Reply.Stopped(reason);
      }
      case Ask.Answer.Given(Verdict.Accept(var claim, var partners, var result)) -> {
        transaction.hold(claim);
        if (history.enabled() && !claim.hasCall()) {
          long version = claim.cell().version();
          history.read(transaction.id(), question.target(), version);
          history.relied(transaction.key(), claim, version, result);
        }
        return new Reply.Granted(partners, result);
      }
      case Ask.Answer.Given(Verdict.Reject(var refusal, var lsn)) -> {
        transaction.observed(lsn);
        return new Reply.Refused(refusal);
      }
      case Ask.Answer.Given(Verdict.NeedsObservation(var actor, var what)) -> {
        return new Reply.NeedsObservation(actor, what);
      }
      case Ask.Answer.Given(var other) ->
          throw new IllegalStateException(transaction + " was answered " + other);
    }
  }

  private Reply askThere(Asker.Question question) {
    Remote.Coordination with = coordination;
    if (with == null) {
      with = executor.isCurrent() ? together() : togetherByStep();
    }
    int node = directory.nodeOf(question.target());
    Reply reply = with.ask(node, question, votesNow(question.work(), node));
    if (reply instanceof Reply.Granted) {
      transaction.holdElsewhere(question.work(), question.target());
    }
    return reply;
  }

  /**
   * Returns the coordination of this attempt, and begins it if there is none; on its home executor.
   */
  private Remote.Coordination together() {
    Remote.Coordination with = coordination;
    if (with == null) {
      with = remote.coordinate(locals.of(transaction, executor, results, () -> execution));
      coordination = with;
    }
    return with;
  }

  private Remote.Coordination togetherByStep() {
    Promise<Remote.Coordination> made = new Promise<>();
    executor.step(() -> made.complete(together()));
    return made.await();
  }

  /** Sends calls of procedures to other nodes; on the home executor. */
  private void send(List<Procedures.Outgoing> calls) {
    SortedSet<ActorId> actors = calledElsewhere;
    if (actors == null) {
      actors = new TreeSet<>();
      calledElsewhere = actors;
    }
    Map<Integer, List<Procedures.Outgoing>> byNode = new TreeMap<>();
    for (Procedures.Outgoing each : calls) {
      ActorId target = each.call().target();
      actors.add(target);
      byNode.computeIfAbsent(directory.nodeOf(target), unused -> new ArrayList<>()).add(each);
    }
    Remote.Coordination with = together();
    byNode.forEach(with::send);
    // A failure before the coordination existed could not end the coordination's waiting.
    Reason why = stopped();
    if (why != null) {
      with.interrupt(why);
    }
  }

  /** Returns whether a node may vote as it executes: no further call to that node is known. */
  private boolean votesNow(Work work, int node) {
    // Procedures may change their writes until all of them have ended.
    if (!(work instanceof Work.Act)
        || !directory.preparesEarly()
        || ran != null
        || !toRun.isEmpty()) {
      return false;
    }
    for (Call call : todo) {
      if (directory.nodeOf(call.target()) == node) {
        return false;
      }
    }
    return !asker.provoked(Place.VOTE_APART);
  }

  private Reason refused(Call call, Refusal refusal) {
    return new Reason.Refused(
        call.target(), call.action().name(), Asked.told(asked, call, refusal));
  }

  private IllegalStateException unexpected(Reply reply) {
    return new IllegalStateException(transaction + " was answered " + reply);
  }

  private static Refusal twice(Call first, Call second) {
    return Refusal.of(
        "instance-twice",
        "one transaction moves "
            + first.target()
            + " twice, by "
            + first.action().name()
            + " and by "
            + second.action().name()
            + "; an instance makes at most one transition in a transaction");
  }

  /** The attempt as its procedures use it. */
  private final class Host implements Procedures.Host {
    private final Seen nothing = Seen.at(transaction.seen().now());

    @Override
    public Container home() {
      return home.home();
    }

    @Override
    public Instant now() {
      return nothing.now();
    }

    @Override
    public LoggingEventBuilder named(LoggingEventBuilder line) {
      return LogLine.about(line, transaction.submission());
    }

    @Override
    public long deadlineNanos() {
      return home.deadlineNanos();
    }

    @Override
    public long timeoutNanos() {
      return home.timeoutNanos();
    }

    @Override
    public @Nullable Reason stopped() {
      return transaction.stopped();
    }

    @Override
    public void stopWaiting(Reason why) {
      interrupt(why);
    }

    @Override
    public Ask.Answer ask(ActorId actor, Work work, Container from) {
      Ask.Answer answer =
          asker.ask(
              from == home.home() ? home : contextIn(from),
              new Asker.Question(actor, work, nothing));
      if (history.enabled()
          && work instanceof Work.Run
          && answer instanceof Ask.Answer.Given(Verdict.Accept(var claim, var none, var nil))) {
        history.read(transaction.id(), actor, claim.cell().version());
      }
      return answer;
    }

    @Override
    public @Nullable Reason event(
        Call call, Container from, Consumer<Procedures.Happened> happened) {
      event = call;
      eventResult = null;
      context = from == home.home() ? home : contextIn(from);
      todo.add(call);
      Reason failure = drain();
      todo.clear();
      context = home;
      event = null;
      List<Call> partners = takeToRun();
      if (failure == null) {
        happened.accept(new Procedures.Happened(eventResult, partners));
      }
      return failure;
    }

    @Override
    public boolean coordinates() {
      return true;
    }

    @Override
    public void send(List<Procedures.Outgoing> calls) {
      if (executor.isCurrent()) {
        Attempt.this.send(calls);
      } else {
        executor.step(() -> Attempt.this.send(calls));
      }
    }

    @Override
    public void quiet() {}
  }
}
