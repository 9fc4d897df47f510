package tutti.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.access.audit.AuditLog;
import tutti.server.access.RequestAudit.Asked;
import tutti.server.http.WholeRequest;

/** The parts of a request that reach the audit log, and those that do not. */
class RequestAuditTest {
  @TempDir private Path folder;

  private String refused(boolean redactKeys, String address, String target, String... forwarded)
      throws Exception {
    DefaultHttpHeaders headers = new DefaultHttpHeaders();
    headers.add("X-Forwarded-For", List.of(forwarded));
    WholeRequest request = new WholeRequest("POST", target, headers, new byte[0], 0, false, 0);
    try (AuditLog log = AuditLog.open(folder, 1L << 30, InstantSource.system())) {
      new RequestAudit(log, List.of("10.0.0.5"), redactKeys)
          .refused(new Asked(request, address, null), 401, "unauthenticated");
    }
    try (Stream<Path> files = Files.list(folder)) {
      Path file =
          files.filter(each -> each.toString().endsWith(".jsonl")).findFirst().orElseThrow();
      return Files.readString(file);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/Account/NL91/block",
        "/Account/NL91?at=NL91",
        "/Account/NL91#NL91",
        "//Account/NL91/block",
        "/Account//NL91",
        "http://host/Account/NL91/block",
        "NL91"
      })
  void redactedKeysStayOut(String target) throws Exception {
    assertThat(refused(true, "10.0.0.9", target))
        .contains("unauthenticated")
        .doesNotContain("NL91");
  }

  @Test
  void otherPathsStayAsTheyAre() throws Exception {
    assertThat(refused(true, "10.0.0.9", "/transactions/0-1-7/resolution"))
        .contains("\"path\":\"/transactions/0-1-7/resolution\"");
    assertThat(refused(false, "10.0.0.9", "//Account/NL91?x=y"))
        .contains("\"path\":\"//Account/NL91\"");
  }

  @Test
  void onlyAProxySaysForWhomItAsks() throws Exception {
    assertThat(refused(false, "10.0.0.5", "/", "1.2.3.4, 203.0.113.9"))
        .contains("\"from\":\"203.0.113.9 by 10.0.0.5\"")
        .doesNotContain("1.2.3.4");
    assertThat(refused(false, "10.0.0.9", "/", "5.6.7.8"))
        .contains("\"from\":\"10.0.0.9\"")
        .doesNotContain("5.6.7.8");
  }
}
