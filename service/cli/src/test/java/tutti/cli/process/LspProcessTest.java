package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The language server in a process of its own, as an editor starts it. */
class LspProcessTest {
  private static final String HEADER = "Content-Length: ";

  @TempDir private Path folder;

  /** Sends messages, and gives the exit status and all that the server wrote to its output. */
  private record Ended(int status, byte[] output) {
    static Ended after(String... messages) throws Exception {
      List<String> words = new ArrayList<>(Launcher.WORDS);
      words.addAll(List.of("lsp", "--stdio"));
      Process process =
          new ProcessBuilder(words)
              .directory(TuttiProcess.ROOT.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try (OutputStream out = process.getOutputStream()) {
        for (String message : messages) {
          byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
          out.write((HEADER + bytes.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
          out.write(bytes);
          out.flush();
        }
        // The stream stays open: the server ends because of what was said.
        byte[] output = process.getInputStream().readAllBytes();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), output);
      }
    }

    /** The messages of the output; nothing stands between them. */
    List<JsonNode> messages() {
      List<JsonNode> messages = new ArrayList<>();
      for (int at = 0; at < output.length; ) {
        String rest = new String(output, at, output.length - at, StandardCharsets.ISO_8859_1);
        assertThat(rest).startsWith(HEADER);
        int head = rest.indexOf("\r\n\r\n") + 4;
        int length = Integer.parseInt(rest.substring(HEADER.length(), rest.indexOf("\r\n")));
        messages.add(
            JsonMapper.shared()
                .readTree(new String(output, at + head, length, StandardCharsets.UTF_8)));
        at += head + length;
      }
      return messages;
    }
  }

  private static String message(String method, String id, String parameters) {
    return "{\"jsonrpc\":\"2.0\","
        + id
        + "\"method\":\""
        + method
        + "\",\"params\":"
        + parameters
        + "}";
  }

  /**
   * An application with an actor in Java that does not compile, so that the compiler, too, has
   * something to say.
   */
  @Test
  void writesNothingButMessages() throws Exception {
    Path bank = copyOfTheBank();
    Files.writeString(bank.resolve("Broken.java"), "class Broken {");
    Path file = bank.resolve("Account.ebl");
    String item =
        JsonMapper.shared()
            .createObjectNode()
            .put("uri", file.toUri().toString())
            .put("languageId", "rebel")
            .put("version", 1)
            .put("text", Files.readString(file) + " “§”")
            .toString();
    String document = "{\"textDocument\":{\"uri\":\"" + file.toUri() + "\"}}";
    Ended ended =
        Ended.after(
            message("initialize", "\"id\":1,", "{\"processId\":null,\"capabilities\":{}}"),
            message("initialized", "", "{}"),
            message("textDocument/didOpen", "", "{\"textDocument\":" + item + "}"),
            message("textDocument/documentSymbol", "\"id\":2,", document),
            message("shutdown", "\"id\":3,", "null"),
            message("exit", "", "null"));
    List<JsonNode> messages = ended.messages();
    assertThat(
            messages.stream()
                .filter(each -> each.has("id"))
                .map(each -> each.path("id").asString()))
        .contains("1", "2");
    assertThat(messages.getFirst().path("result").path("serverInfo").path("name").asString())
        .isEqualTo("tutti");
    assertThat(messages.toString()).contains("\"balance\"");
  }

  @Test
  void endsWithTheStatusOfTheProtocol() throws Exception {
    String begin = message("initialize", "\"id\":1,", "{\"processId\":null,\"capabilities\":{}}");
    assertThat(Ended.after(begin, message("exit", "", "null")).status()).isOne();
  }

  private Path copyOfTheBank() throws IOException {
    Path bank = Files.createDirectories(folder.resolve("bank"));
    try (Stream<Path> files = Files.list(TuttiProcess.ROOT.resolve("examples/bank"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".ebl")).toList()) {
        Files.copy(file, bank.resolve(file.getFileName().toString()));
      }
    }
    return bank;
  }
}
