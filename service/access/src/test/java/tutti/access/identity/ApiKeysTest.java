package tutti.access.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiKeysTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  @TempDir private Path folder;
  private Path path;
  private KeyFile file;

  @BeforeEach
  void file() {
    path = folder.resolve("api-keys.json");
    file = new KeyFile(path);
  }

  private static KeyDescription described(String name) {
    return new KeyDescription(
        name, Set.of("teller"), "acme", Map.of("accounts", List.of("1", "2")), null);
  }

  @Test
  void aTokenIsKnownByTheFileWithoutItsSecret() throws Exception {
    String token = file.make(described("branch_7"));
    assertThat(token).startsWith("tk_branch_7_").hasSize("tk_branch_7_".length() + 43);
    assertThat(Files.readString(path)).doesNotContain(token.substring(token.length() - 43));
    assertThat(file.read().caller(token, NOW))
        .isEqualTo(
            new Principal(
                "branch_7", "acme", Set.of("teller"), Map.of("accounts", List.of("1", "2"))));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
  }

  @Test
  void noOtherTokenIsKnown() throws Exception {
    String token = file.make(described("a"));
    String other = file.make(described("b"));
    ApiKeys keys = file.read();
    String secret = token.substring(token.length() - 43);
    for (String wrong :
        List.of(
            "",
            "tk_",
            "tk__" + secret,
            "tk_b_" + secret,
            "tk_c_" + secret,
            "tk_a" + secret,
            token + "x",
            token.substring(1),
            token.toUpperCase(java.util.Locale.ROOT),
            token.substring(0, token.length() - 1) + "é")) {
      assertThat(keys.caller(wrong, NOW)).as(wrong).isNull();
    }
    assertThat(keys.caller(other, NOW)).isNotNull();
  }

  @Test
  void aRevokedKeyCountsNoMore() throws Exception {
    String token = file.make(described("a"));
    String other = file.make(described("b"));
    assertThat(file.revoke("a")).isTrue();
    assertThat(file.revoke("a")).isFalse();
    assertThat(file.read().caller(token, NOW)).isNull();
    assertThat(file.read().caller(other, NOW)).isNotNull();
  }

  @Test
  void aKeyCountsUntilItsTime() throws Exception {
    String token =
        file.make(
            new KeyDescription(
                "a", Set.of(), "a", Map.of(), Instant.parse("2026-12-01T00:00:00Z")));
    assertThat(file.read().caller(token, NOW)).isNotNull();
    assertThat(file.read().caller(token, Instant.parse("2026-12-01T00:00:00Z"))).isNull();
  }

  @Test
  void aNameIsGivenOnce() throws Exception {
    String token = file.make(described("a"));
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> file.make(described("a")));
    assertThatIllegalArgumentException().isThrownBy(() -> file.make(described("a b")));
    assertThat(file.read().caller(token, NOW)).isNotNull();
  }

  @Test
  void aFileThatIsWrongIsRefusedWithThePlace() throws Exception {
    Files.writeString(
        path,
        "{\"keys\": {\"a\": {\"sha256\": \"xyz\", \"roles\": \"teller\", \"role\": [],"
            + " \"tenant\": \"a\\u0001b\"}}}");
    assertThatIllegalArgumentException()
        .isThrownBy(file::read)
        .withMessageContaining("keys.a.sha256")
        .withMessageContaining("keys.a.roles")
        .withMessageContaining("keys.a.tenant")
        .withMessageContaining("keys.a.role");
  }

  /** Records and messages have the caller of each request. */
  @Test
  void nameTenantAndRolesAreTogetherNotTooLong() throws Exception {
    Set<String> roles = Set.of("r".repeat(600), "s".repeat(430));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> file.make(new KeyDescription("a", roles, "acme", Map.of(), null)))
        .withMessageContaining("at most 1024 bytes");
    assertThat(path).doesNotExist();
    file.make(described("b"));
    Files.writeString(
        path, Files.readString(path).replace("\"teller\"", "\"" + "t".repeat(1100) + "\""));
    assertThatIllegalArgumentException()
        .isThrownBy(file::read)
        .withMessageContaining("roles")
        .withMessageContaining("at most 1024 bytes");
  }
}
