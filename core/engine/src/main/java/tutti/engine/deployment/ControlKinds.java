package tutti.engine.deployment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;

/**
 * The list of all concurrency controls of this process: the engine's, and those of jars on the
 * class path. Code that draws, tests, lists or reads the name of a control asks here.
 */
public final class ControlKinds {
  private static final List<ControlKind> ALL = find();

  private ControlKinds() {}

  /**
   * Returns all concurrency controls, the engine's own before those that jars on the class path
   * add.
   */
  public static List<ControlKind> all() {
    return ALL;
  }

  /** Returns the controls by each of their names in deployment files. */
  static Map<String, Object> byName() {
    Map<String, Object> byName = new LinkedHashMap<>();
    for (ControlKind kind : ALL) {
      kind.names().forEach(name -> byName.put(name, kind));
    }
    return byName;
  }

  private static List<ControlKind> find() {
    List<ControlKind> found = new ArrayList<>(List.of(ConcurrencyControlKind.values()));
    ClassLoader own = ControlKinds.class.getClassLoader();
    for (ControlKind other : ServiceLoader.load(ControlKind.class, own)) {
      for (ControlKind known : found) {
        if (known.name().equals(other.name())
            || known.names().stream().anyMatch(other.names()::contains)) {
          throw new IllegalStateException(
              "two concurrency controls have a name in common: " + known + ", " + other);
        }
      }
      found.add(other);
    }
    return List.copyOf(found);
  }
}
