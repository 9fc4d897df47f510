package tutti.engine.node;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.message.AnswerSize;
import tutti.engine.memory.Heap;
import tutti.engine.node.Node.Instance;
import tutti.engine.node.Node.ListFailed;
import tutti.engine.node.Node.ListResult;
import tutti.engine.node.Node.Page;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.transaction.ReadAnswer;
import tutti.engine.transaction.TransactionProtocol;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.Application;

/**
 * The reads of single instances and the listings that clients ask a node for. Thread-safe.
 *
 * @param forwarder asks other nodes; null if the protocol finds all actors
 */
public record InstanceReads(
    At at, TransactionProtocol protocol, @Nullable Forwarder forwarder, Snapshots snapshots) {
  /**
   * The number of instances that a listing looks at before it answers with the ones it has found.
   */
  private static final int LOOKED_AT_PER_PAGE = 10_000;

  /**
   * The bytes of a page's instances, at most: a longer one would hold up what is sent between
   * nodes.
   */
  static final long BYTES_PER_PAGE = 1 << 20;

  /**
   * Returns the bytes of a page's instances on a node with such a heap, about. One instance may
   * have more.
   */
  public static long bytesPerPage(Heap heap) {
    return heap.ofPage(BYTES_PER_PAGE);
  }

  /**
   * The node that is asked.
   *
   * @param notReady tells why it answers nothing, or null
   * @param isHere whether an actor lives there
   * @param timeoutNanos the time for a listing
   * @param room for the pages of clients
   */
  public record At(
      Application application,
      Supplier<@Nullable String> notReady,
      Predicate<ActorId> isHere,
      long timeoutNanos,
      PageRoom room) {}

  /** Reads one instance, wherever it lives. */
  public void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen) {
    if (at.application.type(actor.type()) == null) {
      onSeen.accept(new ReadResult.Missing());
      return;
    }
    String not = at.notReady.get();
    if (not != null) {
      onSeen.accept(new ReadResult.Failed("not-ready", not));
      return;
    }
    if (forwarder != null && !at.isHere.test(actor)) {
      forwarder.read(actor, timeoutNanos, onSeen);
      return;
    }
    Consumer<ReadResult> told = snapshots.telling(onSeen);
    protocol.read(actor, timeoutNanos, answer -> told.accept(result(answer)));
  }

  private static ReadResult result(ReadAnswer answer) {
    return switch (answer) {
      case ReadAnswer.Found seen -> {
        Instance instance = instance(seen);
        yield instance == null ? new ReadResult.Missing() : new ReadResult.Found(instance);
      }
      case ReadAnswer.Missing() -> new ReadResult.Missing();
      case ReadAnswer.Failed(Reason reason) ->
          new ReadResult.Failed(reason.code(), reason.message());
    };
  }

  private static @Nullable Instance instance(ReadAnswer.Found seen) {
    return seen.type().initialized(seen.state().state())
        ? new Instance(seen.actor(), seen.state().state(), seen.state().version())
        : null;
  }

  /** Lists instances of a type, on all nodes. */
  public void list(
      String type,
      @Nullable String stage,
      int limit,
      @Nullable String after,
      Consumer<ListResult> onPage) {
    String not = at.notReady.get();
    if (at.application.type(type) == null) {
      onPage.accept(new Page(List.of(), null));
    } else if (not != null) {
      onPage.accept(new ListFailed("not-ready", not));
    } else {
      PageRoom.Page page =
          forwarder != null
              ? (left, done) -> forwarder.list(type, stage, limit, after, left, done)
              : (left, done) -> listHere(type, stage, limit, after, left, done);
      at.room.list(page, at.timeoutNanos, onPage);
    }
  }

  /** The instances on this node alone, for another one. */
  void listHere(
      String type,
      @Nullable String stage,
      int limit,
      @Nullable String after,
      Consumer<ListResult> onPage) {
    listHere(type, stage, limit, after, at.timeoutNanos, onPage);
  }

  private void listHere(
      String type,
      @Nullable String stage,
      int limit,
      @Nullable String after,
      long timeoutNanos,
      Consumer<ListResult> onPage) {
    ActorType actorType = at.application.type(type);
    if (actorType == null) {
      onPage.accept(new Page(List.of(), null));
      return;
    }
    Consumer<ListResult> told = snapshots.telling(onPage);
    int only = stage == null ? -1 : actorType.stages().indexOf(stage);
    Listing listing = new Listing(only, limit, at.room.bytesPerPage());
    protocol.scan(
        type,
        after,
        timeoutNanos,
        listing::take,
        failure ->
            told.accept(
                failure == null
                    ? listing.page()
                    : new ListFailed(failure.code(), failure.message())));
  }

  /** One page in the making. */
  private static final class Listing {
    private final int stage;
    private final int limit;
    private final long most;
    private final List<Instance> items = new ArrayList<>();
    private long bytes;
    private int lookedAt;
    private @Nullable String next;
    private @Nullable String last;

    Listing(int stage, int limit, long most) {
      this.stage = stage;
      this.limit = limit;
      this.most = most;
    }

    /** Takes one more; false once the page is full. One beyond the page is looked for. */
    boolean take(ReadAnswer.Found seen) {
      Instance instance = fitting(seen);
      long its = instance == null ? 0 : AnswerSize.of(instance.id(), instance.state());
      boolean full = items.size() == limit || (bytes + its > most && !items.isEmpty());
      if (instance != null && full || lookedAt == LOOKED_AT_PER_PAGE) {
        next = last;
        return false;
      }
      lookedAt++;
      last = seen.actor().key();
      if (instance != null) {
        items.add(instance);
        bytes += its;
      }
      return true;
    }

    private @Nullable Instance fitting(ReadAnswer.Found seen) {
      Instance instance = instance(seen);
      boolean fits = instance != null && (stage < 0 || instance.state().stage() == stage);
      return fits ? instance : null;
    }

    Page page() {
      return new Page(List.copyOf(items), next);
    }
  }
}
