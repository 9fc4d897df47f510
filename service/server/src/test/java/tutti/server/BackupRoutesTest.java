package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.backup.NodeBackups.Result;

/** {@code /backups} on a node whose backups go as the test says. */
class BackupRoutesTest extends ServiceTestBase {
  private static final String FILE = "/backups/" + FakeBackups.ID + "/0/" + FakeBackups.FILE;

  private Answer delete(String path) {
    return send(request(path).DELETE());
  }

  @Test
  void saysWhatWasCut() {
    Answer begun = post("/backups", "");
    assertThat(begun.status()).isEqualTo(200);
    assertThat(begun.get("backup")).isEqualTo(FakeBackups.ID);
    assertThat(begun.get("began")).isEqualTo("2026-01-31T18:30:00Z");
    assertThat(String.valueOf(begun.get("application-hash"))).matches("[0-9a-f]{64}");
    Map<?, ?> copy = (Map<?, ?>) ((List<?>) begun.get("nodes")).getFirst();
    assertThat(copy.get("node")).isNull();
    assertThat(copy.get("files")).isEqualTo(Map.of(FakeBackups.FILE, 17));
  }

  @Test
  void takesNothingElse() {
    assertThat(post("/backups", "{}").status()).isEqualTo(200);
    for (String body : List.of("{\"to\": \"/var/backups\"}", "[]", "null", "x")) {
      Answer refused = post("/backups", body);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.body()).contains("code");
    }
    assertThat((String) post("/backups", "{\"to\": 1}").get("detail"))
        .contains("unknown field 'to'; expected nothing, or {}");
  }

  @Test
  void givesAFileFromWhereItIsAsked() {
    assertThat(get(FILE).body()).isEqualTo("all that there is");
    assertThat(get(FILE + "?from=9").body()).isEqualTo("there is");
    assertThat(get(FILE + "?from=17").body()).isEmpty();
  }

  @Test
  void endsABackup() {
    assertThat(delete("/backups/" + FakeBackups.ID).get("backup")).isEqualTo(FakeBackups.ID);
    assertThat(node.backups.ended).containsExactly(FakeBackups.ID);
  }

  @ParameterizedTest
  @CsvSource({
    "backup-unknown, 404",
    "not-found, 404",
    "nothing-kept, 409",
    "backup-busy, 503",
    "backup-failed, 503",
    "node-unavailable, 503",
    "not-ready, 503"
  })
  void saysWhyThereIsNone(String code, int status) {
    node.backups.instead = new Result.Failed<>(code, "for a reason");
    for (Answer answer : List.of(post("/backups", ""), get(FILE))) {
      assertThat(answer.status()).isEqualTo(status);
      assertThat(answer.get("code")).isEqualTo(code);
      assertThat(answer.get("detail")).isEqualTo("for a reason");
      assertThat(answer.header("Retry-After") != null).isEqualTo(status == 503);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/backups/" + FakeBackups.ID + "/a/" + FakeBackups.FILE,
        "/backups/" + FakeBackups.ID + "/-1/" + FakeBackups.FILE,
        "/backups/" + FakeBackups.ID + "/1234567/" + FakeBackups.FILE,
        FILE + "?from=-1",
        FILE + "?from=",
        FILE + "?from=1234567890123456789",
        FILE + "?to=1"
      })
  void refusesWhatNamesNoPieceOfAFile(String path) {
    Answer answer = get(path);
    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.get("code")).isEqualTo("bad-query");
  }

  @Test
  void takesNoOtherMethodsAndNoOtherPaths() {
    assertThat(get("/backups").header("Allow")).isEqualTo("POST, OPTIONS");
    assertThat(get("/backups/" + FakeBackups.ID).header("Allow")).isEqualTo("DELETE, OPTIONS");
    assertThat(post(FILE, "").status()).isEqualTo(405);
    assertThat(post("/backups?now=1", "").get("code")).isEqualTo("bad-query");
    Answer missing = get("/backups/" + FakeBackups.ID + "/0");
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.get("code")).isEqualTo("not-found");
  }
}
