package tutti.engine.integrated;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * A question for the keys of a type's items, which is put to all replicas. A majority of each shard
 * has to answer: one of it knows of each transaction that was told. Confined to the queue of
 * machines once it is asked.
 */
public final class KeyQuestion {

  /** The question as replicas get it. */
  public record Asked(long number, String type, String after, int most) {

    public void encode(Encoder out) {
      out.putLong(number).putString(type).putString(after).putVarLong(most);
    }

    public static Asked decode(Decoder in) {
      return new Asked(
          in.getLong(), in.getString(), in.getString(), in.getCount(Integer.MAX_VALUE));
    }

    /** Returns the answer of a replica that has these keys. */
    public Told told(List<String> keys) {
      return new Told(number, keys);
    }
  }

  /** The answer of a replica: so many keys as were asked for, or all that there are. */
  public record Told(long number, List<String> keys) {

    public void encode(Encoder out) {
      out.putLong(number).putVarLong(keys.size());
      keys.forEach(out::putString);
    }

    public static Told decode(Decoder in) {
      long number = in.getLong();
      List<String> keys = new ArrayList<>();
      for (int left = in.getCount(in.remaining()); left > 0; left--) {
        keys.add(in.getString());
      }
      return new Told(number, keys);
    }
  }

  /** A taker of the places of replicas. */
  interface Replicas {
    void take(int shard, int host);
  }

  private final Asked asked;
  private final Map<Integer, List<Integer>> groups;
  private final Consumer<List<String>> seen;
  private final Map<Integer, Map<Integer, List<String>>> answers = new TreeMap<>();
  private boolean answered;

  /**
   * @param groups the hosts of each shard
   * @param seen is told the keys, once
   */
  KeyQuestion(Asked asked, Map<Integer, List<Integer>> groups, Consumer<List<String>> seen) {
    this.asked = asked;
    this.groups = new TreeMap<>(groups);
    this.seen = seen;
    this.groups.keySet().forEach(shard -> answers.put(shard, new TreeMap<>()));
  }

  long number() {
    return asked.number();
  }

  void encode(Encoder out) {
    asked.encode(out);
  }

  boolean isAnswered() {
    return answered;
  }

  /** Gives the replicas that have not answered. */
  void unanswered(Replicas each) {
    groups.forEach(
        (shard, hosts) -> {
          for (int host : hosts) {
            if (!answers(shard).containsKey(host)) {
              each.take(shard, host);
            }
          }
        });
  }

  private Map<Integer, List<String>> answers(int shard) {
    return answers.getOrDefault(shard, new TreeMap<>());
  }

  /** A replica has answered. */
  void told(int shard, int host, List<String> keys) {
    answers(shard).put(host, keys);
    if (!answered
        && groups.entrySet().stream()
            .allMatch(each -> answers(each.getKey()).size() > each.getValue().size() / 2)) {
      answered = true;
      seen.accept(merged());
    }
  }

  /** Merges all answers, up to the last key of each that was as long as it could be. */
  private List<String> merged() {
    TreeSet<String> all = new TreeSet<>();
    String bound = null;
    for (Map<Integer, List<String>> shard : answers.values()) {
      for (List<String> keys : shard.values()) {
        all.addAll(keys);
        boolean full = keys.size() == asked.most();
        if (full && (bound == null || keys.getLast().compareTo(bound) < 0)) {
          bound = keys.getLast();
        }
      }
    }
    return (bound == null ? all : all.headSet(bound, true)).stream().limit(asked.most()).toList();
  }
}
