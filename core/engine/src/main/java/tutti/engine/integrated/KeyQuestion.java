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
 * A question for the keys of a type's items, which is sent to all replicas. A majority of each
 * shard has to answer, since one of a majority knows of each transaction that was acknowledged. If
 * the replicas that decide change, a majority of the newest ones has to answer. Confined to the
 * queue of machines once it is asked.
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

    /** Returns the answer of a replica that has these keys; the others are as {@link Told} has. */
    public Told told(List<String> keys, long configuration, int majority) {
      return new Told(number, configuration, majority, keys);
    }
  }

  /**
   * The answer of a replica: as many keys as were asked for, or all that there are.
   *
   * @param number the number of the question
   * @param configuration the number of the configuration whose replicas decide together with this
   *     one; 0 if the shard's replicas never change
   * @param majority how many of these replicas have to answer; 0 for more than half
   */
  public record Told(long number, long configuration, int majority, List<String> keys) {

    public void encode(Encoder out) {
      out.putLong(number).putVarLong(configuration).putVarLong(majority);
      out.putVarLong(keys.size());
      keys.forEach(out::putString);
    }

    public static Told decode(Decoder in) {
      long number = in.getLong();
      long configuration = in.getVarLong();
      int majority = in.getCount(Integer.MAX_VALUE);
      List<String> keys = new ArrayList<>();
      for (int left = in.getCount(in.remaining()); left > 0; left--) {
        keys.add(in.getString());
      }
      return new Told(number, configuration, majority, keys);
    }
  }

  /** The answers of a shard, of one configuration. */
  private static final class Answers {
    private long configuration;
    private int needed;
    final Map<Integer, List<String>> keys = new TreeMap<>();

    Answers(int hosts) {
      this.needed = hosts / 2 + 1;
    }

    void add(int host, Told told) {
      if (told.configuration > configuration) {
        configuration = told.configuration;
        needed = told.majority;
        keys.clear();
      }
      if (told.configuration == configuration) {
        keys.put(host, told.keys);
      }
    }

    boolean areEnough() {
      return keys.size() >= needed;
    }
  }

  /** A taker of the places of replicas. */
  interface Replicas {
    void take(int shard, int host);
  }

  private final Asked asked;
  private final Map<Integer, List<Integer>> groups;
  private final Consumer<List<String>> seen;
  private final Map<Integer, Answers> answers = new TreeMap<>();
  private boolean answered;

  /**
   * @param groups the hosts of each shard
   * @param seen is told the keys, once
   */
  KeyQuestion(Asked asked, Map<Integer, List<Integer>> groups, Consumer<List<String>> seen) {
    this.asked = asked;
    this.groups = new TreeMap<>(groups);
    this.seen = seen;
    this.groups.forEach((shard, hosts) -> answers.put(shard, new Answers(hosts.size())));
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
    answers.forEach(
        (shard, its) -> {
          for (int host : groups.getOrDefault(shard, List.of())) {
            if (!its.keys.containsKey(host)) {
              each.take(shard, host);
            }
          }
        });
  }

  /** Handles the answer of a replica. */
  void told(int shard, int host, Told told) {
    Answers its = answers.get(shard);
    if (its != null) {
      its.add(host, told);
    }
    if (!answered && answers.values().stream().allMatch(Answers::areEnough)) {
      answered = true;
      seen.accept(merged());
    }
  }

  /** Merges all answers, up to the last key of each that was as long as it could be. */
  private List<String> merged() {
    TreeSet<String> all = new TreeSet<>();
    String bound = null;
    for (Answers shard : answers.values()) {
      for (List<String> keys : shard.keys.values()) {
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
