package tutti.rebel.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tutti.rebel.syntax.Module;

/** A module, the place where it was found, and the modules that it imports. */
public final class LoadedModule {

  private final Module module;
  private final String root;
  private final boolean given;
  private final List<LoadedModule> imports = new ArrayList<>();

  /**
   * @param root the folder in which the first of its packages lies
   * @param given whether the user named the module or a folder above it, so that it is not only
   *     imported
   */
  LoadedModule(Module module, String root, boolean given) {
    this.module = module;
    this.root = root;
    this.given = given;
  }

  public Module module() {
    return module;
  }

  String root() {
    return root;
  }

  public boolean given() {
    return given;
  }

  /** The imported modules in the order of the text, without those that are missing. */
  public List<LoadedModule> imports() {
    return imports;
  }

  /** The modules that this one sees: itself, its imports, their imports, and so on. */
  public Set<LoadedModule> reachable() {
    Set<LoadedModule> reachable = new LinkedHashSet<>();
    Deque<LoadedModule> waiting = new ArrayDeque<>(List.of(this));
    while (!waiting.isEmpty()) {
      LoadedModule next = waiting.removeLast();
      if (reachable.add(next)) {
        waiting.addAll(next.imports);
      }
    }
    return reachable;
  }

  public String name() {
    return module.name().full();
  }
}
