package tutti.simulator.network;

/** The port that decides when messages arrive, in place of the network's style. */
@FunctionalInterface
public interface Courier {
  /** Takes one message; running {@code arrival} delivers it. */
  void carry(int from, int to, byte[] bytes, Runnable arrival);
}
