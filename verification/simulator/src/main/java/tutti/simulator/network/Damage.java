package tutti.simulator.network;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Damage to messages on their way: a bit or a few are flipped, or the end is cut off. */
record Damage(RandomGenerator random) {

  /** Returns the bytes after damage; never the same ones. */
  byte[] to(byte[] bytes) {
    if (bytes.length > 0 && random.nextInt(8) == 0) {
      return Arrays.copyOf(bytes, random.nextInt(bytes.length));
    }
    byte[] damaged = bytes.clone();
    for (int flips = 1 + random.nextInt(3); flips > 0 && damaged.length > 0; flips--) {
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return Arrays.equals(damaged, bytes) ? Arrays.copyOf(bytes, bytes.length + 1) : damaged;
  }
}
