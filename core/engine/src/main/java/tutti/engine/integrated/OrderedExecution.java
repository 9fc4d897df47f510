package tutti.engine.integrated;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.history.ForwardingHistory;
import tutti.engine.history.History;
import tutti.engine.integrated.OrderedAction.Ended;
import tutti.engine.procedure.Thrown;
import tutti.engine.runtime.FatalErrors;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.outcome.ResultCount;
import tutti.engine.transaction.seam.NodeRuntime;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.Submission;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Refusal;
import tutti.protocol.integrated.VersionTag;

/**
 * The execution of clients' requests at replicas, in the place that an ordering protocol has agreed
 * on: on copies of the actors, whose values all participants have told, or on the participant's own
 * if the request is one-shot. What it comes to depends on the action and the values alone.
 * Thread-safe.
 */
public final class OrderedExecution implements ItemExecution {
  private static final Logger LOG = LoggerFactory.getLogger(OrderedExecution.class);

  /**
   * The deadline of an execution, which never comes: the execution waits for nothing, and has to
   * end alike at all replicas, however long each replica's machine has been up. Half of the
   * greatest number, so that no sum with a clock overflows.
   */
  private static final long NEVER_NANOS = Long.MAX_VALUE >> 1;

  /** The end of an action that meets values of a later version of the application. */
  private static final Reason CHANGED =
      new Reason.Unavailable(
          "application-changed",
          "its actors were written by a newer version of the application than the one under which"
              + " it began: nothing of it happened");

  /** The stack of an execution that has failed on a usual one, in bytes. */
  private static final long DEEP_STACK_BYTES = 16 * Scheduler.STACK_BYTES;

  private static final String BARRED =
      "ended the process of a host (its stack overflowed, or its memory was full), so all replicas"
          + " have agreed that it does not happen";

  private final ApplicationVersions versions;
  private final NodeRuntime runtime;
  private final Map<Long, Version> executed = new ConcurrentHashMap<>();
  private final List<TaskExecutor> executors;
  private final History history;
  private final int mostBytes;
  private final Trouble trouble;
  private @Nullable TaskExecutor deep;

  /** The formats of a version of the application. */
  private record Version(long number, ItemFormat items, OrderedAction.Format actions) {}

  /** The listener to executions after which the process cannot go on. */
  public interface Trouble {
    /**
     * A replica here has come to another end than others: a procedure is not deterministic.
     *
     * @param calls of the transaction, in words
     * @param reported as for {@link ItemExecution#diverged}
     */
    void diverged(String calls, Difference what, Runnable reported);

    /**
     * An execution has come to an error of the virtual machine.
     *
     * @param calls of the transaction, in words
     */
    void failed(String calls);

    /**
     * A transaction cannot be executed here, since the version of the application is gone under
     * which it was ordered.
     */
    void gone(String why);
  }

  /**
   * @param versions the versions of the application: each action is executed under its own version
   * @param executors the executors that run requests
   * @param history is called for everything that is executed here
   * @param mostBytes a transaction that writes more is refused; equal on all hosts
   * @param trouble is called with the reason if the process cannot go on
   */
  public OrderedExecution(
      ApplicationVersions versions,
      NodeRuntime runtime,
      List<TaskExecutor> executors,
      History history,
      int mostBytes,
      Trouble trouble) {
    this.trouble = trouble;
    this.mostBytes = mostBytes;
    this.history = history;
    this.versions = versions;
    this.runtime = runtime;
    this.executors = List.copyOf(executors);
  }

  @Override
  public void execute(
      byte[] action, SortedMap<ActorId, byte[]> values, boolean again, Listener listener) {
    long version = VersionTag.of(action);
    if (version == VersionTag.ANY) {
      listener.ended(VersionsItem.end(action, values));
    } else {
      versions.whenKnown(version, () -> execute(version, action, values, again, listener));
    }
  }

  private void execute(
      long number,
      byte[] action,
      SortedMap<ActorId, byte[]> values,
      boolean again,
      Listener listener) {
    if (!versions.runs(number)) {
      trouble.gone(GONE);
      return;
    }
    Version version = version(number);
    OrderedAction.Outline outline;
    try {
      outline = version.actions.outline(action);
    } catch (RuntimeException bug) {
      listener.ended(unread(version, version.actions.id(action), bug));
      return;
    }
    ActorId first = outline.action().request().calls().getFirst().target();
    TaskExecutor executor =
        again ? deep() : executors.get(Math.floorMod(first.hashCode(), executors.size()));
    if (!again && runtime.scheduler().injects(FaultPoint.EXECUTION_FAILS)) {
      executor.start(() -> listener.failed(new StackOverflowError("injected")));
      return;
    }
    // There alone the application's code makes arguments.
    executor.start(
        () ->
            execute(
                () ->
                    outline.whole()
                        ? new InPlace(version, outline.action(), executor).ended(values)
                        : executed(version, action, executor, values),
                listener));
  }

  private static void execute(Supplier<End> execution, Listener listener) {
    End end;
    try {
      end = execution.get();
    } catch (VirtualMachineError error) {
      listener.failed(error);
      FatalErrors.report(error);
      return;
    }
    listener.ended(end);
  }

  private End executed(
      Version version, byte[] action, TaskExecutor executor, SortedMap<ActorId, byte[]> values) {
    OrderedAction ordered;
    try {
      ordered = version.actions.action(action);
    } catch (RuntimeException | LinkageError | AssertionError bug) {
      // A constructor of the application that takes its own record no more, for example.
      VirtualMachineError error = FatalErrors.of(bug);
      if (error != null) {
        throw error;
      }
      return unread(version, version.actions.id(action), bug);
    }
    return new InPlace(version, ordered, executor).ended(values);
  }

  /** Returns the executor with a deeper stack, which few hosts ever need. */
  private synchronized TaskExecutor deep() {
    TaskExecutor known = deep;
    if (known == null) {
      known = runtime.scheduler().newExecutor("executor-deep", DEEP_STACK_BYTES);
      deep = known;
    }
    return known;
  }

  private static End unread(Version version, TransactionId id, Throwable bug) {
    LOG.error("transaction {} cannot be read, and is refused", id, bug);
    Reason why =
        new Reason.Unavailable(
            Reason.INTERNAL_ERROR, "the request cannot be read: " + Thrown.alike(bug));
    byte[] end = version.actions.encode(new Ended.Told(new Outcome.Aborted(id, why)));
    return new End(true, end, new TreeMap<>());
  }

  private Version version(long number) {
    return executed.computeIfAbsent(
        number,
        _ ->
            new Version(
                number,
                new ItemFormat(versions, number),
                new OrderedAction.Format(versions.writer(number).application)));
  }

  /**
   * Returns the reason of a transaction that all replicas have agreed to refuse.
   *
   * @param first its first call
   * @param calls all of them, in words
   */
  public static Reason barred(Call first, String calls) {
    return new Reason.Refused(
        first.target(),
        first.action().name(),
        Refusal.of(Reason.INTERNAL_ERROR, calls + " " + BARRED));
  }

  /**
   * Returns whether that is the reason of a transaction that all replicas have agreed to refuse.
   */
  public static boolean isBarred(Reason reason) {
    return reason instanceof Reason.Refused refused
        && refused.code().equals(Reason.INTERNAL_ERROR)
        && refused.message().endsWith(BARRED);
  }

  @Override
  public End barred(byte[] action) {
    Version version = version(VersionTag.of(action));
    OrderedAction ordered = version.actions.outline(action).action();
    Reason why = barred(ordered.request().calls().getFirst(), calls(ordered));
    Ended end = new Ended.Told(new Outcome.Aborted(ordered.id(), why));
    return new End(true, version.actions.encode(end), new TreeMap<>());
  }

  @Override
  public void failed(byte[] action) {
    trouble.failed(calls(action));
  }

  @Override
  public void diverged(byte[] action, Difference what, Runnable reported) {
    trouble.diverged(calls(action), what, reported);
  }

  @Override
  public Optional<ItemExecution.Named> name(byte[] action) {
    long number = VersionTag.of(action);
    if (number == VersionTag.ANY || versions.version(number) == null) {
      return Optional.empty();
    }
    OrderedAction ordered = version(number).actions.outline(action).action();
    return Optional.of(
        new ItemExecution.Named(
            attempt(ordered),
            ordered.now(),
            ordered.writes().stream().map(ActorId::toString).toList()));
  }

  private String calls(byte[] action) {
    long number = VersionTag.of(action);
    if (number == VersionTag.ANY || versions.version(number) == null) {
      return "a call under version " + number + " of the application";
    }
    try {
      return calls(version(number).actions.outline(action).action());
    } catch (RuntimeException unread) {
      return "a call that cannot be read";
    }
  }

  private static String calls(OrderedAction action) {
    return action.request().calls().stream()
        .map(call -> call.action().name() + " of " + call.target())
        .collect(Collectors.joining(", "));
  }

  private static final String GONE =
      "a transaction that was ordered under the former version of the application is not executed"
          + " here, and its procedures are gone. Start all nodes once more as they were, stop them"
          + " in order when no requests come any more, and start them as they are to be. If most of"
          + " the other nodes can start, give this one an empty folder";

  /** The values of a transaction's items, of which it may need more than it has named. */
  private static final class Named implements ItemStore.Access {
    private final SortedMap<ActorId, byte[]> values;
    @Nullable ActorId missing;

    Named(SortedMap<ActorId, byte[]> values) {
      this.values = values;
    }

    @Override
    public void read(ActorId item, Consumer<byte[]> seen) {
      if (missing == null && !values.containsKey(item)) {
        // It goes on as if there were no such item, and what it comes to is thrown away.
        missing = item;
      }
      seen.accept(ItemOrder.valueOf(values, item));
    }

    @Override
    public void commit(SortedMap<ActorId, byte[]> writes, Consumer<ItemStore.End> done) {
      throw new IllegalStateException("an ordered transaction commits by its end");
    }
  }

  /** The execution of an action in its place. */
  private final class InPlace {
    private final Version version;
    private final OrderedAction action;
    private final TaskExecutor executor;

    InPlace(Version version, OrderedAction action, TaskExecutor executor) {
      this.version = version;
      this.action = action;
      this.executor = executor;
    }

    /**
     * Executes the action to an end, in any case: one without an end would stop its shard for ever.
     * An exception that leaves the execution refuses the transaction, at all replicas alike, since
     * it comes of the action and the values. An error of the machine, such as a lack of memory,
     * does not, and passes through.
     */
    End ended(SortedMap<ActorId, byte[]> values) {
      try {
        return end(values);
      } catch (Throwable bug) {
        VirtualMachineError error = FatalErrors.of(bug);
        if (error != null) {
          throw error;
        }
        LOG.error("transaction {} could not be executed, and is refused", action.id(), bug);
        Call first = action.request().calls().getFirst();
        return refused(
            new Reason.Refused(
                first.target(),
                first.action().name(),
                Refusal.of(
                    Reason.INTERNAL_ERROR,
                    first + " could not be executed: " + Thrown.alike(bug))));
      }
    }

    private End end(SortedMap<ActorId, byte[]> values) {
      if (values.values().stream().anyMatch(value -> VersionTag.of(value) > version.number)) {
        return refused(CHANGED);
      }
      // What earlier requests have taught is no part of the values: each begins knowing nothing.
      Workspace.Parts parts =
          new Workspace.Parts(
              versions, version.items, runtime, new OfAttempt(history, action), true);
      Idempotency key = action.request().idempotency();
      if (key != null) {
        KeyItems.Used used = parts.keys.decode(ItemOrder.valueOf(values, KeyItems.item(key)));
        if (used != null) {
          return key.isOf(used.fingerprint())
              ? refused(new Ended.Answered(used.outcome(), used.at()))
              : refused(new Reason.KeyReused(key.key()));
        }
      }
      Named access = new Named(values);
      List<Integer> places = action.places(values.keySet());
      ResultCount counted = ResultCount.replicated(parts.sizes, action.oneShot());
      Workspace workspace =
          new Workspace(parts, submission(action, places), action.now(), executor, access, counted);
      Result result = workspace.execute();
      VirtualMachineError error = workspace.error();
      if (error != null) {
        throw error;
      }
      if (access.missing != null) {
        return refused(new Ended.Moved(access.missing));
      }
      if (result instanceof Result.Failed failed) {
        workspace.told(failed);
        return refused(failed.reason());
      }
      return committed(places, parts, workspace);
    }

    private End committed(List<Integer> places, Workspace.Parts parts, Workspace workspace) {
      List<Claim> claims = history.enabled() ? workspace.claims() : List.of();
      SortedMap<ActorId, byte[]> writes = workspace.writes();
      boolean changes = !writes.isEmpty();
      long bytes = writes.values().stream().mapToLong(value -> value.length).sum();
      // Other participants of one that is one-shot do not see what this one writes.
      if (bytes > mostBytes && !action.oneShot()) {
        return refused(
            Reason.Unavailable.tooLarge((int) Math.min(Integer.MAX_VALUE, bytes), mostBytes));
      }
      Outcome.Committed outcome = new Outcome.Committed(action.id(), workspace.results());
      Idempotency key = action.request().idempotency();
      if (key != null && changes) {
        KeyItems.Used used = new KeyItems.Used(key.fingerprint(), outcome, action.now());
        writes.put(KeyItems.item(key), parts.keys.encode(used));
      }
      for (ActorId item : writes.keySet()) {
        if (!action.writes().contains(item)) {
          return refused(new Ended.Moved(item));
        }
      }
      if (action.oneShot()) {
        List<@Nullable Object> results = outcome.results();
        int calls = action.request().calls().size();
        history.executedPart(attempt(action), calls, places, claims, results);
        return new End(false, version.actions.encode(new Ended.Part(places, results)), writes);
      }
      tell(changes, claims, outcome);
      return new End(false, version.actions.encode(new Ended.Told(outcome)), writes);
    }

    /** Tells what each replica tells that executes the transaction. */
    private void tell(boolean changes, List<Claim> claims, Outcome.Committed outcome) {
      BranchKey attempt = attempt(action);
      Idempotency key = action.request().idempotency();
      String named = key == null ? null : key.key();
      if (changes) {
        history.proposed(attempt, named, claims, outcome.results());
        history.named(attempt, attempt.toString());
        history.committed(attempt.toString());
      } else {
        history.looked(attempt, named, 0, outcome.results());
      }
    }

    private End refused(Reason why) {
      return refused(new Ended.Told(new Outcome.Aborted(action.id(), why)));
    }

    private End refused(Ended end) {
      return new End(true, version.actions.encode(end), new TreeMap<>());
    }
  }

  private static BranchKey attempt(OrderedAction action) {
    return new BranchKey(action.id(), action.attempt());
  }

  /** A history to which an execution belongs to the attempt that it was ordered for. */
  private record OfAttempt(History history, OrderedAction action) implements ForwardingHistory {
    @Override
    public boolean enabled() {
      return history.enabled();
    }

    @Override
    public void relied(BranchKey attempt, Claim claim, long version, @Nullable Object value) {
      history.relied(attempt(action), claim, version, value);
    }
  }

  private static Submission submission(OrderedAction action, List<Integer> places) {
    List<Call> calls = places.stream().map(action.request().calls()::get).toList();
    TransactionRequest request =
        new TransactionRequest(calls, null, NEVER_NANOS).by(action.request().caller());
    return new Submission(action.id(), request, 0, action.age(), _ -> {});
  }
}
