package tutti.engine.integrated;

import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.engine.transaction.record.RecordParts;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.VersionTag;

/**
 * The item that has the versions of the application ({@link ApplicationVersions}), and the
 * transaction that adds one: a change of the application is written, replicated and read as all
 * items are, so that a host that was away finds it. There is no such item before the first change.
 */
public final class VersionsItem {
  /** The item; no name of an application has a dollar sign. */
  public static final ActorId ITEM = new ActorId("$application", "");

  private VersionsItem() {}

  /** Returns whether an item is this one. */
  public static boolean is(ActorId item) {
    return item.type().equals(ITEM.type());
  }

  /** Returns the value that says that these were the versions. */
  public static byte[] encode(List<byte[]> sources) {
    Encoder out = new Encoder();
    RecordParts.list(out, sources, Encoder::putBytes);
    return out.toByteArray();
  }

  /**
   * Returns the sources of the versions; none, if the value has no bytes.
   *
   * @throws tutti.model.MalformedData if the bytes are no such value
   */
  public static List<byte[]> decode(byte[] value) {
    return value.length == 0 ? List.of() : RecordParts.list(new Decoder(value), Decoder::getBytes);
  }

  /**
   * Returns the action of an ordered transaction that writes the item, if its value is still {@code
   * before}.
   *
   * @param before an empty array if there was no value
   */
  public static byte[] action(byte[] before, byte[] after) {
    Encoder out = new Encoder();
    VersionTag.put(out, VersionTag.ANY);
    return out.putBytes(before).putBytes(after).toByteArray();
  }

  /** Returns the end of such a transaction, whose output is the value of the item from then on. */
  static ItemExecution.End end(byte[] action, SortedMap<ActorId, byte[]> values) {
    Decoder in = VersionTag.behind(action);
    byte[] before = in.getBytes();
    byte[] after = in.getBytes();
    byte[] now = ItemOrder.valueOf(values, ITEM);
    SortedMap<ActorId, byte[]> writes = new TreeMap<>();
    if (Arrays.equals(before, now)) {
      writes.put(ITEM, after);
      now = after;
    }
    return new ItemExecution.End(false, now, writes);
  }
}
