package tutti.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Machine and network files: what they mean, and what is said when something is wrong. */
class FilesTest {

  @Test
  void theCommittedMachineReadsAndIsWrittenAgainAsItIs() {
    MachineModel machine = MachineFile.committed();
    MachineModel again = MachineFile.parse(MachineFile.text(machine, Map.of()), "again");
    assertThat(again).isEqualTo(machine);
    assertThat(machine.value(Constant.ACTION)).isPositive();
    assertThat(machine.value(Constant.FLUSH)).isPositive();
  }

  @Test
  void aConstantCanBeScaledAlone() {
    MachineModel machine = MachineFile.committed();
    for (Constant each : Constant.values()) {
      MachineModel scaled = machine.scaled(each, 2);
      for (Constant other : Constant.values()) {
        assertThat(scaled.value(other))
            .as("%s after %s", other, each)
            .isEqualTo(machine.value(other) * (other == each ? 2 : 1));
      }
    }
    assertThat(machine.scaled(Constant.CORES, 0.01).cores()).isOne();
  }

  @Test
  void everyProblemOfAMachineHasItsPlaceAndARemedy() {
    assertThatThrownBy(
            () ->
                MachineFile.parse(
                    """
                    machine {
                      description = "x"
                      date = today
                      cores = 0
                      reqest = 1us
                      task = fast
                      message { sent = 1us }
                    }
                    """,
                    "m.conf"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("m.conf:4: cores: '0' is no number from 1 to 4096")
        .hasMessageContaining("m.conf:5: unknown key 'reqest'; did you mean 'request'?")
        .hasMessageContaining("m.conf:6: task: 'fast' is no duration such as 250us")
        .hasMessageContaining("m.conf:7: unknown key 'message.sent'; did you mean 'message.send'?")
        .hasMessageContaining("disk: is missing: disk { … }")
        .hasMessageContaining("message.receive: is missing");
  }

  @Test
  void aMachineThatWasMeasuredBeforeAConstantWasThereSaysWhatToDo() {
    String former =
        MachineFile.text(MachineFile.committed(), Map.of())
            .replaceAll("(?m)^ *row\\.(find|next) .*\n", "");
    assertThatThrownBy(() -> MachineFile.parse(former, "m.conf"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "row.find: is missing: a row is looked up by its primary key;"
                + " 'tutti calibrate' measures it")
        .hasMessageContaining("row.next: is missing")
        .hasMessageNotContaining("row.seek");
  }

  @Test
  void aNetworkSaysWhereNodesAndClientsAreAndHowFarApart() {
    NetworkModel network =
        NetworkFile.parse(
            """
            network {
              places = [a, b, c]
              latency {
                a { a = 0, b = 10ms }
                b { b = 100us, a = 12ms, c = 1s }
                c { a = 3ms, c = 0 }
              }
              bandwidth = 10MB
              nodes { a = 2, b = 1 }
              clients { a = 1, b = 3 }
            }
            """,
            "n.conf");
    assertThat(network.latencyNanos()[0][1]).isEqualTo(10_000_000);
    assertThat(network.latencyNanos()[1][0]).isEqualTo(12_000_000);
    assertThat(network.latencyNanos()[0][2]).as("said the other way").isEqualTo(3_000_000);
    assertThat(network.latencyNanos()[2][1]).isEqualTo(1_000_000_000);
    assertThat(network.bytesPerSecond()).isEqualTo(10_000_000);
    assertThat(network.placeNodes(4)).containsExactly(0, 0, 0, 1);
    assertThat(network.placeClients(5)).containsExactly(0, 1, 1, 1, 1);
    assertThat(network.scaled(2, 0.5).latencyNanos()[0][1]).isEqualTo(20_000_000);
    assertThat(network.scaled(2, 0.5).bytesPerSecond()).isEqualTo(5_000_000);
    assertThatThrownBy(() -> network.placeNodes(1)).hasMessageContaining("b have no node there");
  }

  @Test
  void everyProblemOfANetworkHasItsPlaceAndARemedy() {
    assertThatThrownBy(
            () ->
                NetworkFile.parse(
                    """
                    network {
                      places = [a, b]
                      latency {
                        a { a = 1ms }
                        bb { b = 1ms }
                      }
                      jitter = much
                      clients { a = 0 }
                    }
                    """,
                    "n.conf"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("n.conf:5: unknown key 'latency.bb'; did you mean 'latency.b'?")
        .hasMessageContaining("says nothing from a to b; a { b = 40ms } would")
        .hasMessageContaining("n.conf:7: jitter: 'much' is no number from 0 to 10")
        .hasMessageContaining("n.conf:8: clients: no place has any");
    assertThatThrownBy(() -> NetworkFile.parse("network {", "n.conf"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("n.conf");
    assertThatThrownBy(() -> NetworkFile.parse("machine { }", "n.conf"))
        .hasMessageContaining("'machine' stands outside 'network { … }'");
    assertThatThrownBy(() -> NetworkFile.parse("", "n.conf"))
        .hasMessageContaining("n.conf: there is no 'network { … }' in it");
  }
}
