package tutti.lab.simulation.outside;

import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.model.outside.DidNotHappen;
import tutti.model.outside.Happened;
import tutti.model.outside.OutsideService;

/**
 * A simulated service that charges cards: no crash of a node touches it. For the thread of one
 * simulated run.
 */
final class CardService implements OutsideService {

  /** The ways in which a charge may go; the check of some does not know at first. */
  enum Course {
    DONE,
    /** A refusal for certain. */
    REFUSED,
    /** A charge without an answer. */
    UNCLEAR,
    /** A request that is lost. */
    LOST
  }

  private final SortedMap<String, Integer> charged = new TreeMap<>();
  private final SortedMap<String, Integer> asked = new TreeMap<>();

  /** Charges, or does not, as the course says. */
  void charge(String key, Course course) throws DidNotHappen, IOException {
    switch (course) {
      case DONE -> charged.merge(key, 1, Integer::sum);
      case REFUSED -> throw new DidNotHappen("the card is blocked");
      case UNCLEAR -> {
        charged.merge(key, 1, Integer::sum);
        throw new IOException("no answer to " + key);
      }
      case LOST -> throw new IOException("no connection for " + key);
    }
  }

  /** Returns how often each key was charged. */
  SortedMap<String, Integer> charged() {
    return charged;
  }

  @Override
  public Happened happened(String key) throws IOException {
    int before = asked.merge(key, 1, Integer::sum) - 1;
    int ignorant = Math.floorMod(key.hashCode(), 5) - 1;
    if (before < ignorant && before % 2 == 0) {
      return Happened.UNKNOWN;
    }
    if (before < ignorant) {
      throw new IOException("the service does not answer");
    }
    return charged.containsKey(key) ? Happened.YES : Happened.NO;
  }
}
