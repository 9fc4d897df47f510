package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The architectures of Reactors §3.3 are files, and one data folder goes through all of them. */
class ArchitecturesTest {
  private static final Pattern EXECUTOR =
      Pattern.compile("tutti_executor_core\\{executor=\"container-(\\d+)-executor-(\\d+)\"}");

  @TempDir private Path data;

  /** A file, and how many executors each of its containers has. */
  private record Architecture(String file, List<Integer> executors) {}

  private static final List<Architecture> IN_TURN =
      List.of(
          new Architecture("shared-everything", List.of(2)),
          new Architecture("shared-everything-with-affinity", List.of(2)),
          new Architecture("shared-nothing", List.of(1, 1)),
          new Architecture("islands", List.of(2, 2)),
          new Architecture("shared-everything", List.of(2)));

  @Tag("slow")
  @Test
  void theBankGoesOnUnderEachOfThem() throws Exception {
    List<String> accounts = Bank.accounts(20);
    int transfer = 0;
    for (Architecture each : IN_TURN) {
      String file = Bank.APPLICATION.resolve(each.file + ".conf").toString();
      // What a process alone says of its executors is looked at where they keep to cores of theirs.
      boolean alone = each.file.endsWith("affinity") || each.file.equals("islands");
      String[] more = {"--deployment", file};
      try (Service tutti =
          alone
              ? TuttiProcess.serve(Bank.APPLICATION, data, more)
              : ServiceInside.serve(Bank.APPLICATION, data, more)) {
        if (transfer == 0) {
          for (String account : accounts) {
            Bank.open(tutti, account, "EUR 50.00");
          }
        }
        for (int i = 1; i < accounts.size(); i++) {
          Bank.expect(
              200,
              Bank.transfer(
                  tutti, ++transfer, accounts.get(0), accounts.get(i), "EUR 0.50", "k" + transfer));
        }
        int starts = transfer / (accounts.size() - 1);
        assertThat(Bank.balance(tutti, accounts.getFirst()))
            .isEqualByComparingTo(50 - 9.5 * starts + "");
        for (String account : accounts.subList(1, accounts.size())) {
          assertThat(Bank.balance(tutti, account)).isEqualByComparingTo(50 + 0.5 * starts + "");
        }
        assertThat(executors(tutti.text("/metrics"))).as(each.file).isEqualTo(each.executors);
        tutti.terminate();
        assertThat(tutti.exitStatus()).as(tutti.output()).isZero();
        if (alone) {
          saysHowItsExecutorsRun(tutti.output(), each);
        }
      }
    }
  }

  private static void saysHowItsExecutorsRun(String output, Architecture each) {
    if (System.getProperty("os.name").contains("Linux")) {
      assertThat(output).contains("executors are pinned: container-0-executor-0 to");
    }
    int all = each.executors.stream().mapToInt(Integer::intValue).sum();
    int cores = Runtime.getRuntime().availableProcessors();
    assertThat(output.contains(all + " executors share " + cores + " core")).isEqualTo(all > cores);
  }

  /** How many executors each container shows. */
  private static List<Integer> executors(String metrics) {
    Matcher match = EXECUTOR.matcher(metrics);
    TreeMap<Integer, Integer> counts = new TreeMap<>();
    while (match.find()) {
      counts.merge(Integer.parseInt(match.group(1)), 1, Integer::sum);
    }
    return List.copyOf(counts.values());
  }
}
