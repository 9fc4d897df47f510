package tutti.simulator.check;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.simulator.history.Operation;

/**
 * The versions of one key, as the logs have them: at first no row, then the rows that one
 * transaction after another made, deletions included. So an absence has a version, too.
 */
final class RowVersions {
  /** One version; the first has no maker. */
  private record Version(@Nullable LoggedDecision maker, @Nullable Record row) {}

  private final String name;
  private final List<Version> versions = new ArrayList<>();

  RowVersions(ActorId actor, RowsImage.RowKey row) {
    name = actor + "/" + row;
    versions.add(new Version(null, null));
  }

  String name() {
    return name;
  }

  /** Adds a transaction's version, after all others so far. */
  void add(LoggedDecision maker, @Nullable Record row) {
    versions.add(new Version(maker, row));
  }

  /** The number of the version that a transaction made, or 0 if it made none. */
  int madeBy(LoggedDecision maker) {
    for (int i = versions.size() - 1; i > 0; i--) {
      if (versions.get(i).maker == maker) {
        return i;
      }
    }
    return 0;
  }

  Operation.Write write(int version) {
    Record row = versions.get(version).row;
    return new Operation.Write(name, version, version - 1, row == null ? "delete" : row.toString());
  }

  boolean admits(Sight sight, int version) {
    return sight.test().admits(versions.get(version).row);
  }

  /**
   * Whether the transaction can only have seen the version that it overwrote, which is known
   * anyway.
   */
  boolean implies(Sight sight, LoggedDecision reader) {
    int own = madeBy(reader);
    return own > 0 && admits(sight, own - 1);
  }

  /**
   * The versions that a transaction may have seen, ascending: two absences cannot be told apart.
   * Each reading is a span of consecutive versions that look like the sight. A transaction cannot
   * have seen a version that was decided later than itself. Empty if no version ever looked so.
   */
  List<Operation.Read> readings(Sight sight, LoggedDecision reader) {
    int own = madeBy(reader);
    int end = own > 0 ? own : versions.size();
    List<Operation.Read> readings = new ArrayList<>();
    int from = -1;
    for (int i = 0; i <= end; i++) {
      if (i < end && admits(sight, i)) {
        from = from < 0 ? i : from;
      } else if (from >= 0) {
        if (before(from, reader)) {
          readings.add(new Operation.Read(name, i - 1L, from, i - 1L));
        }
        from = -1;
      }
    }
    return readings;
  }

  private boolean before(int version, LoggedDecision reader) {
    LoggedDecision maker = versions.get(version).maker;
    return maker == null || maker.order < reader.order;
  }

  /** The newest version that is this row; if there is none, a number that no transaction made. */
  long last(@Nullable Record found) {
    for (int i = versions.size() - 1; i >= 0; i--) {
      Record row = versions.get(i).row;
      if (row == null ? found == null : row.equals(found)) {
        return i;
      }
    }
    return versions.size();
  }
}
