package tutti.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.access.identity.KeyDescription;
import tutti.access.identity.KeyFile;

@Timeout(120)
class AccessControlTest {
  private static final String ROLES = "roles { teller { call { Account = [deposit] } } }";

  @TempDir private Path folder;
  private AccessFiles files;
  private KeyFile keys;

  @BeforeEach
  void files() throws Exception {
    files = new AccessFiles(folder.resolve("roles.conf"), folder.resolve("keys.json"));
    Files.writeString(files.roles(), ROLES);
    keys = new KeyFile(files.keys());
  }

  private String make(String name) throws Exception {
    return keys.make(new KeyDescription(name, Set.of("teller"), name, Map.of(), null));
  }

  private static boolean knows(AccessControl control, String token) {
    return control.rules().keys().caller(token, Instant.EPOCH) != null;
  }

  private static boolean mayCall(AccessControl control, String event) {
    return control.rules().policy().rights(Set.of("teller")).mayCall("Account", event);
  }

  private static void await(BooleanSupplier what) throws InterruptedException {
    while (!what.getAsBoolean()) {
      Thread.sleep(20);
    }
  }

  @Test
  void changedFilesCountSoon() throws Exception {
    String first = make("first");
    try (AccessControl control = AccessControl.of(files, Shop.application())) {
      assertThat(knows(control, first)).isTrue();
      String second = make("second");
      keys.revoke("first");
      await(() -> knows(control, second) && !knows(control, first));
      Files.writeString(files.roles(), "roles { teller { call { Account = [block, open] } } }");
      await(() -> mayCall(control, "block") && !mayCall(control, "deposit"));
    }
  }

  @Test
  void whatIsWrongChangesNothing() throws Exception {
    String token = make("a");
    try (AccessControl control = AccessControl.of(files, Shop.application())) {
      Files.writeString(files.roles(), "roles { teller { call { Account = [");
      Files.writeString(files.keys(), "{");
      Thread.sleep(2500);
      assertThat(knows(control, token)).isTrue();
      assertThat(mayCall(control, "deposit")).isTrue();
    }
  }

  @Test
  void aClaimThatDoesNotHoldIsRefused() throws Exception {
    make("a");
    Files.writeString(
        files.roles(), ROLES + "\nclaims { never { teller = [\"Account.deposit\"] } }");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AccessControl.of(files, Shop.application()))
        .withMessageContaining("teller may call Account.deposit, and claims.never");
  }
}
