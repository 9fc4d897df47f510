package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.bank.TestBank;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.history.History;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.node.Node;
import tutti.engine.node.Ports;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transport.loopback.LoopbackNetwork;

/** A host of an integrated protocol whose replicas begin one after another. */
class BeginningReplicasTest {
  @ParameterizedTest
  @EnumSource(names = {"TAPIR", "JANUS"})
  void areStatesOfTheHostThatDoNotVote(Protocol protocol) throws Exception {
    Deployment usual = Hosts.replicated(Deployment.DEFAULT, 3, 3, Replication.Layout.RING);
    Deployment deployment =
        usual.toBuilder().replication(usual.replication().with(protocol)).build();
    try (RealScheduler real = new RealScheduler()) {
      Scheduler scheduler = withoutMachines(real);
      Ports ports =
          new Ports(
              scheduler,
              new ForgetfulDisk(),
              RandomGenerator.of("L64X128MixRandom"),
              History.NONE,
              0,
              new LoopbackNetwork(3).transport(0, scheduler));
      Node host = NodeOpener.open(new TestBank(), deployment, ports);
      assertThat(host.replicas())
          .containsOnlyKeys(0, 1, 2)
          .allSatisfy((_, state) -> assertThat(state.votes()).isFalse());
      host.close();
    }
  }

  /** A scheduler that runs no step of the machines of an integrated protocol. */
  private static Scheduler withoutMachines(Scheduler real) {
    return (Scheduler)
        Proxy.newProxyInstance(
            Scheduler.class.getClassLoader(),
            new Class<?>[] {Scheduler.class},
            (_, method, given) -> {
              boolean machines =
                  method.getName().equals("newStepQueue")
                      && List.of("tapir", "janus").contains(given[0]);
              return machines ? (StepQueue) step -> {} : method.invoke(real, given);
            });
  }
}
