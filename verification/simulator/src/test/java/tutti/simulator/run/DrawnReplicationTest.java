package tutti.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.deployment.NodeAddress;

class DrawnReplicationTest {

  /** The settings were tried on fewer nodes, and refused there: no run had five replicas. */
  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"MULTIPAXOS", "TAPIR", "JANUS"})
  void fiveNodesHaveFiveReplicasInSomeRuns(Protocol protocol) {
    UnaryOperator<Deployment> fixed =
        each -> each.toBuilder().replication(each.replication().with(protocol)).build();
    Deployment nodes = Deployment.DEFAULT.toBuilder().nodes(NodeAddress.inOneProcess(5)).build();
    Set<Integer> replicas = new TreeSet<>();
    for (int seed = 0; seed < 20; seed++) {
      UnaryOperator<Deployment> drawn = DrawnReplication.draw(seed, 5, fixed);
      assertThat(DrawnReplication.isActive(5, drawn)).isTrue();
      Replication its = drawn.apply(nodes).replication();
      assertThat(its.protocol()).isEqualTo(protocol);
      replicas.add(its.replicas());
      Deployment tried = drawn.apply(Deployment.DEFAULT);
      assertThat(tried.replication()).isEqualTo(its);
      assertThat(tried.nodeCount()).isGreaterThanOrEqualTo(its.replicas());
    }
    assertThat(replicas).containsExactly(3, 5);
  }
}
