package tutti.model.actor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.Abort;

/**
 * The result of a call that runs beside its caller (Reactors §2.2.2). The caller need not take the
 * result: the transaction ends only when all its calls have ended, and an abort in any of them
 * aborts it.
 *
 * <p>A promise does not tell whether its call has ended yet: that depends on the deployment and on
 * the load, and a program's result may depend on neither (Reactors §2.2.4). For the same reason its
 * hash code follows from the place of its call in the program alone.
 */
public interface Promise<R extends @Nullable Object> {

  /**
   * Returns the result, and waits for it without holding an executor.
   *
   * @throws Abort if the call aborted, and with it the transaction
   */
  R get();

  /** Returns the results of all promises, in the order of the promises. */
  static <R extends @Nullable Object> List<R> all(Collection<? extends Promise<R>> promises) {
    List<R> results = new ArrayList<>(promises.size());
    for (Promise<R> promise : promises) {
      results.add(promise.get());
    }
    return results;
  }
}
