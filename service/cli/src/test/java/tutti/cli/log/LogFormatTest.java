package tutti.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class LogFormatTest {
  private static LogMessage entry(LogMessage.Fact... facts) {
    return new LogMessage(
        Instant.parse("2026-11-23T07:41:02.120456Z"),
        Level.WARN,
        "journal",
        "tutti.engine.journal.Segments",
        List.of(facts),
        "Account[NL91] is \"full\"",
        null);
  }

  @Test
  void aLineHasDateLevelThreadNodeAndTransaction() {
    LogMessage.Fact transaction = new LogMessage.Fact("transaction", "0-1-4");
    assertThat(LogFormat.TEXT.format(entry(transaction), "b", UnaryOperator.identity()))
        .isEqualTo(
            "2026-11-23T07:41:02.120Z WARN  [journal] Segments - node=b transaction=0-1-4:"
                + " Account[NL91] is \"full\"");
    assertThat(LogFormat.TEXT.format(entry(), "", UnaryOperator.identity()))
        .isEqualTo("2026-11-23T07:41:02.120Z WARN  [journal] Segments - Account[NL91] is \"full\"");
  }

  @Test
  void anObjectHasThemAsMembers() {
    LogMessage.Fact transaction = new LogMessage.Fact("transaction", "0-1-4");
    assertThat(LogFormat.JSON.format(entry(transaction), "b", UnaryOperator.identity()))
        .isEqualTo(
            "{\"time\":\"2026-11-23T07:41:02.120Z\",\"level\":\"WARN\",\"thread\":\"journal\","
                + "\"logger\":\"tutti.engine.journal.Segments\",\"node\":\"b\","
                + "\"transaction\":\"0-1-4\",\"message\":\"Account[NL91] is \\\"full\\\"\"}");
  }

  @Test
  void aTextIsCleaned() {
    UnaryOperator<String> cleaned = text -> text.replace("NL91", "…");
    for (LogFormat format : LogFormat.values()) {
      assertThat(format.format(entry(), "", cleaned)).contains("Account[…]").doesNotContain("NL91");
    }
  }

  /** A client chooses keys, and an application the words of its exceptions. */
  @Test
  void noTextOfAClientLooksLikeAnEntry() {
    String forged = "\n2026-11-23T07:41:03.000Z ERROR [main] forged\u001b[31m\r\u0085\u202e";
    LogMessage entry =
        new LogMessage(
            Instant.EPOCH,
            Level.ERROR,
            "t",
            "a.B",
            List.of(new LogMessage.Fact("idempotency-key", "k transaction=0-1-9" + forged)),
            "G[x" + forged + "].Do failed",
            new IllegalStateException("no" + forged, new IllegalArgumentException("y" + forged)));
    assertThat(LogFormat.TEXT.format(entry, "", UnaryOperator.identity()).lines().toList())
        .satisfies(
            lines ->
                assertThat(lines.getFirst())
                    .contains("idempotency-key=\"k transaction=0-1-9\\n2026-"))
        .contains(
            "    2026-11-23T07:41:03.000Z ERROR [main] forged\\u001b[31m\\r\\u0085\\u202e].Do failed")
        .filteredOn(line -> !line.startsWith(" ") && !line.startsWith("\t"))
        .hasSize(1);
  }

  @Test
  void tuttiSpeaksFromInfoOnAndLibrariesFromWarnOn() {
    assertThat(LogLevels.of("tutti.engine.node.HostNode")).isEqualTo(Level.INFO.toInt());
    assertThat(LogLevels.of("io.netty.Any")).isEqualTo(Level.WARN.toInt());
    System.setProperty("org.slf4j.simpleLogger.log.tutti.for.this.test", "debug");
    assertThat(LogLevels.of("tutti.for.this.test.Some")).isEqualTo(Level.DEBUG.toInt());
  }

  @Test
  void anExceptionThatCannotBeDescribedIsNamed() {
    for (LogFormat format : LogFormat.values()) {
      LogMessage entry =
          new LogMessage(
              Instant.EPOCH, Level.ERROR, "t", "a.B", List.of(), "failed", new Undescribed());
      assertThat(format.format(entry, "", UnaryOperator.identity()))
          .contains("failed", Undescribed.class.getName() + ", which cannot be described");
    }
  }

  private static final class Undescribed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String toString() {
      throw new IllegalStateException("no");
    }
  }
}
