package tutti.engine.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.DeploymentReader.Override;

/** The usual deployment of an application stands under all other settings. */
class UsuallyTest {
  private static final Map<String, String> USUALLY = Map.of("concurrency-control", "optimistic");

  @TempDir private Path folder;

  private static ControlKind control(
      @Nullable Path file, Map<String, String> usually, Override... overrides) {
    Reading reading = DeploymentReader.read(file, usually, List.of(overrides));
    assertThat(reading).isInstanceOf(Reading.Valid.class);
    return ((Reading.Valid) reading).settings().deployment().concurrencyControl();
  }

  @Test
  void standsOverTheDefault() {
    assertThat(control(null, Map.of())).isEqualTo(ConcurrencyControlKind.PATH_SENSITIVE);
    assertThat(control(null, USUALLY)).isEqualTo(ConcurrencyControlKind.OPTIMISTIC);
  }

  @Test
  void standsUnderTheFileAndTheCommandLine() throws IOException {
    Path other = Files.writeString(folder.resolve("a.conf"), "tutti { containers = 3 }");
    Path named = Files.writeString(folder.resolve("b.conf"), "tutti.concurrency-control = no-wait");
    assertThat(control(other, USUALLY)).isEqualTo(ConcurrencyControlKind.OPTIMISTIC);
    assertThat(control(named, USUALLY)).isEqualTo(ConcurrencyControlKind.NO_WAIT);
    assertThat(control(null, USUALLY, new Override("tutti.concurrency-control", "2pl", "-D")))
        .isEqualTo(ConcurrencyControlKind.TWO_PHASE_LOCKING);
  }
}
