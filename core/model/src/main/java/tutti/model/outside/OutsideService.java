package tutti.model.outside;

/**
 * A service outside of Tutti on which transactions have irrevocable effects: it sends mail, or
 * charges cards. An application names its services in {@code JavaApplication.outside}, one of each
 * class. Methods are called from many threads, on threads that may wait.
 */
public interface OutsideService {

  /**
   * Returns whether the operation with this key has happened. Called after a crash, after a failure
   * whose effect is not known, and again after {@link Happened#UNKNOWN}, on any node.
   *
   * <p>{@link Happened#NO} is a promise: the operation will not happen later either, for the
   * transaction then aborts. {@link Happened#YES} commits it. A client may repeat its request after
   * an abort, and the operation is begun anew, under the same key if that came with the request.
   *
   * @param key the key by which the procedure has named the operation
   * @throws Exception if the service cannot be asked now: this counts as {@link Happened#UNKNOWN}
   */
  Happened happened(String key) throws Exception;
}
