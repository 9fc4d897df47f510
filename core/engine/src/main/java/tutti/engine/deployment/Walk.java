package tutti.engine.deployment;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.container.Placement;
import tutti.engine.deployment.DeploymentKeys.Key;
import tutti.engine.deployment.text.ValueKind;
import tutti.model.text.NearestName;

/**
 * Goes over the keys of a parsed file, once: collects the values of those that are right and a
 * problem for each that is not.
 *
 * @param nodeLines the lines of the nodes in the file, by name
 */
record Walk(Map<String, Object> values, Problems problems, Map<String, Integer> nodeLines) {
  /** An object at {@code path} below {@code tutti}; the root's path is empty. */
  void object(String path, ConfigObject object) {
    for (Map.Entry<String, ConfigValue> entry : DeploymentReader.inOrder(object)) {
      value(path.isEmpty() ? entry.getKey() : path + "." + entry.getKey(), entry.getValue());
    }
  }

  private void value(String path, ConfigValue value) {
    Key key =
        DeploymentKeys.at(path.equals(DeploymentKeys.ASSUME_WORD) ? DeploymentKeys.ASSUME : path);
    if (path.equals(DeploymentKeys.PLACEMENT)) {
      placement(value);
    } else if (path.equals(DeploymentKeys.NODES)) {
      NodesReader nodes = new NodesReader(nodeLines, problems).read(value);
      values.put(DeploymentKeys.NODES, nodes.nodes());
      values.put(DeploymentKeys.NODE_PORTS, nodes.ports());
    } else if (key != null && !(DeploymentKeys.isGroup(path) && value instanceof ConfigObject)) {
      plain(key, value);
    } else if (DeploymentKeys.isGroup(path)) {
      if (value instanceof ConfigObject group) {
        object(path, group);
      } else {
        problems.at(value, "'%1$s' is a group of keys: %1$s { … }", path);
      }
    } else {
      problems.at(value, "%s", unknown(path));
    }
  }

  private void plain(Key key, ConfigValue value) {
    String text =
        key.kind() instanceof ValueKind.TextList && value instanceof ConfigList list
            ? commas(list)
            : DeploymentReader.plainText(value);
    if (text == null) {
      problems.at(value, "'%s' must be %s", key.path(), key.kind().expected());
      return;
    }
    switch (key.kind().parse(text)) {
      case ValueKind.Parsed.Good(Object good) ->
          values.put(
              key.path(),
              key.kind() instanceof ValueKind.FileName ? beside(value, (String) good) : good);
      case ValueKind.Parsed.Bad(String message) ->
          problems.at(value, "%s: %s", key.path(), message);
    }
  }

  /**
   * Returns the name of a file as this process has it: names in a file of settings are relative to
   * that file.
   */
  private static String beside(ConfigValue value, String name) {
    String file = value.origin().filename();
    return name.isEmpty() || file == null
        ? name
        : Path.of(file).resolveSibling(name).toAbsolutePath().normalize().toString();
  }

  /** The plain values of a list, with commas between; null if one is not plain. */
  private static @Nullable String commas(ConfigList list) {
    List<String> texts = new ArrayList<>();
    for (ConfigValue each : list) {
      String text = DeploymentReader.plainText(each);
      if (text == null) {
        return null;
      }
      texts.add(text);
    }
    return String.join(",", texts);
  }

  private String unknown(String path) {
    List<String> paths = new ArrayList<>(List.of(DeploymentKeys.PLACEMENT, DeploymentKeys.NODES));
    for (Key key : DeploymentKeys.all()) {
      paths.add(key.path());
      int dot = key.path().indexOf('.');
      if (dot > 0 && !paths.contains(key.path().substring(0, dot))) {
        paths.add(key.path().substring(0, dot));
      }
    }
    return "unknown key '"
        + path
        + "'"
        + NearestName.among(paths, path)
            .or(() -> sameLastName(path))
            .map(near -> "; did you mean '" + near + "'?")
            .orElse("");
  }

  /** Returns the known key of this last name, which is in another group. */
  private static Optional<String> sameLastName(String path) {
    String last = path.substring(path.lastIndexOf('.') + 1);
    for (Key key : DeploymentKeys.all()) {
      if (key.path().substring(key.path().lastIndexOf('.') + 1).equals(last)) {
        return Optional.of(key.path());
      }
    }
    return Optional.empty();
  }

  private void placement(ConfigValue value) {
    if ("hash".equals(DeploymentReader.plainText(value))) {
      values.put(DeploymentKeys.PLACEMENT, new Placement.Hash());
    } else if (value instanceof ConfigObject object
        && object.size() == 1
        && object.get("range") instanceof ConfigObject range) {
      Map<String, List<String>> splits = new TreeMap<>();
      for (Map.Entry<String, ConfigValue> entry : DeploymentReader.inOrder(range)) {
        List<String> keys = splits(entry.getKey(), entry.getValue());
        if (keys != null) {
          splits.put(entry.getKey(), keys);
        }
      }
      values.put(DeploymentKeys.PLACEMENT, new Placement.Range(Map.copyOf(splits)));
    } else {
      problems.at(value, "placement must be hash or { range { Type = [\"key\", …] } }");
    }
  }

  /** The keys at which containers begin, in order, or null after a problem. */
  private @Nullable List<String> splits(String type, ConfigValue value) {
    if (!(value instanceof ConfigList list)) {
      problems.at(value, "placement.range.%s must be a list of keys", type);
      return null;
    }
    List<String> keys = new ArrayList<>();
    for (ConfigValue element : list) {
      String key = DeploymentReader.plainText(element);
      if (key == null) {
        problems.at(element, "placement.range.%s must be a list of keys", type);
        return null;
      }
      if (!keys.isEmpty() && key.compareTo(keys.getLast()) <= 0) {
        problems.at(
            element,
            "placement.range.%s: '%s' must come after '%s' in the order of text",
            type,
            key,
            keys.getLast());
        return null;
      }
      keys.add(key);
    }
    return List.copyOf(keys);
  }
}
