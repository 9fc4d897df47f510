package tutti.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.engine.relational.RelationalApplication;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.rebel.check.CheckResult;
import tutti.rebel.check.Checker;
import tutti.rebel.compile.RebelApplication;

/** The request that a new user may copy is one that a client may send. */
class FirstRequestTest {
  public static final class Till extends Actor {}

  @Internal
  public record Open(long number) implements Procedure<Till, Long> {
    @Override
    public Long run(Till till) {
      return number;
    }
  }

  public record Sell(long number) implements Procedure<Till, Long> {
    @Override
    public Long run(Till till) {
      return number;
    }
  }

  @Test
  void calledFromOutside() {
    JavaApplication java =
        JavaApplication.named("till")
            .actor("Till", Till::new)
            .procedures(Open.class, Sell.class)
            .build();
    assertThat(FirstRequest.of(new RelationalApplication(java, null), "http://h"))
        .startsWith("curl http://h/Till/a/Sell ");
    String text =
        """
        module Till
        specification Till {
          fields { id: Integer @key }
          events { internal make[] start[] }
          lifeCycle { initial none -> open: make, start final open }
        }
        event make(a: Integer) {}
        event start(a: Integer, b: Integer) {}
        """;
    CheckResult checked = Checker.check(Map.of("Till.ebl", text));
    RebelApplication rebel =
        RebelApplication.of(checked)
            .orElseThrow(() -> new AssertionError(checked.diagnostics().toString()));
    assertThat(FirstRequest.of(rebel, "http://h")).matches("curl http://h/Till/.*/start .*");
  }
}
