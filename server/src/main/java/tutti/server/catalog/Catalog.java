package tutti.server.catalog;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All specifications of an application, by name. Immutable. */
public final class Catalog {
  private final String title;
  private final List<SpecificationEntry> specifications;
  private final Map<String, SpecificationEntry> byName = new HashMap<>();

  /**
   * @param title names the application for people
   * @param specifications in the order in which they are shown
   */
  public Catalog(String title, List<SpecificationEntry> specifications) {
    this.title = title;
    this.specifications = List.copyOf(specifications);
    for (SpecificationEntry entry : specifications) {
      byName.put(entry.name(), entry);
    }
  }

  public String title() {
    return title;
  }

  public List<SpecificationEntry> specifications() {
    return specifications;
  }

  /** The specification of that name, or null. */
  public @Nullable SpecificationEntry specification(String name) {
    return byName.get(name);
  }

  /** The names of all specifications, as a message lists them. */
  public List<String> names() {
    return specifications.stream().map(SpecificationEntry::name).toList();
  }
}
