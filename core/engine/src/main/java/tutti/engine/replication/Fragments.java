package tutti.engine.replication;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The fragments of byte sequences that may be too long for one record or message, which this class
 * puts together again. Fragments of a sequence that never came whole are dropped. Confined to one
 * thread.
 */
public final class Fragments {
  /** The most bytes of a fragment's content: it fits into a record of any log. */
  public static final int BYTES = 32 << 10;

  private ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long name;
  private int next;

  /**
   * Cuts bytes into fragments.
   *
   * @param name a number that no other sequence has which is put together at the same place
   * @param each is called with each fragment, in order
   */
  public static void cut(Encoder whole, long name, Consumer<Encoder> each) {
    cut(whole, name, BYTES, each);
  }

  /**
   * Cuts bytes as {@link #cut(Encoder, long, Consumer)} does.
   *
   * @param most the most bytes of a fragment's content; at least 1
   */
  static void cut(Encoder whole, long name, int most, Consumer<Encoder> each) {
    int number = 0;
    for (int from = 0; from < whole.size() || number == 0; from += most) {
      int length = Math.min(most, whole.size() - from);
      boolean last = from + length >= whole.size();
      Encoder out = new Encoder(length + 16);
      out.putLong(name).putVarLong(number++).putBoolean(last);
      each.accept(out.putRaw(whole.array(), from, length));
    }
  }

  /**
   * Returns the bytes of a shard's record as they go into the log, in order: whole, or in fragments
   * of which each begins with its kind and the shard.
   *
   * @param longest the longest record of the log, in bytes
   * @param name a number that no other record of this shard has in the log
   * @param kind the first byte of each fragment's record
   * @param most the most bytes of a fragment's content; at least 1 if the record is cut
   */
  static List<Encoder> records(
      int shard, Encoder whole, int longest, long name, int kind, int most) {
    if (whole.size() <= longest) {
      return List.of(whole);
    }
    List<Encoder> records = new ArrayList<>();
    cut(
        whole,
        name,
        most,
        part -> {
          Encoder out = new Encoder(part.size() + 8).putByte(kind).putVarLong(shard);
          records.add(out.putRaw(part.array(), 0, part.size()));
        });
    return records;
  }

  /** Returns how many fragments have come of what is not whole yet. */
  int held() {
    return next;
  }

  /**
   * Takes the next fragment.
   *
   * @return all of it, if this is the last one; else null
   */
  public @Nullable Decoder add(Decoder in) {
    long its = in.getLong();
    int number = in.getCount(Integer.MAX_VALUE);
    boolean last = in.getBoolean();
    if (number == 0) {
      name = its;
      next = 0;
      bytes = new ByteArrayOutputStream();
    }
    if (its != name || number != next) {
      return null;
    }
    next++;
    bytes.writeBytes(in.getRaw(in.remaining()));
    if (!last) {
      return null;
    }
    Decoder whole = new Decoder(bytes.toByteArray());
    // One that was long is not to keep as much memory for good.
    bytes = new ByteArrayOutputStream();
    next = 0;
    name = 0;
    return whole;
  }
}
