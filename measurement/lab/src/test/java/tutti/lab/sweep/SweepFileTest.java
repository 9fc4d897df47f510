package tutti.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SweepFileTest {
  private static final SweepFile.Grammar GRAMMAR =
      new SweepFile.Grammar() {
        @Override
        public List<String> workloads() {
          return List.of("ycsb", "bank");
        }

        @Override
        public List<String> flags(String workload) {
          return List.of("nodes", "theta", "commit", "simulated", "seed");
        }

        @Override
        public boolean isSwitch(String workload, String flag) {
          return flag.equals("simulated");
        }

        @Override
        public @Nullable String whyNot(String workload, String key, String value) {
          return value.equals("wrong") ? "it is wrong" : null;
        }
      };

  private static Sweep parse(String text) {
    return SweepFile.parse(text, "some.conf", GRAMMAR);
  }

  @Test
  void crossesWithTheLastKeyFastestAndTurnsTheOrderInEveryRound() {
    Sweep sweep =
        parse(
            """
            sweep {
              workload = ycsb
              options {
                simulated = true
                nodes = 4
                paxos-commit.f = 1
                seed = 7
              }
              cross {
                theta = [0.1, 0.6]
                commit = [2pc, ec]
              }
              rounds = 2
            }
            """);
    String fixed = "ycsb --simulated --nodes=4 -Dtutti.paxos-commit.f=1 ";
    assertThat(sweep.runs())
        .extracting(Sweep.Run::command)
        .containsExactly(
            fixed + "--theta=0.1 --commit=2pc --seed=7",
            fixed + "--theta=0.1 --commit=ec --seed=7",
            fixed + "--theta=0.6 --commit=2pc --seed=7",
            fixed + "--theta=0.6 --commit=ec --seed=7",
            fixed + "--theta=0.6 --commit=ec --seed=8",
            fixed + "--theta=0.6 --commit=2pc --seed=8",
            fixed + "--theta=0.1 --commit=ec --seed=8",
            fixed + "--theta=0.1 --commit=2pc --seed=8");
  }

  @Test
  void saysAllThatIsWrongWithItsLine() {
    assertThatThrownBy(
            () ->
                parse(
                    """
                    sweep {
                      workload = ycsb
                      options { nodes = wrong, theta = 0 }
                      cross {
                        thetta = [0.1]
                        theta = [0.1]
                        commit = 2pc
                        seed = [1, 2]
                        simulated = []
                      }
                    }
                    """))
        .hasMessageContainingAll(
            "some.conf:3: options.nodes: it is wrong",
            "some.conf:5: unknown key 'cross.thetta'; did you mean 'cross.theta'?",
            "some.conf:6: cross.theta: stands in options, too",
            "some.conf:7: cross.commit: must be a list",
            "some.conf:8: cross.seed: every round has the next one",
            "some.conf:9: cross.simulated: has no values");
  }

  @Test
  void namesTheWorkloadsThereAre() {
    assertThatThrownBy(() -> parse("sweep { workload = bnak, cross { theta = [1] } }"))
        .hasMessage("some.conf:1: workload: 'bnak' is none of ycsb, bank");
    for (String rounds : List.of("0", "2.5", "3d", "0x1p3", "NaN")) {
      assertThatThrownBy(() -> parse("sweep { workload = bank, rounds = " + rounds + " }"))
          .hasMessageContaining("rounds");
    }
    assertThatThrownBy(() -> parse("sweep { workload = bank }"))
        .hasMessageContaining("cross: is missing");
  }
}
