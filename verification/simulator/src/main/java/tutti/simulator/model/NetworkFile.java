package tutti.simulator.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tutti.engine.deployment.ConfigFile;

/**
 * A {@link NetworkModel} as a file: HOCON, everything in {@code network { … }}.
 *
 * <pre>
 *   network {
 *     places = [europe, america]
 *     latency {                                   # one way; said in one direction, it holds in both
 *       europe { europe = 250us, america = 40ms }
 *       america { america = 250us }
 *     }
 *     bandwidth = 1GiB                            # a second, from a node towards one place
 *     jitter = 0.05
 *     nodes { europe = 2, america = 1 }           # shares
 *     clients { europe = 1, america = 1 }
 *   }
 * </pre>
 *
 * {@code bandwidth}, {@code jitter}, {@code nodes} and {@code clients} may be left out: 1 GiB,
 * none, and equal shares.
 */
public final class NetworkFile {
  private static final String ROOT = "network";
  private static final long USUAL_BANDWIDTH = 1L << 30;

  private NetworkFile() {}

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if the file is wrong; the message has a line for each problem,
   *     with its place
   */
  public static NetworkModel read(Path file) {
    return network(ConfigFile.read(file, ROOT));
  }

  /**
   * Reads a text.
   *
   * @param name the text's name for a person
   * @throws IllegalArgumentException as {@link #read}
   */
  public static NetworkModel parse(String text, String name) {
    return network(ConfigFile.parse(text, name, ROOT));
  }

  private static NetworkModel network(ConfigFile file) {
    ConfigFile.Section root = file.root();
    root.only(List.of("places", "latency", "bandwidth", "jitter", "nodes", "clients"));
    List<String> places = root.texts("places");
    if (places.isEmpty() && root.has("places")) {
      root.problem("places", "there must be one at least: places = [here]");
    }
    if (places.stream().distinct().count() < places.size()) {
      root.problem("places", "a place is named twice");
    }
    long[][] latency = latency(root, places);
    long bandwidth = root.has("bandwidth") ? root.bytes("bandwidth") : USUAL_BANDWIDTH;
    if (bandwidth < 1) {
      root.problem("bandwidth", "must be more than nothing, such as 1GiB");
    }
    double jitter = root.has("jitter") ? root.number("jitter", 0, 10) : 0;
    List<Double> nodes = shares(root, "nodes", places);
    List<Double> clients = shares(root, "clients", places);
    file.check();
    return new NetworkModel(places, latency, bandwidth, jitter, nodes, clients);
  }

  private static long[][] latency(ConfigFile.Section root, List<String> places) {
    ConfigFile.Section matrix = root.section("latency");
    matrix.only(places);
    long[][] latency = new long[places.size()][places.size()];
    boolean[][] known = new boolean[places.size()][places.size()];
    for (int from = 0; from < places.size(); from++) {
      if (!matrix.has(places.get(from))) {
        continue;
      }
      ConfigFile.Section row = matrix.section(places.get(from));
      row.only(places);
      for (int to = 0; to < places.size(); to++) {
        if (row.has(places.get(to))) {
          latency[from][to] = row.nanos(places.get(to));
          known[from][to] = true;
        }
      }
    }
    for (int from = 0; from < places.size(); from++) {
      for (int to = 0; to < places.size(); to++) {
        if (!known[from][to] && known[to][from]) {
          latency[from][to] = latency[to][from];
        } else if (!known[from][to] && from <= to) {
          root.problem(
              "latency",
              "says nothing from %1$s to %2$s; %1$s { %2$s = 40ms } would"
                  .formatted(places.get(from), places.get(to)));
        }
      }
    }
    return latency;
  }

  private static List<Double> shares(ConfigFile.Section root, String key, List<String> places) {
    List<Double> shares = new ArrayList<>();
    if (!root.has(key)) {
      places.forEach(place -> shares.add(1.0));
      return shares;
    }
    ConfigFile.Section section = root.section(key);
    section.only(places);
    for (String place : places) {
      shares.add(section.has(place) ? section.number(place, 0, 1e9) : 0);
    }
    if (shares.stream().allMatch(share -> share == 0)) {
      root.problem(key, "no place has any; leave " + key + " out for equal shares");
    }
    return shares;
  }
}
