package tutti.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stream whose reader stands still. */
@Timeout(120)
class UnblockedStreamTest {
  private static final String ENTRY = "x".repeat(1000);

  private static byte[] bytes(String line) {
    return (line + "\n").getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void nobodyWaitsForAReaderThatStandsStill() throws Exception {
    PipedInputStream reader = new PipedInputStream(64);
    PrintStream to = new PrintStream(new PipedOutputStream(reader), true, StandardCharsets.UTF_8);
    UnblockedStream writer = new UnblockedStream("test", to, lost -> bytes("lost " + lost));
    int most = UnblockedStream.MOST_BYTES / (ENTRY.length() + 1);
    for (int i = 0; i < most + 100; i++) {
      writer.write(bytes(ENTRY));
    }
    writer.drain();
    writer.stream().println(ENTRY);

    List<String> read = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(reader, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line.equals(ENTRY); line = lines.readLine()) {
        read.add(line);
      }
      writer.write(bytes("after"));
      assertThat(lines.readLine()).isEqualTo("after");
    }
    assertThat(read).hasSize(most);
  }

  @Test
  void whatIsSaidOtherwiseComesBehindWhatWasLogged() throws Exception {
    PipedInputStream reader = new PipedInputStream(1 << 20);
    PrintStream to = new PrintStream(new PipedOutputStream(reader), true, StandardCharsets.UTF_8);
    UnblockedStream writer = new UnblockedStream("test", to, lost -> bytes("lost " + lost));
    for (int i = 0; i < 100; i++) {
      writer.write(bytes("logged " + i));
    }
    writer.stream().println("said");
    byte[] all = reader.readNBytes(reader.available());
    assertThat(new String(all, StandardCharsets.UTF_8).lines()).hasSize(101).endsWith("said");
  }
}
