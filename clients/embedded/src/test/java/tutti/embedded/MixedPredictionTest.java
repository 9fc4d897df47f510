package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.cost.CostConstants;
import tutti.engine.node.cost.CostFile;
import tutti.engine.node.cost.PredictedCost;
import tutti.engine.node.cost.Rehearsal;
import tutti.engine.relational.ProcedureAction;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.actor.Procedure;
import tutti.model.cost.CallCost;
import tutti.model.cost.CallPlace;
import tutti.model.cost.TransactionCost;

/** Predicted latencies of procedures that call events of specifications. */
class MixedPredictionTest {
  private static final ActorId DESK = new ActorId("Desk", "d");

  @TempDir private Path folder;

  private static Call call(Application application, Procedure<MixedBank.Desk, ?> procedure) {
    String name = procedure.getClass().getSimpleName();
    return ((ProcedureAction) application.type("Desk").action(name)).call(DESK, procedure);
  }

  @Test
  void eventsAreSynchronousCallsThatWriteTheirInstances() {
    TuttiBuilder builder =
        Tutti.builder()
            .application(MixedBank.application())
            .specifications(MixedBank.specifications(folder))
            .set("durability", "off")
            .set("accept-loss", "true");
    Application application = builder.application();
    Deployment deployment = builder.deployment();
    List<Call> open =
        List.of(
            call(application, new MixedBank.Open(MixedBank.ALICE, "EUR 50.00")),
            call(application, new MixedBank.Open(MixedBank.BOB, "EUR 0.00")));
    Call transfer =
        call(application, new MixedBank.Transfer(MixedBank.ALICE, MixedBank.BOB, "EUR 20.50"));
    CostConstants constants = CostFile.committed();
    TransactionCost cost =
        PredictedCost.of(
                ((Rehearsal.Result.Recorded) Rehearsal.run(application, open, transfer)).call(),
                deployment,
                constants,
                CallPlace.OTHER_NODE)
            .latency();
    assertThat(cost.root().calls())
        .extracting(each -> each.called().name())
        .containsExactly("Account.deposit", "Account.withdraw");
    assertThat(cost.root().calls())
        .extracting(CallCost::place)
        .containsOnly(CallPlace.SAME_CONTAINER);
    assertThat(cost.root().calls().getFirst().called().latency().total()).isPositive();
    assertThat(cost.commitmentNanos()).isPositive();
  }
}
