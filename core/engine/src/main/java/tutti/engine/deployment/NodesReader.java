package tutti.engine.deployment;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Reading.Problem;
import tutti.engine.deployment.text.AddressText;
import tutti.engine.deployment.text.KeyLines;
import tutti.engine.deployment.text.ValueKind;

/**
 * Reads {@code nodes { a = "host:port", b { address = "host:port", http = 8081 } }}. Nodes are
 * numbered in the order of their lines in the file. Nodes on one line, and nodes that only the
 * command line names, are numbered in the order of their names.
 */
final class NodesReader {
  /** Every node keeps a connection to every other. */
  static final int MOST = 64;

  static final String EXPECTED = "{ name = \"host:port\", … }";
  private static final String ADDRESS = "address";
  private static final String HTTP = "http";
  private static final List<String> PATH = List.of(DeploymentReader.ROOT, DeploymentKeys.NODES);
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,31}");

  private final Map<String, Integer> lines;
  private final Problems problems;
  private final List<NodeAddress> nodes = new ArrayList<>();
  private final Map<String, Integer> ports = new HashMap<>();

  /** The owners of names, without case since folders have these names, and of addresses. */
  private final Map<String, String> taken = new HashMap<>();

  /**
   * @param lines the lines of the names in the file, before overrides were put over it
   */
  NodesReader(Map<String, Integer> lines, Problems problems) {
    this.lines = lines;
    this.problems = problems;
  }

  /** Returns the lines of the nodes of a file, by name. */
  static Map<String, Integer> lines(@Nullable ConfigValue nodes) {
    Map<String, Integer> lines = new HashMap<>();
    if (nodes instanceof ConfigObject object) {
      object.forEach((name, value) -> lines.put(name, value.origin().lineNumber()));
    }
    return lines;
  }

  /** Reads all nodes, and adds what is wrong to the problems. */
  NodesReader read(ConfigValue value) {
    if (value instanceof ConfigObject object) {
      List<String> names = new ArrayList<>(object.keySet());
      names.sort(
          Comparator.comparing((String name) -> lines.getOrDefault(name, Integer.MAX_VALUE))
              .thenComparing(Comparator.naturalOrder()));
      for (String name : names) {
        ConfigValue node = object.get(name);
        if (node != null) {
          node(name, node);
        }
      }
      if (nodes.size() > MOST) {
        problems.at(value, "there are %d nodes; this version has %d at most", nodes.size(), MOST);
      }
    } else if (!DeploymentKeys.NO_NODES.equals(DeploymentReader.plainText(value))) {
      problems.at(value, "nodes must be %s", EXPECTED);
    }
    return this;
  }

  List<NodeAddress> nodes() {
    return List.copyOf(nodes);
  }

  /** The HTTP ports of nodes that name one. */
  Map<String, Integer> ports() {
    return Map.copyOf(ports);
  }

  private void node(String name, ConfigValue value) {
    if (!NAME.matcher(name).matches()) {
      problems.at(
          value,
          "nodes: '%s' cannot be the name of a node: a letter, then letters, digits, '-' and '_',"
              + " 32 at most",
          name);
    } else if (value instanceof ConfigObject object) {
      parts(name, object);
    } else {
      address(name, value);
    }
  }

  private void parts(String name, ConfigObject object) {
    ConfigValue address = object.get(ADDRESS);
    for (Map.Entry<String, ConfigValue> part : DeploymentReader.inOrder(object)) {
      switch (part.getKey()) {
        case ADDRESS -> {}
        case HTTP -> http(name, part.getValue());
        default ->
            problems.at(
                part.getValue(),
                "unknown key 'nodes.%s.%s'; a node has 'address' and 'http'",
                name,
                part.getKey());
      }
    }
    if (address == null) {
      problems.at(object, "nodes.%1$s needs an address: %1$s = \"127.0.0.1:7401\"", name);
    } else {
      address(name, address);
    }
  }

  private void http(String name, ConfigValue value) {
    String text = String.valueOf(DeploymentReader.plainText(value));
    switch (new ValueKind.Count(0, 65_535, null).parse(text)) {
      case ValueKind.Parsed.Good(Object port) -> ports.put(name, (Integer) port);
      case ValueKind.Parsed.Bad(String message) ->
          problems.at(value, "nodes.%s.http: %s", name, message);
    }
  }

  private void address(String name, ConfigValue value) {
    String text = DeploymentReader.plainText(value);
    if (text == null) {
      problems.at(value, "nodes.%s must be \"host:port\" or { address, http }", name);
      return;
    }
    switch (AddressText.parse(text)) {
      case AddressText.Parsed.Bad(String message) ->
          problems.at(value, "nodes.%s: %s", name, message);
      case AddressText.Parsed.Good(String host, int port) ->
          add(new NodeAddress(name, host, port), value);
    }
  }

  private void add(NodeAddress node, ConfigValue at) {
    String sameName = taken.putIfAbsent(node.name().toLowerCase(Locale.ROOT), node.name());
    if (sameName != null) {
      problems.at(
          at,
          "nodes.%s: there is a node '%s' already, and their data folders would be the same on some"
              + " systems; give it another name",
          node.name(),
          sameName);
    }
    String sameAddress = taken.putIfAbsent(node.machine() + ":" + node.port(), node.name());
    if (sameAddress != null) {
      problems.at(
          at,
          "nodes.%s: %s is the address of node '%s' already; give it another port",
          node.name(),
          node.address(),
          sameAddress);
    }
    nodes.add(node);
  }

  /**
   * Adds a problem for each key that occurs twice in the nodes of one file. HOCON keeps the later
   * one of two, so that a node would disappear without a message.
   *
   * @param text the text of the file
   */
  static void findTwice(String text, Problems problems) {
    Map<List<String>, List<Integer>> lines = new LinkedHashMap<>();
    for (KeyLines.Entry entry : KeyLines.of(text).entries()) {
      List<String> path = entry.path();
      if (path.size() > PATH.size() && path.subList(0, PATH.size()).equals(PATH)) {
        lines.computeIfAbsent(path, key -> new ArrayList<>()).add(entry.line());
      }
    }
    lines.forEach(
        (path, at) -> {
          if (at.size() > 1) {
            String where = problems.file() + ":" + at.get(1);
            problems.found().add(new Problem(where, inWords(path, at)));
          }
        });
  }

  private static String inWords(List<String> path, List<Integer> at) {
    List<String> within = path.subList(PATH.size(), path.size());
    String what =
        within.size() == 1
            ? "node " + within.getFirst()
            : "'" + String.join(".", path.subList(1, path.size())) + "'";
    boolean oneLine = at.getFirst().equals(at.getLast());
    String often = at.size() == 2 ? "twice" : at.size() + " times";
    return what
        + " stands "
        + often
        + (oneLine ? ", line " + at.getFirst() : ", lines " + listed(at));
  }

  private static String listed(List<Integer> lines) {
    String all = String.join(", ", lines.stream().map(String::valueOf).toList());
    int last = all.lastIndexOf(", ");
    return all.substring(0, last) + " and " + all.substring(last + 2);
  }
}
