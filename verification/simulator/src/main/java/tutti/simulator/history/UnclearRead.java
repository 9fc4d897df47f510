package tutti.simulator.history;

import java.util.List;
import tutti.simulator.history.Operation.Read;

/**
 * A read that did not show which of several versions it saw, since they are equal, with another
 * version in between.
 *
 * @param operation the place of the reader in its history
 * @param readings the possible reads of one actor, whose effects do not commute; at least two,
 *     ascending, with other versions between them. The reader made none of the versions that end
 *     one
 */
public record UnclearRead(int operation, List<Read> readings) {
  public UnclearRead {
    if (readings.size() < 2) {
      throw new IllegalArgumentException("one reading is clear: " + readings);
    }
    for (int i = 1; i < readings.size(); i++) {
      if (readings.get(i).follows() <= readings.get(i - 1).until() + 1) {
        throw new IllegalArgumentException(
            readings.get(i - 1) + " leaves no room before " + readings.get(i));
      }
    }
  }

  /** The read that is certain, whichever of some readings is right: it is between their ends. */
  Read between(int low, int high) {
    Read last = readings.get(high);
    return new Read(last.actor(), last.version(), readings.get(low).follows(), last.until());
  }
}
