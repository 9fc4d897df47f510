package tutti.simulator.options;

import java.util.Collections;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tutti.simulator.application.Turn;
import tutti.simulator.world.Seeds;

/**
 * The part of a run that is made. A part that is left out changes nothing about the rest, except by
 * its effects.
 *
 * @param clients the number of clients, or 0 for the seed to choose
 * @param keep the requests that are made; none stands for all
 * @param schedule 0 for the seed's own choice of the order of events and of the times of faults;
 *     any other number for another choice with the same requests
 * @param mostFaults the largest number of faults of the kinds that come one at a time: crashes,
 *     failing disks, cuts, pauses; -1 for as many as the seed chooses
 */
public record RunSelection(int clients, NavigableSet<Turn> keep, long schedule, int mostFaults) {

  /** The whole run. */
  public static final RunSelection WHOLE =
      new RunSelection(0, Collections.emptyNavigableSet(), 0, -1);

  public RunSelection {
    if (clients < 0 || mostFaults < -1) {
      throw new IllegalArgumentException("there cannot be so few clients or faults");
    }
    keep = Collections.unmodifiableNavigableSet(new TreeSet<>(keep));
  }

  public RunSelection withClients(int newClients) {
    return new RunSelection(newClients, keep, schedule, mostFaults);
  }

  /** Returns this excerpt with these requests only; an empty set stands for all. */
  public RunSelection withKeep(NavigableSet<Turn> newKeep) {
    return new RunSelection(clients, newKeep, schedule, mostFaults);
  }

  public RunSelection withSchedule(long newSchedule) {
    return new RunSelection(clients, keep, newSchedule, mostFaults);
  }

  public RunSelection withMostFaults(int newMost) {
    return new RunSelection(clients, keep, schedule, newMost);
  }

  /**
   * Reads a list of requests.
   *
   * @throws IllegalArgumentException if it is not {@code CLIENT:INDEX}, several with commas between
   *     them
   */
  public static NavigableSet<Turn> parseKeep(String text) {
    NavigableSet<Turn> keep = new TreeSet<>();
    for (String each : text.split(",", -1)) {
      keep.add(Turn.parse(each.strip()));
    }
    return keep;
  }

  /** Returns the seed of the schedule's choices. */
  public long scheduleSeed(long seed) {
    return schedule == 0 ? seed : Seeds.derive(seed, "schedule-" + schedule);
  }

  /** Returns the flags that a user types for this excerpt, each with a space before it. */
  String flags() {
    return (clients > 0 ? " --clients " + clients : "")
        + (keep.isEmpty()
            ? ""
            : " --keep " + keep.stream().map(Turn::toString).collect(Collectors.joining(",")))
        + (schedule != 0 ? " --schedule " + schedule : "")
        + (mostFaults >= 0 ? " --most-faults " + mostFaults : "");
  }
}
