package tutti.engine.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The atomic access to a field of a class: for constants of that class. */
public final class FieldHandle {
  private FieldHandle() {}

  /**
   * @param owner the lookup of the class that declares the field
   * @throws ExceptionInInitializerError if there is no such field
   */
  public static VarHandle of(MethodHandles.Lookup owner, String field, Class<?> type) {
    try {
      return owner.findVarHandle(owner.lookupClass(), field, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
