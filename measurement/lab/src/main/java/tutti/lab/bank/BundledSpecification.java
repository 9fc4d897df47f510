package tutti.lab.bank;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tutti.model.schema.ApplicationSchema;
import tutti.rebel.check.CheckResult;
import tutti.rebel.check.Checker;
import tutti.rebel.compile.RebelApplication;
import tutti.rebel.load.Diagnostic;

/**
 * The specifications that come with the lab, so that its measurements and simulations do not depend
 * on the folder in which it is started. The bench's bank has the names and parameters of {@code
 * examples/bank} and the fields of the paper's (PSAC, Listing 2).
 */
public final class BundledSpecification {
  private static final List<String> MODULES = List.of("Account", "Transfer", "Events");

  private BundledSpecification() {}

  /** Returns the bank that is measured. */
  public static RebelApplication bank() {
    return compile("bank", MODULES);
  }

  /** Returns the bank that is simulated: one whose states tell whether money was conserved. */
  public static RebelApplication simulation() {
    return compile("simulation", MODULES);
  }

  /**
   * Returns the next version of the simulated bank: one specification is new, one is changed, and
   * the old events are unchanged.
   */
  public static RebelApplication nextSimulation() {
    Map<String, String> texts = texts("simulation", "simulation", List.of("Transfer", "Events"));
    texts.putAll(texts("next", "simulation", List.of("Account", "MoreEvents", "Prize")));
    return compile(texts);
  }

  /** Returns the customers of Smallbank. */
  public static RebelApplication smallbank() {
    return compile("smallbank", List.of("Customer", "Events"));
  }

  /** Returns districts that number the orders that they place. */
  public static RebelApplication orders() {
    return compile("orders", List.of("District", "Order", "Events"));
  }

  /** Returns posts that look at each other. */
  public static RebelApplication posts() {
    return compile("posts", List.of("Post", "Events"));
  }

  /** Returns tills, whose events have actors in Java do something. */
  public static RebelApplication tills(ApplicationSchema actors) {
    return compile(texts("tills", "tills", List.of("Till", "Events")), actors);
  }

  /**
   * Writes the bank that is measured as a folder of specifications, for a process of its own.
   *
   * @return the folder
   */
  public static Path writeBank(Path parent) throws IOException {
    return write(parent, "bank");
  }

  /** Writes the specification of the bank that is simulated. */
  public static Path writeSimulation(Path parent) throws IOException {
    return write(parent, "simulation");
  }

  private static Path write(Path parent, String name) throws IOException {
    Path folder = Files.createDirectories(parent.resolve(name));
    for (String module : MODULES) {
      Files.writeString(
          folder.resolve(module + ".ebl"), text("/tutti/lab/" + name + "/" + module + ".ebl"));
    }
    return folder;
  }

  private static RebelApplication compile(String folder, List<String> modules) {
    return compile(texts(folder, folder, modules));
  }

  /**
   * @param from the folder of the texts
   * @param to the folder that their modules name
   */
  private static Map<String, String> texts(String from, String to, List<String> modules) {
    Map<String, String> texts = new TreeMap<>();
    for (String module : modules) {
      texts.put(to + "/" + module + ".ebl", text("/tutti/lab/" + from + "/" + module + ".ebl"));
    }
    return texts;
  }

  private static RebelApplication compile(Map<String, String> texts) {
    return compile(texts, new ApplicationSchema(List.of()));
  }

  private static RebelApplication compile(Map<String, String> texts, ApplicationSchema actors) {
    CheckResult result = Checker.check(texts, actors);
    return RebelApplication.of(result)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "the bundled specification does not check: "
                        + result.diagnostics().stream().map(Diagnostic::message).toList()));
  }

  private static String text(String resource) {
    try (InputStream in = BundledSpecification.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("this build has no resource " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
