package tutti.model.outside;

/**
 * The work of an irrevocable operation.
 *
 * @param <S> the service that it uses
 */
@FunctionalInterface
public interface OutsideAction<S extends OutsideService> {

  /**
   * Does the work, once at most. All else of the transaction is prepared by now, and no actor can
   * be used any more.
   *
   * @throws DidNotHappen if it has not happened, for certain: the transaction aborts
   * @throws Exception if it is not known whether it has happened: the service is asked
   */
  void run(S service) throws Exception;
}
