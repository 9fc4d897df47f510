package tutti.rebel.syntax;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Walks over syntax trees. */
public final class SyntaxTrees {

  private SyntaxTrees() {}

  /**
   * Walks over a part of a tree and all of its parts.
   *
   * @param into is asked about each record of the tree, and says whether its parts follow
   */
  public static void walk(Object part, Predicate<Record> into) {
    switch (part) {
      case List<?> parts -> parts.forEach(each -> walk(each, into));
      case Optional<?> maybe -> maybe.ifPresent(each -> walk(each, into));
      case Record record when record.getClass().getPackage() == Module.class.getPackage() -> {
        if (into.test(record)) {
          for (RecordComponent component : record.getClass().getRecordComponents()) {
            walk(valueOf(component, record), into);
          }
        }
      }
      default -> {}
    }
  }

  private static Object valueOf(RecordComponent component, Record record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
