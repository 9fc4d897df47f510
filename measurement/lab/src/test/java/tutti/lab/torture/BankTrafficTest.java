package tutti.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tutti.rebel.value.Iban;
import tutti.rebel.value.Money;
import tutti.rebel.value.Percentage;

/**
 * A client's request is recognized in the logs only if its arguments read there as the client wrote
 * them.
 */
class BankTrafficTest {
  private static final Pattern EVENT = Pattern.compile("(\\w+)\\[([^\\]]*)\\]\\.(\\w+)\\[(.*?)\\]");

  @Test
  void argumentsReadAsTheirValuesDo() {
    RoundTraffic traffic = new BankTraffic();
    SplittableRandom random = new SplittableRandom(1);
    TreeSet<String> events = new TreeSet<>();
    traffic.opening().forEach(ask -> check(ask, events));
    for (int i = 0; i < 5_000; i++) {
      Ask ask = traffic.next(random);
      if (!ask.reads()) {
        check(ask, events);
      }
    }
    assertThat(events)
        .containsExactly(
            "block", "book", "close", "interest", "open", "refund", "sweep", "unblock");
  }

  private static void check(Ask ask, TreeSet<String> events) {
    Matcher found = EVENT.matcher(ask.signature());
    int count = 0;
    while (found.find()) {
      count++;
      events.add(found.group(3));
      for (String argument :
          found.group(4).isEmpty() ? new String[0] : found.group(4).split(", ")) {
        assertThat(ask.body()).contains("\"" + argument + "\"");
        Object value =
            argument.startsWith("EUR ")
                ? Money.parse(argument)
                : argument.endsWith("%") ? Percentage.parse(argument) : Iban.parse(argument);
        assertThat(value).hasToString(argument);
      }
    }
    assertThat(count).isPositive();
  }
}
