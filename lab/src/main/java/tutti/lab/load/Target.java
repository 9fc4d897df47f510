package tutti.lab.load;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/** A target of load. */
public interface Target {

  /**
   * Sends one request and returns at once.
   *
   * @param client which client sends it, from 0
   * @param random that client's own, seeded; to be used before this returns
   * @param done told exactly once, on any thread, maybe before this returns
   */
  void start(int client, SplittableRandom random, Consumer<Ending> done);
}
