package tutti.server.catalog;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.access.policy.Rights;
import tutti.engine.relational.FormerResult;
import tutti.engine.relational.ProcedureResult;
import tutti.model.actor.Procedure;
import tutti.rebel.form.JsonForm;

/** The specifications and actor types of an application, by name. Immutable. */
public final class Catalog {
  private final String title;
  private final boolean infinite;
  private final List<SpecificationEntry> specifications;
  private final Map<String, SpecificationEntry> byName = new HashMap<>();

  /**
   * @param title names the application for people
   * @param specifications in the order in which they are shown
   * @param infinite whether an Integer may be infinite: the specifications' text has {@code Inf}
   */
  public Catalog(String title, List<SpecificationEntry> specifications, boolean infinite) {
    this.title = title;
    this.infinite = infinite;
    this.specifications = List.copyOf(specifications);
    for (SpecificationEntry entry : specifications) {
      byName.put(entry.name(), entry);
    }
  }

  /** Returns what those with certain rights see of it: what they have any right to. */
  public Catalog of(Rights rights) {
    return new Catalog(
        title,
        specifications.stream()
            .filter(each -> rights.sees(each.name()))
            .map(each -> each.of(rights))
            .toList(),
        infinite);
  }

  public String title() {
    return title;
  }

  /** Whether an Integer may be infinite. */
  public boolean infinite() {
    return infinite;
  }

  public List<SpecificationEntry> specifications() {
    return specifications;
  }

  /** Returns the specification with this name; null if there is none. */
  public @Nullable SpecificationEntry specification(String name) {
    return byName.get(name);
  }

  /** The JSON tree of an action's result; null if there is none, or only {@link #former} of it. */
  public @Nullable Object result(@Nullable Object result) {
    if (result instanceof ProcedureResult(_, _, FormerResult _)) {
      return null;
    }
    if (!(result instanceof ProcedureResult gave)) {
      return result == null ? null : JsonForm.write(result);
    }
    SpecificationEntry type = byName.get(gave.type());
    EventEntry procedure = type == null ? null : type.event(gave.procedure());
    return procedure == null
        ? null
        : procedure.result().map(form -> form.write(gave.value())).orElse(null);
  }

  /**
   * A text for people about a result that an older version of the application gave, and that this
   * one cannot read; null about any other result, and about none.
   */
  public static @Nullable String former(@Nullable Object result) {
    return result instanceof ProcedureResult(_, _, FormerResult former) ? former.toString() : null;
  }

  /** The JSON tree of an action's argument; all arguments of a procedure are one. */
  public static @Nullable Object argument(Object argument) {
    return argument instanceof Procedure<?, ?> procedure
        ? JavaCatalog.arguments((Record) procedure)
        : JsonForm.write(argument);
  }

  /** The names of all specifications, for messages. */
  public List<String> names() {
    return specifications.stream().map(SpecificationEntry::name).toList();
  }
}
