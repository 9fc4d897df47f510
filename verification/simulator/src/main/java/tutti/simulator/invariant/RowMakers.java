package tutti.simulator.invariant;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.relational.WriteAction;
import tutti.engine.storage.rows.RowChanges;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.simulator.check.RowsImage.RowKey;
import tutti.simulator.check.Sight;
import tutti.simulator.invariant.step.AttemptRecord;

/**
 * The attempts that wrote each row, by the logs: so the record that a row rests on is known when a
 * client is shown the row, whatever the node itself believes.
 */
final class RowMakers {
  private record Row(ActorId actor, RowKey key) {}

  /**
   * One version of a row.
   *
   * @param by the attempt that made it; null if it was made before the application's version
   * @param row the row, or null if it was deleted
   */
  private record Made(@Nullable AttemptRecord by, @Nullable Record row) {
    boolean admittedBy(Sight sight) {
      return by == null || sight.test().admits(row);
    }

    boolean mayBeLost() {
      return by != null && by.decision != null && by.decision.mayBeLost();
    }
  }

  private final Sight.Reader reader;
  private final Map<Row, List<Made>> rows = new HashMap<>();

  /**
   * @param reader finds the rows that a transaction's results show
   */
  RowMakers(Sight.Reader reader) {
    this.reader = reader;
  }

  /** Notes that the log has an attempt's rows. */
  void wrote(AttemptRecord attempt, List<Claim> claims) {
    for (Claim claim : claims) {
      Call call = claim.call();
      RowChanges changes = call == null ? null : WriteAction.of(call);
      if (changes != null) {
        for (RowChanges.Change change : changes.list()) {
          RowKey key = new RowKey(change.relation(), change.key());
          rows.computeIfAbsent(new Row(claim.cell().id(), key), none -> new ArrayList<>(4))
              .add(new Made(attempt, change.after()));
        }
      }
    }
  }

  /** Forgets what the rows are: all nodes are down, and the next version converts them. */
  void converted() {
    rows.replaceAll((row, made) -> new ArrayList<>(List.of(new Made(null, null))));
  }

  /**
   * Returns the attempt that made a row which a client was shown, though a crash may still undo the
   * attempt; null if there is none. A row that equals one of several versions counts as the safest
   * of them.
   */
  @Nullable AttemptRecord shownTooEarly(List<@Nullable Object> results) {
    for (Sight sight : reader.read(results, wrong -> {})) {
      List<Made> made = rows.get(new Row(sight.actor(), sight.row()));
      if (made != null && !sight.made() && !sight.test().admits(null)) {
        Made last = null;
        for (Made each : made) {
          if (each.admittedBy(sight)) {
            last = each;
            if (!each.mayBeLost()) {
              break;
            }
          }
        }
        if (last != null && last.mayBeLost()) {
          return last.by;
        }
      }
    }
    return null;
  }
}
