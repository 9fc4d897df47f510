package tutti.lab.served;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.Commits;
import tutti.model.Application;

/**
 * A benchmark that nodes of their own serve: its requests, and what they leave behind. Thread-safe.
 *
 * <p>Each request names its traces, which are amounts that it adds to what is stored. For example,
 * a payment of TPC-C adds one to the payments of its amount at its district. The amounts that are
 * stored at last are those of all committed requests together.
 */
public interface ServedBenchmark {

  /** Returns the public class whose method {@code application} makes the application. */
  Class<?> provider();

  /** Returns the same application in this process, of which the requests are. */
  Application application();

  /** Returns the requests that load it, in this order; they leave no traces. */
  List<TransactionRequest> opening();

  /** Draws a further request of any client. */
  Asked next(SplittableRandom random);

  /** Reads what is stored, while nothing runs. */
  Stored stored(Commits nodes) throws InterruptedException;

  /** A request of a client. */
  interface Asked {
    TransactionRequest request();

    /**
     * Returns the traces that the request has left if it has committed.
     *
     * @param results of its calls; null if no answer told them
     */
    List<Trace> traces(@Nullable List<@Nullable Object> results);
  }

  /**
   * The amount that a committed request adds to another one.
   *
   * @param of the name of the amount
   * @param least the least that it adds, which is the most unless only its answer tells how much
   */
  record Trace(String of, long least, long most) {

    /** A trace of a request whose answer tells all of it. */
    public static Trace of(String name, long amount) {
      return new Trace(name, amount, amount);
    }
  }

  /**
   * The stored amounts, and the rules that they break.
   *
   * @param amounts the amounts that are not zero, by name, without those of the load
   * @param violations the violations of the benchmark's rules, by rule
   */
  record Stored(Map<String, Long> amounts, SortedMap<String, List<String>> violations) {
    public Stored {
      amounts = Map.copyOf(amounts);
    }
  }
}
