package tutti.protocol.integrated.janus.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The encoding of the ids of several transactions. Behind a popular item, hundreds of ids are sent
 * at once, most of them of few fronts, and with the same participants: written together, each takes
 * about two bytes; written one by one, each takes fifteen.
 */
final class IdDictionary {
  /** The number of names from which on they are written together; fewer are one by one. */
  private static final int MANY = 8;

  /**
   * A mark in the place of the number of ids that are written one by one. The mark is greater than
   * any such number.
   */
  private static final long TOGETHER = 1L << 35;

  /**
   * The fronts so far. There are only a few among the ids of transactions under way, since a host
   * has one front at a time.
   */
  private static final class Fronts {
    private long[] all = new long[4];
    private int size;

    int place(long front) {
      for (int i = 0; i < size; i++) {
        if (all[i] == front) {
          return i;
        }
      }
      if (size == all.length) {
        all = Arrays.copyOf(all, 2 * size);
      }
      all[size] = front;
      return size++;
    }

    void encode(Encoder out) {
      out.putVarLong(size);
      for (int i = 0; i < size; i++) {
        out.putLong(all[i]);
      }
    }
  }

  /** The lists of participants so far. */
  private static final class Participants {
    private final Map<List<Integer>, Integer> all = new LinkedHashMap<>();
    private List<Integer> last = List.of();
    private int lastPlace;

    int place(List<Integer> shards) {
      if (!shards.equals(last)) {
        last = shards;
        lastPlace = all.computeIfAbsent(shards, _ -> all.size());
      }
      return lastPlace;
    }

    int size() {
      return all.size();
    }

    void encode(Encoder out) {
      out.putVarLong(all.size());
      all.keySet().forEach(each -> Transaction.encode(each, out));
    }
  }

  private IdDictionary() {}

  static void encode(List<Transaction> all, Encoder out) {
    if (all.size() < MANY) {
      out.putVarLong(all.size());
      all.forEach(each -> each.encode(out));
    } else {
      together(all, out.putVarLong(TOGETHER));
    }
  }

  /**
   * Appends the fronts and the lists of participants, each once, and for each name how much further
   * its number is than the one before, and which front and participants it has.
   */
  private static void together(List<Transaction> all, Encoder out) {
    Fronts fronts = new Fronts();
    Participants participants = new Participants();
    int[] front = new int[all.size()];
    int[] shards = new int[all.size()];
    for (int i = 0; i < front.length; i++) {
      Transaction each = all.get(i);
      front[i] = fronts.place(each.id().front());
      shards[i] = participants.place(each.shards());
    }
    fronts.encode(out);
    participants.encode(out);
    out.putVarLong(front.length);
    long before = 0;
    for (int i = 0; i < front.length; i++) {
      long number = all.get(i).id().number();
      out.putVarLong(number - before);
      out.putVarLong((long) front[i] * participants.size() + shards[i]);
      before = number;
    }
  }

  /**
   * Reads names and leaves the bytes that follow them.
   *
   * @throws MalformedData if the bytes are none
   */
  static Transaction[] decode(Decoder in) {
    long count = in.getVarLong();
    if (count == TOGETHER) {
      return together(in);
    }
    if (count < 0 || count > in.remaining()) {
      throw new MalformedData("there are no " + count + " names of transactions");
    }
    Transaction[] all = new Transaction[(int) count];
    for (int i = 0; i < all.length; i++) {
      all[i] = Transaction.decode(in);
    }
    return all;
  }

  private static Transaction[] together(Decoder in) {
    List<Long> fronts = new ArrayList<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      fronts.add(in.getLong());
    }
    List<List<Integer>> participants = new ArrayList<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      participants.add(Transaction.shards(in));
    }
    Transaction[] all = new Transaction[in.getCount(in.remaining())];
    long number = 0;
    for (int i = 0; i < all.length; i++) {
      number += in.getVarLong();
      int which = in.getCount(fronts.size() * participants.size() - 1);
      TransactionId id = new TransactionId(number, fronts.get(which / participants.size()));
      all[i] = new Transaction(id, participants.get(which % participants.size()));
    }
    return all;
  }
}
