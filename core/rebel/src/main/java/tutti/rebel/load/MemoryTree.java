package tutti.rebel.load;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Files that are texts in memory. */
public final class MemoryTree implements SourceTree {

  private final TreeMap<String, String> texts;

  public MemoryTree(Map<String, String> texts) {
    this.texts = new TreeMap<>(texts);
  }

  @Override
  public Optional<String> read(String path) {
    return Optional.ofNullable(texts.get(path));
  }

  @Override
  public List<String> below(String folder) {
    String prefix = folder.isEmpty() ? "" : folder + "/";
    return texts.keySet().stream()
        .filter(name -> name.startsWith(prefix) && name.endsWith(".ebl"))
        .toList();
  }

  @Override
  public String display(String path) {
    return path;
  }
}
