package tutti.engine.transaction.record;

import tutti.model.outside.Irrevocable;

/**
 * An irrevocable operation that may have begun, as the log has it.
 *
 * @param key the service's name for it
 * @param check the name of the service's class
 */
public record BegunOperation(String key, String check) {
  /** Returns an operation as the log has it. */
  public static BegunOperation of(Irrevocable operation) {
    return new BegunOperation(operation.key(), operation.check().getName());
  }
}
