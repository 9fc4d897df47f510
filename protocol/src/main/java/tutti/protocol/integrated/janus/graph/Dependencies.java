package tutti.protocol.integrated.janus.graph;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The transactions that one transaction waits for: the edges into its vertex.
 *
 * @param transactions in the order of their names
 */
public record Dependencies(SortedSet<Transaction> transactions) {

  public static final Dependencies NONE = new Dependencies(new TreeSet<>());

  public Dependencies {
    transactions = Collections.unmodifiableSortedSet(new TreeSet<>(transactions));
  }

  /** All of them together. */
  public static Dependencies union(Collection<Dependencies> all) {
    SortedSet<Transaction> union = new TreeSet<>();
    all.forEach(each -> union.addAll(each.transactions));
    return new Dependencies(union);
  }

  public Dependencies without(Predicate<Transaction> which) {
    SortedSet<Transaction> left = new TreeSet<>(transactions);
    return left.removeIf(which) ? new Dependencies(left) : this;
  }

  public void encode(Encoder out) {
    Names.encode(transactions, out);
  }

  public static Dependencies decode(Decoder in) {
    return new Dependencies(transactions(in));
  }

  public static SortedSet<Transaction> transactions(Decoder in) {
    return Names.decode(in);
  }

  @Override
  public String toString() {
    return transactions.toString();
  }
}
