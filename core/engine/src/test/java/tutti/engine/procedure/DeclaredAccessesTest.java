package tutti.engine.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.procedure.RunningMarket.Setup;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.programs.Link;

/** A procedure is held to the accesses that it declares, whatever the deployment. */
class DeclaredAccessesTest {

  @ParameterizedTest
  @CsvSource({
    "PATH_SENSITIVE, 1",
    "OPTIMISTIC, 1",
    "OPTIMISTIC, 2",
    "VERSIONING, 1",
    "VERSIONING, 2",
    "READ_WRITE_LOCKS, 1"
  })
  void whatIsNotDeclaredIsRefused(ConcurrencyControlKind control, int nodes) throws Exception {
    try (RunningMarket it =
        new RunningMarket(new Setup(control, nodes, 1, 1, ExecutorMode.best()))) {
      String a = it.key("Link", "a", 0);
      String b = it.key("Link", "b", nodes - 1);
      assertThat(it.run(Link.class, a, new Link.SaysOnce(b, 1)))
          .isInstanceOf(Outcome.Committed.class);

      Reason twice = RunningMarket.reason(it.run(Link.class, a, new Link.SaysOnce(b, 2)));
      assertThat(twice.code()).isEqualTo("supremum-exceeded");
      assertThat(twice.message()).contains("Link[" + b + "]", "declared", "at most once");

      Reason other = RunningMarket.reason(it.run(Link.class, a, new Link.SaysNothing(b)));
      assertThat(other.code()).isEqualTo("undeclared-access");
      assertThat(other.message()).contains("Link[" + b + "]", "declared");
    }
  }
}
