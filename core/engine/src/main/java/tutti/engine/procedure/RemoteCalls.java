package tutti.engine.procedure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Latch;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.seam.Procedures.Outgoing;
import tutti.engine.transaction.seam.RemoteCall;
import tutti.model.Call;

/**
 * The calls of actors of other nodes. They are sent together when their task does anything else, so
 * that several calls made one after the other travel in one message.
 */
final class RemoteCalls implements Performer {
  private final ProcedureExecution execution;
  private final Latch latch = new Latch();

  /** The calls that are not sent yet. The list changes only under the latch. */
  private volatile @Nullable List<Outgoing> unsent;

  RemoteCalls(ProcedureExecution execution) {
    this.execution = execution;
  }

  @Override
  public void perform(SubTransaction<?> call) {
    call.startsElsewhere();
    add(new Outgoing(call.remote(), call::endedElsewhere));
  }

  /** Asks the coordinator to make an event happen, and waits until it has. */
  void event(Call call, EventPromise promise) {
    WorkEnd ending = new WorkEnd(execution);
    add(
        new Outgoing(
            new RemoteCall(call, false, List.of()),
            end -> {
              promise.happened(new Procedures.Happened(end.result(), end.partners()));
              ending.over();
            }));
    flush();
    ending.await();
  }

  /** Adds a call to those to be sent. */
  void add(Outgoing call) {
    latch.lock();
    try {
      List<Outgoing> more = unsent;
      if (more == null) {
        more = new ArrayList<>(4);
      }
      more.add(call);
      unsent = more;
    } finally {
      latch.unlock();
    }
  }

  /** Sends the calls that are to be sent. */
  void flush() {
    if (unsent == null) {
      return;
    }
    List<Outgoing> calls;
    latch.lock();
    try {
      calls = unsent;
      unsent = null;
    } finally {
      latch.unlock();
    }
    if (calls != null) {
      execution.host().send(calls);
    }
  }
}
