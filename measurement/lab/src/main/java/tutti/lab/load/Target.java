package tutti.lab.load;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/** A target of load. */
public interface Target {

  /** Returns the time for which a client waits before it sends its next request. */
  default long pauseNanos(int client, SplittableRandom random) {
    return 0;
  }

  /**
   * Sends one request and returns immediately.
   *
   * @param client the number of the client that sends it, from 0
   * @param random that client's own, seeded; to be used before this returns
   * @param done called exactly once, on any thread, perhaps before this method returns
   */
  void start(int client, SplittableRandom random, Consumer<Ending> done);
}
