package tutti.engine.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.relational.WriteAction;
import tutti.engine.storage.Cell;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges;
import tutti.engine.transaction.record.LogRecord.Effect;
import tutti.engine.transaction.record.Observations;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.MalformedData;

/**
 * One actor in the making: its cell, and the actions that are not in it yet, by position. Decided
 * effects are applied in order of arrival and never beyond an action that is in doubt. Not
 * thread-safe.
 */
final class ReplayedActor {
  private final Cell cell;

  /** The position below which every effect is applied, or never was one. */
  private long settled;

  private final TreeMap<Long, Pending> pending = new TreeMap<>();
  private final ReplayWorkers workers;

  /**
   * An action that is not applied.
   *
   * @param id the id of its transaction
   * @param inDoubt the prepared branch that the action belongs to; null if the action is decided
   * @param lsn the log position of the action's decision; 0 for an action in doubt
   */
  record Pending(
      TransactionId id, Effect effect, Observations seen, @Nullable BranchKey inDoubt, long lsn) {}

  /**
   * @param cell is changed by each effect that is applied
   */
  ReplayedActor(Cell cell, long settled, ReplayWorkers workers) {
    this.cell = cell;
    this.settled = settled;
    this.workers = workers;
  }

  Cell cell() {
    return cell;
  }

  /** Returns the effects that are not applied yet, in order of arrival. */
  List<Pending> pending() {
    return new ArrayList<>(pending.values());
  }

  /** Returns the effects that are decided and not applied yet, in order of arrival. */
  List<Pending> decided() {
    return pending.values().stream().filter(each -> each.inDoubt == null).toList();
  }

  /**
   * Returns the effects that {@link #finish} would apply, in order of arrival: the log does not say
   * yet what became of an action before them.
   */
  List<Pending> ahead() {
    return pending.values().stream().takeWhile(each -> each.inDoubt == null).toList();
  }

  /** Returns the position below which every effect is applied, or never was one. */
  long settled() {
    return settled;
  }

  /**
   * Returns whether the cell says all that is known: every effect is applied, and no action that
   * came before the newest one can still be decided. An actor without effects says nothing.
   */
  boolean isSettled() {
    return pending.isEmpty()
        && (settled >= cell.nextPosition() || (cell.version() == 0 && settled == 0));
  }

  /** An action that a checkpoint found committed and not applied. */
  void unapplied(TransactionId id, Effect effect, Observations seen, long lsn) {
    pending.put(effect.position(), new Pending(id, effect, seen, null, lsn));
  }

  /** An action of a transaction that has committed. To add it again has no effect. */
  void decided(TransactionId id, Effect effect, Observations seen, long lsn) {
    if (effect.position() < settled) {
      return;
    }
    pending.put(effect.position(), new Pending(id, effect, seen, null, lsn));
    cell.positionTaken(effect.position());
    // All that arrived before `low` is in the log before this record: it can be applied now.
    settle(effect.low());
  }

  /**
   * An action of a branch that has voted. Effects that arrived before its `low` stay as they are:
   * an actor that has never changed may be forgotten when all its branches abort, and counts its
   * positions from 0 again.
   */
  void prepared(BranchKey branch, Effect effect, Observations seen) {
    if (effect.position() < settled) {
      return;
    }
    pending.put(effect.position(), new Pending(branch.id(), effect, seen, branch, 0));
    cell.positionTaken(effect.position());
  }

  /** An action of a branch that has aborted, or voted again without it. */
  void withdrawn(BranchKey branch, Effect effect) {
    Pending it = pending.get(effect.position());
    if (it != null && branch.equals(it.inDoubt)) {
      pending.remove(effect.position());
    }
  }

  /** Whether an action is still where a branch in doubt needs it. */
  boolean holds(BranchKey branch, Effect effect) {
    Pending it = pending.get(effect.position());
    return it != null && branch.equals(it.inDoubt);
  }

  /**
   * Applies, after the last record, all effects that do not come after one in doubt: an action
   * before them that was not found never happened.
   */
  void finish() {
    Map.Entry<Long, Pending> first;
    while ((first = pending.firstEntry()) != null && first.getValue().inDoubt == null) {
      apply(first);
    }
    if (first == null) {
      settled = Math.max(settled, cell.nextPosition());
    }
  }

  private void settle(long low) {
    settled = Math.max(settled, low);
    Map.Entry<Long, Pending> first;
    while ((first = pending.firstEntry()) != null && first.getKey() <= settled) {
      if (first.getValue().inDoubt != null) {
        if (first.getKey() < settled) {
          throw new MalformedData(
              first.getValue().id
                  + " is in doubt at position "
                  + first.getKey()
                  + ", and what came later says that it is decided");
        }
        return;
      }
      apply(first);
    }
  }

  private void apply(Map.Entry<Long, Pending> first) {
    pending.remove(first.getKey());
    Pending it = first.getValue();
    Call call = it.effect.call();
    RowChanges changes = WriteAction.of(call);
    ActorState state = cell.state();
    if (changes == null) {
      state = call.action().apply(state, call.arguments(), it.seen);
    } else {
      workers.write(call.target(), ActorRows.of(state), changes.list());
      state = RelationalActorType.used(state);
    }
    cell.restore(state, cell.version() + 1, cell.nextPosition());
    settled = Math.max(settled, first.getKey() + 1);
  }
}
