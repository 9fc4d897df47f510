package tutti.engine.transport.tcp;

import java.io.ByteArrayOutputStream;
import java.util.random.RandomGenerator;

/** Bytes that are nearly right, or not at all. */
final class Garbage {
  private Garbage() {}

  /** First frames of a node 0 that has gone mad, to node 1. */
  static byte[] greeting(RandomGenerator random) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (random.nextInt(8) == 0) {
      out.writeBytes(noise(random, 200));
    }
    out.writeBytes(Stranger.preamble(random.nextInt(8) == 0 ? random.nextInt() : 1));
    out.writeBytes(Stranger.hello(random.nextInt(8) == 0 ? random.nextInt() : 0, 1, "mad"));
    if (random.nextInt(8) == 0) {
      out.writeBytes(Stranger.frame(Frames.WELCOME));
    }
    return damaged(out, random, 10);
  }

  /** Frames of that node once it is answered. */
  static byte[] session(RandomGenerator random) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(Stranger.frame(Frames.WELCOME));
    int frames = random.nextInt(20);
    for (int i = 0; i < frames; i++) {
      out.writeBytes(
          switch (random.nextInt(6)) {
            case 0 -> noise(random, 50);
            case 1 -> Stranger.frame(random.nextInt(256), noise(random, 30));
            case 2 -> Stranger.heartbeat();
            default -> Stranger.frame(Frames.MESSAGE, noise(random, 3_000));
          });
    }
    return damaged(out, random, 3);
  }

  /** Both, without waiting for the answer. */
  static byte[] connection(RandomGenerator random) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(greeting(random));
    out.writeBytes(session(random));
    return out.toByteArray();
  }

  private static byte[] damaged(ByteArrayOutputStream out, RandomGenerator random, int oneIn) {
    byte[] bytes = out.toByteArray();
    if (random.nextInt(oneIn) == 0) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return bytes;
  }

  private static byte[] noise(RandomGenerator random, int most) {
    byte[] bytes = new byte[random.nextInt(most)];
    random.nextBytes(bytes);
    return bytes;
  }
}
