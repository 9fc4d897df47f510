package tutti.simulator.world;

import java.util.random.RandomGenerator;

/** Independent streams of randomness from one seed, each for a purpose that has a name. */
public final class Seeds {
  private Seeds() {}

  /** Returns the stream of {@code seed} for {@code purpose}: the same in every JVM. */
  public static RandomGenerator stream(long seed, String purpose) {
    return new Stream(derive(seed, purpose));
  }

  /** SplitMix64 (Steele, Lea and Flood, OOPSLA'14), with a fixed gamma. */
  private static final class Stream implements RandomGenerator {
    private long state;

    Stream(long state) {
      this.state = state;
    }

    @Override
    public long nextLong() {
      state += 0x9E3779B97F4A7C15L;
      return mix(state);
    }
  }

  public static long derive(long seed, String purpose) {
    long hash = seed;
    for (int i = 0; i < purpose.length(); i++) {
      hash = mix(hash ^ purpose.charAt(i));
    }
    return mix(hash);
  }

  /** The finalizer of MurmurHash3 (Appleby): every bit of the input changes half of the output. */
  public static long mix(long value) {
    long mixed = value + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 33) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ mixed >>> 33;
  }
}
