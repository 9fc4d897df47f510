package tutti.simulator.door;

import java.util.random.RandomGenerator;

/**
 * A service and the load at its door, as drawn.
 *
 * @param queue where the requests of an overload wait
 * @param serviceNanos the mean time of one request's work, where it waits
 * @param workers that work at a time there
 * @param readNanos the time in which the loop reads a request, and turns it away or hands it on
 * @param times the overload, as a multiple of the capacity
 * @param standstillNanos the time for which the service stands still as the overload begins
 * @param timeoutNanos the time of a request; its client goes away a little later
 * @param lasting whether clients ask again until they are answered, and nobody new comes after the
 *     overload
 */
record DoorDraw(
    Queue queue,
    long serviceNanos,
    int workers,
    long readNanos,
    double times,
    long standstillNanos,
    long timeoutNanos,
    boolean lasting) {
  private static final long MILLI = 1_000_000;

  /** The tries that come for each request that can be done, at most. */
  private static final int TRIES_FOR_EACH = 60;

  /** The places where requests wait for their turn. */
  enum Queue {
    /** The sockets of connections, where the loop that reads and parses is the bottleneck. */
    SOCKETS,

    /** The queue of the executors. */
    EXECUTORS,

    /** A queue that no executor has: other hosts, locks, a disk. */
    ELSEWHERE
  }

  static DoorDraw draw(RandomGenerator random) {
    Queue queue = Queue.values()[random.nextInt(Queue.values().length)];
    int workers = queue == Queue.SOCKETS ? 1 : 1 + random.nextInt(4);
    long service = MILLI * (4 + random.nextInt(7)) * workers;
    return new DoorDraw(
        queue,
        service,
        workers,
        service / workers / TRIES_FOR_EACH,
        2 + 2 * random.nextDouble(),
        random.nextInt(3) == 0 ? (1 + random.nextInt(3)) * 1_000L * MILLI : 0,
        (500 + 100L * random.nextInt(6)) * MILLI,
        false);
  }

  /** Draws a service that does a few requests in a second, whose clients do not give up. */
  static DoorDraw drawSlow(RandomGenerator random) {
    long service = MILLI * (60 + random.nextInt(140));
    return new DoorDraw(
        Queue.ELSEWHERE,
        service,
        1,
        service / TRIES_FOR_EACH,
        2 + 2 * random.nextDouble(),
        0,
        (500 + 100L * random.nextInt(6)) * MILLI,
        true);
  }

  /** Returns the requests that are done in a nanosecond. */
  double capacity() {
    return (double) workers / serviceNanos;
  }
}
