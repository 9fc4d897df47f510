package tutti.engine.integrated.janus;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Map;
import tutti.engine.integrated.ItemExecution;
import tutti.model.ActorId;

/**
 * A 64-bit digest of bytes, to find replicas that differ by mistake: it is no protection against
 * malice. It allocates nothing, and takes eight bytes at a time.
 */
final class EffectDigest {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Odd constants whose multiples spread over all bits, as those of MurmurHash3 do. */
  private static final long FIRST = 0x87c37b91114253d5L;

  private static final long SECOND = 0x4cf5ad432745937fL;

  private EffectDigest() {}

  /**
   * Returns the digest of an execution's end, never 0. All refusals have one: what they say is told
   * once, and leaves nothing.
   */
  static long of(ItemExecution.End end) {
    if (end.refused()) {
      return 1;
    }
    long digest = of(end.output(), 1);
    for (Map.Entry<ActorId, byte[]> each : end.writes().entrySet()) {
      digest = of(each.getValue(), digest * 31 + each.getKey().hashCode());
    }
    return digest == 0 ? 1 : digest;
  }

  /** Returns the digest of bytes behind others, which have that digest. */
  private static long of(byte[] bytes, long before) {
    long digest = before ^ bytes.length;
    int at = 0;
    for (; at + Long.BYTES <= bytes.length; at += Long.BYTES) {
      digest = mix(digest, (long) LONGS.get(bytes, at));
    }
    long rest = 0;
    for (; at < bytes.length; at++) {
      rest = rest << Byte.SIZE | bytes[at] & 0xff;
    }
    return mix(digest, rest);
  }

  private static long mix(long digest, long next) {
    long mixed = digest ^ Long.rotateLeft(next * FIRST, 31) * SECOND;
    return Long.rotateLeft(mixed, 27) * 5 + 0x52dce729;
  }
}
