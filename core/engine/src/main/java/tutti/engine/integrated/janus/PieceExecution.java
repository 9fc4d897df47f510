package tutti.engine.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.integrated.ItemExecution;
import tutti.engine.integrated.expiry.KeySweep;
import tutti.engine.journal.JournalFailed;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.PassingFailure;
import tutti.engine.runtime.ProcessEnded;
import tutti.model.ActorId;
import tutti.protocol.integrated.janus.ExecutingTransaction;
import tutti.protocol.integrated.janus.Input;
import tutti.protocol.integrated.janus.Output;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * The execution of transactions at one replica, once their turn has come: each participant executes
 * the whole transaction with the values of all items, and the effects on its own items are kept
 * here. Executions go on beside the replica, and end with a step of it. Confined to the host's
 * queue of machines.
 *
 * <p>For example, a transfer between accounts of two shards is executed by the six replicas of
 * both, and each writes the account of its own shard.
 */
final class PieceExecution {
  private static final Logger LOG = LoggerFactory.getLogger(PieceExecution.class);
  private static final byte[] NOTHING = new byte[0];

  private static final ItemExecution.End NO_EFFECT =
      new ItemExecution.End(false, NOTHING, new TreeMap<>());

  private final int shard;
  private final Replica replica;
  private final JanusHost host;
  private final ItemExecution execution;

  /** A transaction whose turn it is. */
  record InTurn(ItemExecution.Named named, ExecutingTransaction underway) {}

  /** The replica at which the pieces are executed. */
  interface Replica {
    /**
     * Returns a number that is another one once another memory is in the place of the replica's.
     */
    int life();

    /** Returns whether the replica has ended, or has another memory than in that life. */
    boolean isOver(int life);

    /** Returns the request of a transaction that is open here; none if it is not known. */
    Request request(TransactionId id);

    /** Returns the transactions whose turn it is. */
    List<ExecutingTransaction> underway();

    /** Returns the values of the items that a piece reads or writes. */
    SortedMap<ActorId, byte[]> values(Piece piece);

    /** Returns all items as they are. */
    List<Map.Entry<ActorId, byte[]>> copy();

    /** Runs a step of the replica; one that fails stops it. */
    void step(Runnable step);

    /** Takes in what a transaction has written here, and then its end. */
    void ran(TransactionId id, SortedMap<ActorId, byte[]> writes, PieceOutput output);

    void on(Input input);
  }

  /**
   * @param shard of the replica
   */
  PieceExecution(int shard, Replica replica, JanusHost host, ItemExecution execution) {
    this.shard = shard;
    this.replica = replica;
    this.host = host;
    this.execution = execution;
  }

  /**
   * Executes a piece. What fails beside the application's own code, a value that cannot be read for
   * example, is treated as an error of the virtual machine is: all replicas agree whether the
   * transaction happens, after the process has ended once.
   */
  void execute(Output.Execute what) {
    try {
      begin(what);
    } catch (JournalFailed | ProcessEnded e) {
      throw e;
    } catch (Throwable e) {
      failed(what.id(), e);
    }
  }

  private void failed(TransactionId id, Throwable error) {
    if (error instanceof PassingFailure && error instanceof Error passing) {
      throw passing;
    }
    if (error instanceof PassingFailure && error instanceof RuntimeException passing) {
      throw passing;
    }
    LOG.error("transaction {} has failed at shard {}", id, shard, error);
    host.queue().step(unlessReplaced(replica.life(), () -> replica.on(new Input.Failed(id))));
  }

  /** Returns a step that does nothing if another replica's memory has taken this one's place. */
  private Runnable unlessReplaced(int life, Runnable step) {
    return () -> {
      if (life == replica.life()) {
        step.run();
      }
    };
  }

  private void begin(Output.Execute what) {
    Piece piece = what.piece();
    byte[] action = action(what.id());
    int life = replica.life();
    Consumer<ItemExecution.End> done =
        end -> host.queue().step(unlessReplaced(life, () -> ran(what.id(), piece, end)));
    if (piece.readsEverything()) {
      host.syncPoints().reached(shard, SyncPoint.of(action), replica::copy);
      done.accept(NO_EFFECT);
      return;
    }
    SortedMap<ActorId, byte[]> values = replica.values(piece);
    if (KeySweep.isIn(piece)) {
      done.accept(KeySweep.of(action).forgets(values));
      return;
    }
    what.payloads().values().forEach(each -> values.putAll(Values.of(each)));
    long bytes = action.length;
    for (byte[] value : values.values()) {
      bytes += value.length;
    }
    long its = bytes;
    host.executions()
        .begin(
            its,
            () -> {
              if (replica.isOver(life)) {
                host.queue().step(() -> host.executions().ended(its));
              } else {
                execute(what, action, values, its);
              }
            });
  }

  /** Executes a transaction of which all is known, in the room that it was given. */
  private void execute(
      Output.Execute what, byte[] action, SortedMap<ActorId, byte[]> values, long bytes) {
    int life = replica.life();
    TransactionId id = what.id();
    Consumer<Runnable> then =
        step ->
            host.queue()
                .step(
                    () -> {
                      host.executions().ended(bytes);
                      unlessReplaced(life, step).run();
                    });
    try {
      execution.execute(
          action,
          values,
          what.again(),
          new ItemExecution.Listener() {
            @Override
            public void ended(ItemExecution.End end) {
              then.accept(() -> ran(id, what.piece(), end));
            }

            @Override
            public void failed(VirtualMachineError error) {
              LOG.error("transaction {} has failed at shard {}", id, shard, error);
              then.accept(() -> replica.on(new Input.Failed(id)));
            }
          });
    } catch (JournalFailed | ProcessEnded e) {
      throw e;
    } catch (Throwable e) {
      host.queue().step(() -> host.executions().ended(bytes));
      failed(id, e);
    }
  }

  private void ran(TransactionId id, Piece piece, ItemExecution.End end) {
    replica.step(
        () -> {
          SortedMap<ActorId, byte[]> writes = new TreeMap<>(end.writes());
          writes.keySet().retainAll(piece.writes());
          PieceOutput output;
          try {
            output = output(end);
          } catch (RuntimeException | StackOverflowError e) {
            failed(id, e);
            return;
          }
          replica.ran(id, end.refused() ? new TreeMap<>() : writes, output);
        });
  }

  private PieceOutput output(ItemExecution.End end) {
    long digest = EffectDigest.of(end);
    if (host.parts().scheduler().injects(FaultPoint.EXECUTION_DIFFERS)) {
      digest = digest == 1 ? 2 : digest ^ 1;
    }
    return new PieceOutput(end.refused(), new Payload(end.output()), digest);
  }

  /** Returns the output of a transaction that the replicas have agreed to refuse. */
  PieceOutput barred(TransactionId id) {
    return output(execution.barred(action(id)));
  }

  /** The log has it that an execution has failed: the process ends, and starts with a question. */
  void failed(byte[] action) {
    execution.failed(action);
  }

  /**
   * A procedure that is not deterministic has left something else here than on other hosts. If it
   * is known what is right, that takes the place of what is here, once this was reported.
   */
  void diverged(Output.Diverged what) {
    TransactionId id = what.id();
    LOG.error(
        "transaction {} has come to another end on this host than on others: the replica of shard"
            + " {} stops",
        id,
        shard);
    int life = replica.life();
    execution.diverged(
        action(what.request()),
        new ItemExecution.Difference(shard, id.toString(), what.own(), what.right()),
        () -> host.queue().step(unlessReplaced(life, () -> replica.on(new Input.Reported(id)))));
  }

  /** Returns the transactions of clients whose turn it is here. */
  List<InTurn> inTurn() {
    List<InTurn> all = new ArrayList<>();
    for (ExecutingTransaction each : replica.underway()) {
      byte[] action = action(each.request());
      if (action.length > 0
          && each.request().pieces().values().stream().noneMatch(KeySweep::isIn)) {
        execution.name(action).ifPresent(its -> all.add(new InTurn(its, each)));
      }
    }
    return all;
  }

  /** Returns what a transaction that is open here executes; nothing if it is not known. */
  byte[] action(TransactionId id) {
    return action(replica.request(id));
  }

  private static byte[] action(Request request) {
    return request.pieces().values().stream()
        .map(each -> each.action().bytes())
        .filter(bytes -> bytes.length > 0)
        .findFirst()
        .orElse(NOTHING);
  }
}
