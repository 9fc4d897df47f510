package tutti.engine.integrated;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.DecidedState;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.PendingVerdicts;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.integrated.ItemFormat.Item;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.submission.Reason;
import tutti.model.Refusal;
import tutti.model.Surroundings;

/**
 * The control over the copies of actors that one attempt works on. A request waits until its actor
 * has come from the protocol, and then gets the answer of the actor's state: nothing else uses the
 * copies. They are thrown away when the attempt ends.
 */
final class PrivateCopies implements ConcurrencyControl {

  private static final Logger LOG = LoggerFactory.getLogger(PrivateCopies.class);

  /** The control object of each cell, from the first request on. Guarded by the cell's latch. */
  private static final class Copy implements Cell.Memory {
    final List<ActorRequest> waiting = new ArrayList<>(1);
    boolean asked;
    boolean here;

    /**
     * Returns false: a copy stays until the attempt ends, so that an item that was read once is not
     * read again.
     */
    @Override
    public boolean isIdle() {
      return false;
    }

    @Override
    public void dropped() {}
  }

  private final ItemStore.Access access;
  private final ItemFormat format;
  private final TaskExecutor executor;
  private final CopyClaim.Maker claims;

  /**
   * @param executor of the attempt: there alone the application's code makes an actor of a value
   * @param replicated whether other replicas make the attempt, too, each by itself
   */
  PrivateCopies(
      ItemStore.Access access, ItemFormat format, TaskExecutor executor, boolean replicated) {
    this.executor = executor;
    this.claims = new CopyClaim.Maker(replicated);
    this.access = access;
    this.format = format;
  }

  @Override
  public boolean mayDeadlock() {
    return false;
  }

  @Override
  public Verdict request(ActorRequest request) {
    Cell cell = request.cell();
    boolean first;
    cell.lock();
    try {
      Copy copy = copy(cell);
      if (copy.here) {
        return DecidedState.answer(request, claims);
      }
      copy.waiting.add(request);
      first = !copy.asked;
      copy.asked = true;
    } finally {
      cell.unlock();
    }
    if (first) {
      access.read(cell.id(), value -> arrived(cell, value));
    }
    return Verdict.Delay.INSTANCE;
  }

  /** Asks for an actor ahead of the request for it. */
  void fetch(Cell cell) {
    cell.lock();
    try {
      Copy copy = copy(cell);
      if (copy.asked) {
        return;
      }
      copy.asked = true;
    } finally {
      cell.unlock();
    }
    access.read(cell.id(), value -> arrived(cell, value));
  }

  private static Copy copy(Cell cell) {
    if (cell.control() instanceof Copy known) {
      return known;
    }
    Copy fresh = new Copy();
    cell.control(fresh);
    return fresh;
  }

  /** Takes a value on the executor of the attempt, whichever thread has brought it. */
  private void arrived(Cell cell, byte[] value) {
    if (executor.isCurrent()) {
      read(cell, value);
    } else {
      executor.step(() -> readOrRefuse(cell, value));
    }
  }

  /** The constructor of a record may throw now, or find its stack too short. */
  private void readOrRefuse(Cell cell, byte[] value) {
    try {
      read(cell, value);
    } catch (RuntimeException | StackOverflowError failed) {
      LOG.error("{} cannot be read", cell.id(), failed);
      Refusal refusal =
          Refusal.of(Reason.INTERNAL_ERROR, cell.id() + " cannot be read: " + failed.getMessage());
      PendingVerdicts answers = new PendingVerdicts();
      cell.lock();
      try {
        List<ActorRequest> waiting = copy(cell).waiting;
        waiting.forEach(request -> answers.add(request, new Verdict.Reject(refusal, 0)));
        waiting.clear();
      } finally {
        cell.unlock();
      }
      answers.deliver();
    }
  }

  private void read(Cell cell, byte[] value) {
    Item item = format.decode(cell.id(), cell.type(), value);
    PendingVerdicts answers = new PendingVerdicts();
    cell.lock();
    try {
      Copy copy = copy(cell);
      cell.restore(item.state(), item.version(), item.version());
      copy.here = true;
      for (ActorRequest request : copy.waiting) {
        answers.add(request, DecidedState.answer(request, claims));
      }
      copy.waiting.clear();
    } finally {
      cell.unlock();
    }
    answers.deliver();
  }

  @Override
  public boolean withdraw(ActorRequest request) {
    Cell cell = request.cell();
    cell.lock();
    try {
      return copy(cell).waiting.remove(request);
    } finally {
      cell.unlock();
    }
  }

  @Override
  public void abort(Claim claim) {
    claim.end();
  }

  @Override
  public void commit(Claim claim, long lsn) {
    throw new IllegalStateException("a copy of " + claim.cell().id() + " is not the actor");
  }

  @Override
  public Claim reinstate(
      Participant owner, Cell cell, Work work, Surroundings around, long position, long low) {
    throw new IllegalStateException("no copy of " + cell.id() + " outlives its process");
  }

  @Override
  public long unapplied(Cell cell, Consumer<Claim> sink) {
    throw new IllegalStateException("no checkpoint has the copy of " + cell.id());
  }
}
