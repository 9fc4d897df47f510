package tutti.engine.transaction;

import java.util.Iterator;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.container.Container;
import tutti.engine.journal.Journal;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.request.ActorRequests;
import tutti.engine.transaction.request.PendingRequest;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;

/**
 * The reads of actors on this node for clients, one by one or in the order of their keys.
 * Thread-safe.
 */
record ActorReads(TransactionContext node, ActorRequests requests, OpenReads open) {
  /** Reads one actor; the answer comes when the state that was seen is durable. */
  void read(ActorId actor, long timeoutNanos, Consumer<ReadAnswer> listener) {
    Container container = node.directory().containerOf(actor);
    open.start(
        container.route(actor),
        actor.toString(),
        timeoutNanos,
        listener,
        ReadAnswer.Failed::new,
        told -> {
          ActorRequests.Context context = context(container, timeoutNanos);
          ReadAnswer answer = readNow(context, actor);
          long lsn = answer instanceof ReadAnswer.Found seen ? seen.state().lsn() : 0;
          whenCurrent(lsn, told, answer);
        });
  }

  private ReadAnswer readNow(ActorRequests.Context context, ActorId actor) {
    Cell cell = node.directory().containerOf(actor).actors().find(actor);
    if (cell == null) {
      return new ReadAnswer.Missing();
    }
    return switch (requests.ask(
        context,
        new ActorRequests.Question(
            actor, new Work.Read(), Observations.at(node.runtime().scheduler().now())))) {
      case PendingRequest.Answer.Given(Verdict.CurrentState seen) -> {
        if (node.log().history().enabled()) {
          node.log().history().read(context.owner().id(), actor, seen.version());
        }
        yield new ReadAnswer.Found(cell.type(), actor, seen);
      }
      case PendingRequest.Answer.Given(var other) ->
          throw new IllegalStateException("a read was answered " + other);
      case PendingRequest.Answer.Stopped(var reason) -> new ReadAnswer.Failed(reason);
    };
  }

  private void whenCurrent(long lsn, Consumer<ReadAnswer> listener, ReadAnswer answer) {
    if (!node.log().awaitDurable()) {
      listener.accept(answer);
      return;
    }
    Journal journal = node.log().journal();
    journal.whenCurrent(
        lsn,
        durable ->
            listener.accept(
                durable ? answer : new ReadAnswer.Failed(Reason.Unavailable.notWritten(journal))));
  }

  /**
   * Reads actors of a type in the order of their keys, each as {@link #read} would.
   *
   * @param each is called with each state, until it returns false
   * @param done is called once after the last: with null if all that was read is durable, else with
   *     the reason why it cannot be relied on
   */
  void scan(
      String type,
      @Nullable String after,
      long timeoutNanos,
      Predicate<ReadAnswer.Found> each,
      Consumer<@Nullable Reason> done) {
    Container home = node.directory().containers().getFirst();
    open.<@Nullable Reason>start(
        home.executors().getFirst(),
        after == null ? type : type + " after " + after,
        timeoutNanos,
        done,
        late -> late,
        told -> scan(type, after, context(home, timeoutNanos), each, told));
  }

  private void scan(
      String type,
      @Nullable String after,
      ActorRequests.Context context,
      Predicate<ReadAnswer.Found> each,
      Consumer<@Nullable Reason> done) {
    long lsn = 0;
    Iterator<Cell> cells = inOrder(type, after);
    while (cells.hasNext()) {
      ReadAnswer answer = readNow(context, cells.next().id());
      if (answer instanceof ReadAnswer.Failed(var reason)) {
        done.accept(reason);
        return;
      }
      if (answer instanceof ReadAnswer.Found seen) {
        lsn = Math.max(lsn, seen.state().lsn());
        if (!each.test(seen)) {
          break;
        }
      }
    }
    if (node.log().awaitDurable()) {
      Journal journal = node.log().journal();
      journal.whenCurrent(
          lsn, durable -> done.accept(durable ? null : Reason.Unavailable.notWritten(journal)));
    } else {
      done.accept(null);
    }
  }

  private ActorRequests.Context context(Container home, long timeoutNanos) {
    Timestamps timestamps = node.directory().timestamps();
    long age = timestamps == null ? Long.MAX_VALUE : timestamps.next();
    Participant reader =
        new Reader(new TransactionId(node.directory().self(), node.incarnation(), -1), age);
    return new ActorRequests.Context(
        reader, home, node.runtime().scheduler().nanos() + timeoutNanos, timeoutNanos);
  }

  /** A participant that only looks: nothing ever waits for it. */
  private static final class Reader implements Participant {
    private final TransactionId id;
    private final long age;

    Reader(TransactionId id, long age) {
      this.id = id;
      this.age = age;
    }

    @Override
    public TransactionId id() {
      return id;
    }

    @Override
    public long age() {
      return age;
    }

    @Override
    public Status status() {
      return Status.ACTIVE;
    }
  }

  /** Returns the cells of a type in all containers, by key. */
  private Iterator<Cell> inOrder(String type, @Nullable String after) {
    record Head(Cell cell, Iterator<Cell> rest) {}
    PriorityQueue<Head> heads =
        new PriorityQueue<>((a, b) -> a.cell.id().key().compareTo(b.cell.id().key()));
    for (Container container : node.directory().containers()) {
      Iterator<Cell> cells = container.actors().after(type, after).values().iterator();
      if (cells.hasNext()) {
        heads.add(new Head(cells.next(), cells));
      }
    }
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return !heads.isEmpty();
      }

      @Override
      public Cell next() {
        Head head = heads.remove();
        if (head.rest.hasNext()) {
          heads.add(new Head(head.rest.next(), head.rest));
        }
        return head.cell;
      }
    };
  }
}
