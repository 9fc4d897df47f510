package tutti.model.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.model.relation.RelationDefinition;
import tutti.model.relation.RowOrder;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowStore;
import tutti.model.relation.store.RowVisitor;

/**
 * The rows of one actor in sorted maps, by the order-preserving bytes of their keys; each scan also
 * checks that comparing rows says the same as comparing bytes.
 */
public class MemoryRows implements RowStore {
  private final ActorId self;
  private final List<RelationDefinition<?, ?>> relations;
  private final Map<String, NavigableMap<byte[], Record>> orders = new HashMap<>();

  /** How often rows were looked up or scanned: what plans are judged by. */
  public int lookups;

  public int scans;
  public int visited;
  public boolean readOnly;

  public MemoryRows(ActorId self, List<RelationDefinition<?, ?>> relations) {
    this.self = self;
    this.relations = relations;
  }

  /** Makes a copy of the rows, which changes apart from them. */
  public MemoryRows(MemoryRows other) {
    this(other.self, other.relations);
    other.orders.forEach((name, rows) -> orders.put(name, new TreeMap<>(rows)));
  }

  @SuppressWarnings("unchecked")
  private RelationDefinition<Object, Record> relation(int number) {
    return (RelationDefinition<Object, Record>) relations.get(number);
  }

  private NavigableMap<byte[], Record> rows(int relation, int order) {
    return orders.computeIfAbsent(
        relation + "/" + order, name -> new TreeMap<>(Arrays::compareUnsigned));
  }

  private byte[] key(int relation, Object key) {
    Encoder out = new Encoder();
    relation(relation).key().codec().encodeKey(key, out);
    return out.toByteArray();
  }

  private static byte[] place(RowOrder<Record> order, Record row) {
    Encoder out = new Encoder();
    order.encode(row, out);
    return out.toByteArray();
  }

  @Override
  public ActorId self() {
    return self;
  }

  @Override
  public boolean readOnly() {
    return readOnly;
  }

  @Override
  public Record get(int relation, Object key) {
    lookups++;
    return rows(relation, 0).get(key(relation, key));
  }

  @Override
  @SuppressWarnings("unchecked")
  public Record find(int relation, int order, Object key) {
    lookups++;
    Encoder out = new Encoder();
    ((tutti.model.codec.TypeCodec<Object>) relation(relation).orders().get(order).key().codec())
        .encodeKey(key, out);
    byte[] low = out.toByteArray();
    Map.Entry<byte[], Record> next = rows(relation, order).ceilingEntry(low);
    return next != null && startsWith(next.getKey(), low) ? next.getValue() : null;
  }

  private static boolean startsWith(byte[] bytes, byte[] beginning) {
    return bytes.length >= beginning.length
        && Arrays.equals(bytes, 0, beginning.length, beginning, 0, beginning.length);
  }

  @Override
  public void scan(
      int relation, int order, KeyRange range, boolean descending, RowVisitor visitor) {
    scans++;
    RowOrder<Record> by = relation(relation).orders().get(order);
    List<Record> found = range(rows(relation, order), by, range);
    Record before = null;
    for (Record row : descending ? found.reversed() : found) {
      if (before != null && by.compare(before, row) < 0 == descending) {
        throw new AssertionError(before + " and " + row + " are in another order than their bytes");
      }
      before = row;
      visited++;
      if (!visitor.visit(row)) {
        return;
      }
    }
  }

  private static List<Record> range(
      NavigableMap<byte[], Record> rows, RowOrder<Record> by, KeyRange range) {
    byte[] from = by.from(range);
    byte[] until = by.until(range);
    List<Record> found = new ArrayList<>();
    rows.forEach(
        (bytes, row) -> {
          boolean byBytes =
              Arrays.compareUnsigned(bytes, from) >= 0
                  && (until.length == 0 || Arrays.compareUnsigned(bytes, until) < 0);
          if (byBytes == (by.below(row, range) || by.above(row, range))) {
            throw new AssertionError(row + " is in the range " + range + " by bytes: " + byBytes);
          }
          if (byBytes) {
            found.add(row);
          }
        });
    return found;
  }

  @Override
  public boolean insert(int relation, Object key, Record row) {
    if (rows(relation, 0).containsKey(key(relation, key))) {
      return false;
    }
    put(relation, key, row);
    return true;
  }

  @Override
  public Record update(int relation, Object key, Record row) {
    return rows(relation, 0).containsKey(key(relation, key)) ? put(relation, key, row) : null;
  }

  @Override
  public Record put(int relation, Object key, Record row) {
    Record before = delete(relation, key);
    for (RowOrder<Record> order : relation(relation).orders()) {
      rows(relation, order.number()).put(place(order, row), row);
    }
    return before;
  }

  @Override
  public Record delete(int relation, Object key) {
    Record before = rows(relation, 0).get(key(relation, key));
    if (before != null) {
      for (RowOrder<Record> order : relation(relation).orders()) {
        rows(relation, order.number()).remove(place(order, before));
      }
    }
    return before;
  }
}
