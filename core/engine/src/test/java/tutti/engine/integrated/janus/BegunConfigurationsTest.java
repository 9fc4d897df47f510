package tutti.engine.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.janus.membership.Configuration;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogMark;

class BegunConfigurationsTest {
  private final BegunConfigurations configurations = new BegunConfigurations();

  private static LogPosition behind(int number) {
    return new LogPosition(new LogMark(100L * number, new Ballot(1, 0)), 1);
  }

  private static ConfigurationCommand.Open open(int number) {
    Configuration its = new Configuration(number, new TreeSet<>(List.of(0, 1)), new TreeSet<>());
    return new ConfigurationCommand.Open(its, new TreeMap<>(), List.of());
  }

  private void begin(int from, int to) {
    for (int number = from; number <= to; number++) {
      configurations.add(behind(number), open(number));
    }
  }

  @Test
  void allCommandsAreKeptUntilThreeConfigurationsHaveBegun() {
    begin(1, 2);
    assertThat(configurations.keptFrom()).isZero();
    begin(3, 3);
    assertThat(configurations.keptFrom()).isEqualTo(100);
  }

  @Test
  void theCommandsBehindTheOldestOfThreeAreKeptAndOthersGoOnThere() {
    begin(1, 9);
    assertThat(configurations.keptFrom()).isEqualTo(700);
    assertThat(configurations.oldest()).hasValue(new BegunConfigurations.Begun(behind(7), open(7)));
  }

  @Test
  void aBeginThatIsFoundTwiceCountsOnce() {
    begin(1, 4);
    begin(2, 4);
    assertThat(configurations.keptFrom()).isEqualTo(200);
  }

  @Test
  void aHostThatSkipsCommandsKeepsAllThatItHas() {
    begin(1, 4);
    configurations.skipTo(behind(9), open(9));
    assertThat(configurations.keptFrom()).isZero();
    assertThat(configurations.oldest()).hasValue(new BegunConfigurations.Begun(behind(9), open(9)));
    begin(10, 11);
    assertThat(configurations.keptFrom()).isEqualTo(900);
  }
}
