package tutti.lab.torture;

import java.util.List;
import java.util.SplittableRandom;

/** The requests of the clients of a round. Thread-safe. */
interface RoundTraffic {

  /** Returns the requests that set the scene, in this order. */
  List<Ask> opening();

  /** Returns a further request of any client. */
  Ask next(SplittableRandom random);
}
