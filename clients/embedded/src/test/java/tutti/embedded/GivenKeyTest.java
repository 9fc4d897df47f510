package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Refusal;

/** The end of a request under a key that the program has given, at a node of its own process. */
class GivenKeyTest {
  private static final TransactionId ID = new TransactionId(1, 1, 1);
  private static final Reason REFUSED =
      new Reason.Refused(
          new ActorId("Counter", "c"), "Add", Refusal.of("precondition", "v would be 110"));
  private static final Reason NOT_ASKED = new Reason.Unavailable("node-unavailable", "b is away");

  private static Outcome ends(Deployment deployment, Reason reason, boolean keyed) {
    Node node =
        (Node)
            Proxy.newProxyInstance(
                GivenKeyTest.class.getClassLoader(),
                new Class<?>[] {Node.class},
                (_, method, arguments) -> {
                  if (method.getName().equals("deployment")) {
                    return deployment;
                  }
                  @SuppressWarnings("unchecked")
                  Consumer<Outcome> told = (Consumer<Outcome>) arguments[1];
                  told.accept(new Outcome.Aborted(ID, reason));
                  return null;
                });
    AtomicReference<Outcome> end = new AtomicReference<>();
    new NodeConnection(node)
        .submit(
            new TransactionRequest(List.of(), keyed ? new Idempotency("key", 1) : null, 1),
            end::set);
    return end.get();
  }

  /** Any node may run an earlier try of the key just then. */
  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"TAPIR", "JANUS"})
  void isInDoubtWhereverEachAnswerIsOfOneTry(Protocol protocol) {
    Replication none = Replication.NONE;
    Deployment integrated =
        Deployment.DEFAULT.toBuilder()
            .replication(
                new Replication(
                    protocol,
                    none.count(),
                    none.replicas(),
                    none.leaders(),
                    none.layout(),
                    none.electionTimeout(),
                    none.reads(),
                    none.catchUp()))
            .build();
    for (Reason reason : List.of(REFUSED, NOT_ASKED, new Reason.Deadline(1))) {
      assertThat(ends(integrated, reason, true))
          .isInstanceOfSatisfying(
              Outcome.InDoubt.class, doubt -> assertThat(doubt.lastTry()).isEqualTo(reason));
      assertThat(ends(integrated, reason, false)).isEqualTo(new Outcome.Aborted(ID, reason));
    }
    assertThat(ends(integrated, new Reason.KeyReused("key"), true))
        .isInstanceOf(Outcome.Aborted.class);
  }

  @Test
  void isDefiniteWhereTheNodeThatKnowsTheKeyHasAnswered() {
    assertThat(ends(Deployment.DEFAULT, REFUSED, true)).isInstanceOf(Outcome.Aborted.class);
    assertThat(ends(Deployment.DEFAULT, NOT_ASKED, true)).isInstanceOf(Outcome.InDoubt.class);
  }
}
