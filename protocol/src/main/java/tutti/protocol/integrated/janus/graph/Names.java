package tutti.protocol.integrated.janus.graph;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The bytes of the names of several transactions. Behind a popular item hundreds are told at once,
 * most of them of few fronts, and with the same participants: so many are written with two bytes
 * each, where one by one they take fifteen.
 */
final class Names {
  /** The number of names from which on they are written together; fewer are one by one. */
  private static final int MANY = 8;

  /** Stands where the number of names would stand that are written one by one, and is above it. */
  private static final long TOGETHER = 1L << 35;

  private Names() {}

  static void encode(SortedSet<Transaction> all, Encoder out) {
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
  private static void together(SortedSet<Transaction> all, Encoder out) {
    Map<Long, Integer> fronts = new LinkedHashMap<>();
    Map<List<Integer>, Integer> participants = new LinkedHashMap<>();
    for (Transaction each : all) {
      fronts.putIfAbsent(each.id().front(), fronts.size());
      participants.putIfAbsent(each.shards(), participants.size());
    }
    out.putVarLong(fronts.size());
    fronts.keySet().forEach(out::putLong);
    out.putVarLong(participants.size());
    participants.keySet().forEach(shards -> Transaction.encode(shards, out));
    out.putVarLong(all.size());
    long before = 0;
    for (Transaction each : all) {
      int front = fronts.getOrDefault(each.id().front(), 0);
      int shards = participants.getOrDefault(each.shards(), 0);
      out.putVarLong(each.id().number() - before);
      out.putVarLong((long) front * participants.size() + shards);
      before = each.id().number();
    }
  }

  /**
   * Reads names and leaves the bytes that follow them.
   *
   * @throws MalformedData if the bytes are none
   */
  static SortedSet<Transaction> decode(Decoder in) {
    long count = in.getVarLong();
    if (count == TOGETHER) {
      return together(in);
    }
    if (count < 0 || count > in.remaining()) {
      throw new MalformedData("there are no " + count + " names of transactions");
    }
    SortedSet<Transaction> all = new TreeSet<>();
    for (long left = count; left > 0; left--) {
      all.add(Transaction.decode(in));
    }
    return all;
  }

  private static SortedSet<Transaction> together(Decoder in) {
    List<Long> fronts = new ArrayList<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      fronts.add(in.getLong());
    }
    List<List<Integer>> participants = new ArrayList<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      participants.add(Transaction.shards(in));
    }
    SortedSet<Transaction> all = new TreeSet<>();
    long number = 0;
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      number += in.getVarLong();
      int which = in.getCount(fronts.size() * participants.size() - 1);
      TransactionId id = new TransactionId(number, fronts.get(which / participants.size()));
      all.add(new Transaction(id, participants.get(which % participants.size())));
    }
    return all;
  }
}
