package tutti.engine.deployment;

import com.typesafe.config.ConfigUtil;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tutti.engine.container.Placement;
import tutti.engine.deployment.DeploymentKeys.Key;
import tutti.protocol.commit.Assumption;

/**
 * Writes settings as the text of a deployment file: every key, always in one order and form, so
 * that equal settings give equal text. {@link DeploymentReader} reads it back.
 */
public final class DeploymentText {
  private DeploymentText() {}

  /** Returns all settings as text, including the server's. */
  public static String render(Settings settings) {
    StringBuilder text = new StringBuilder("tutti {\n");
    for (Key key : DeploymentKeys.all()) {
      line(text, key, settings);
    }
    return text.append(nodes(settings))
        .append(placement(settings.deployment().placement()))
        .append("}\n")
        .toString();
  }

  /**
   * Returns the deployment's text alone, which the data folder keeps, since it does not depend on
   * the server.
   */
  public static String render(Deployment deployment) {
    Settings settings = new Settings(deployment, ServerSettings.DEFAULT);
    StringBuilder text = new StringBuilder("tutti {\n");
    for (Key key : DeploymentKeys.all()) {
      if (!DeploymentKeys.isOfServer(key)) {
        line(text, key, settings);
      }
    }
    return text.append(nodes(settings))
        .append(placement(deployment.placement()))
        .append("}\n")
        .toString();
  }

  /**
   * The lines of {@link #render(Deployment)} that differ from those of an empty deployment, in the
   * same order and form; empty if none does.
   */
  public static String renderDifferences(Deployment deployment) {
    List<String> usual = render(Deployment.DEFAULT).lines().toList();
    return render(deployment)
        .lines()
        .filter(line -> !usual.contains(line))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  private static void line(StringBuilder text, Key key, Settings settings) {
    if (settings.deployment().integrated() && DeploymentKeys.REPLACED.contains(key.path())) {
      // Beside an integrated protocol these would be refused.
      return;
    }
    boolean unbounded = settings.deployment().commitment().assume() == Assumption.ASYNCHRONOUS;
    if (unbounded && key.path().equals(DeploymentKeys.DELAY_BOUND)) {
      // A delay bound in the text would mean another assumption.
      return;
    }
    text.append("  ")
        .append(key.path())
        .append(" = ")
        .append(key.kind().render(key.of().apply(settings)))
        .append('\n');
  }

  /** One line for each, since their order says their numbers. */
  private static String nodes(Settings settings) {
    if (settings.deployment().nodes().isEmpty()) {
      return "  nodes = " + DeploymentKeys.NO_NODES + "\n";
    }
    StringBuilder text = new StringBuilder("  nodes {\n");
    for (NodeAddress node : settings.deployment().nodes()) {
      String address = ConfigUtil.quoteString(node.address());
      Integer http = settings.server().nodePorts().get(node.name());
      text.append("    ")
          .append(node.name())
          .append(
              http == null
                  ? " = " + address + "\n"
                  : " { address = " + address + ", http = " + http + " }\n");
    }
    return text.append("  }\n").toString();
  }

  private static String placement(Placement placement) {
    return switch (placement) {
      case Placement.Hash() -> "  placement = hash\n";
      case Placement.Range(Map<String, List<String>> splits) -> {
        StringBuilder text = new StringBuilder("  placement {\n    range {\n");
        new TreeMap<>(splits)
            .forEach(
                (type, keys) ->
                    text.append("      ")
                        .append(ConfigUtil.quoteString(type))
                        .append(
                            keys.stream()
                                .map(ConfigUtil::quoteString)
                                .collect(Collectors.joining(", ", " = [", "]\n"))));
        yield text.append("    }\n  }\n").toString();
      }
    };
  }
}
