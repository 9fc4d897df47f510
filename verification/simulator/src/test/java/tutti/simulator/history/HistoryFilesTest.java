package tutti.simulator.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.simulator.history.file.HistoryFiles;
import tutti.simulator.history.file.HistoryFormatException;
import tutti.simulator.history.file.HistoryWriter;

/** Histories as files: what is written is read, what is wrong is told, the page is right. */
class HistoryFilesTest {
  private static final String HEADER = "{\"tutti-history\":1}\n";

  private static RecordedHistory read(String text) throws IOException {
    return HistoryFiles.read(new BufferedReader(new StringReader(text)));
  }

  private static String written(RecordedHistory history) throws IOException {
    StringWriter text = new StringWriter();
    HistoryFiles.write(text, history);
    return text.toString();
  }

  @Test
  void whatIsWrittenIsRead(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("history.jsonl");
    for (int seed = 0; seed < 5; seed++) {
      RecordedHistory history = GeneratedHistory.good(seed, 300, HistoryClaim.OBJECT);
      HistoryFiles.write(file, history);
      assertThat(HistoryFiles.read(file)).isEqualTo(history);
      assertThat(Files.readAllLines(file)).hasSize(302);
    }
  }

  @Test
  void namesMayHaveAnyCharacters() throws IOException {
    RecordedHistory history =
        new HistoryBuilder(HistoryClaim.SERIALIZABLE)
            .operation("a \"b\"\n\u20ac", -5, Operation.NEVER)
            .made("x\\y", 3, 0)
            .saw("\u0000", 3, 2, 5)
            .committed()
            .last("\t", 0)
            .history();
    assertThat(read(written(history))).isEqualTo(history);
  }

  @Test
  void linesAreThereOnceTheyAreFlushed() throws IOException {
    StringWriter text = new StringWriter();
    HistoryWriter writer = new HistoryWriter(text, HistoryClaim.OBJECT);
    for (Operation operation : GeneratedHistory.good(1, 10, HistoryClaim.OBJECT).operations()) {
      writer.add(operation);
    }
    writer.flush();
    assertThat(text.toString()).endsWith("}\n");
    assertThat(read(text.toString()).operations()).hasSize(10);
  }

  @Test
  void aFailingDiskIsTold() throws IOException {
    IOException full = new IOException("No space left on device");
    Writer disk =
        new Writer() {
          @Override
          public void write(char[] text, int from, int length) throws IOException {
            throw full;
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    assertThatThrownBy(
            () -> HistoryFiles.write(disk, GeneratedHistory.good(1, 1_000, HistoryClaim.OBJECT)))
        .isSameAs(full);
  }

  @Test
  void blankLinesAndRemarksDoNotCount() throws IOException {
    assertThat(read("{\"tutti-history\":1,\"x-by\":{\"a\":[1]}}\n\n{\"x-only\":[]}\n \n"))
        .isEqualTo(new HistoryBuilder(HistoryClaim.STRICT_SERIALIZABLE).history());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        // The line after the header | the field | a part of what is said
        "{\"op\":\"t\"} | op | a line begins with \"operation\" or \"last\"",
        "{\"tutti-history\":1} | tutti-history | there is a header already",
        "{\"operation\":7} | operation | must be a text that is not empty, not 7",
        "{\"operation\":\"\"} | operation | must be a text that is not empty, not \"\"",
        "{\"operation\":\"t\"} | client | is missing: who asked",
        "{\"operation\":\"t\",\"client\":\"c\"} | invoked | is missing: when it was asked for",
        "{\"operation\":\"t\",\"client\":\"c\",\"invoked\":1} | outcome | one of committed,"
            + " aborted",
        "{\"operation\":\"t\",\"invoked\":1.5} | invoked | a whole number, a time in nanoseconds,",
        "{\"operation\":\"t\",\"invoked\":99999999999999999999} | invoked | below 2^63",
        "{\"operation\":\"t\",\"outcome\":\"ok\"} | outcome | must be one of committed, aborted,"
            + " in",
        "{\"operation\":\"t\",\"writes\":{}} | writes | must be an array",
        "{\"operation\":\"t\",\"writes\":[3]} | writes[0] | must be an object, {…}, not 3",
        "{\"operation\":\"t\",\"writes\":[{\"actor\":\"x\"}]} | writes[0].version | is missing",
        "{\"operation\":\"t\",\"reads\":[{\"version\":1}]} | reads[0].actor | is missing",
        "{\"operation\":\"t\",\"reads\":[{\"ver\":1}]} | reads[0].ver | there are actor, version",
        "{\"operation\":\"t\",\"reads\":[{\"actor\":\"x\",\"version\":1,\"follows\":2}]} |"
            + " reads[0].follows | is not in 2 and later",
        "{\"operation\":\"t\",\"reads\":[{\"actor\":\"x\",\"version\":1,\"until\":0}]} |"
            + " reads[0].until | is not in those up to 0",
        "{\"operation\":\"t\",\"reads\":[{\"version\":-1}]} | reads[0].version | of 0 or more",
        "{\"operation\":\"t\",\"writes\":[{\"version\":0}]} | writes[0].version | of 1 or more",
        "{\"operation\":\"t\",\"colour\":1} | colour | there is no such field; there are operation",
        "{\"last\":{\"x\":-1}} | last.x | must be a whole number of 0 or more",
        "{\"last\":{\"x\":1},\"y\":2} | y | there is no such field",
        "{\"last\":[]} | last | must be an object",
        "[] | '' | must be an object",
        "{\"operation\":\"t\" | '' | is not JSON at column",
        "{\"operation\":\"t\",,} | '' | is not JSON at column 18",
        "{\"x-a\":1} {} | '' | something follows the object",
        "{\"operation\":\"t\",\"client\":\"c\",\"client\":\"d\"} | '' | uplicate",
      })
  void aMistakeIsToldWithItsLineAndField(String line, String field, String why) {
    HistoryFormatException wrong =
        catchThrowableOfType(HistoryFormatException.class, () -> read(HEADER + "\n" + line + "\n"));
    assertThat(wrong)
        .hasMessageStartingWith("line 3" + (field.isEmpty() ? "" : ", " + field) + ": ")
        .hasMessageContaining(why);
  }

  @Test
  void relationsBetweenFieldsAreChecked() {
    String one = "{\"operation\":\"t\",\"client\":\"c\",\"outcome\":\"committed\",\"invoked\":9,";
    assertThatThrownBy(() -> read(HEADER + one + "\"completed\":8}"))
        .hasMessage(
            "line 2, completed: 8 is before \"invoked\", 9; leave it out if nobody was told");
    assertThatThrownBy(
            () ->
                read(HEADER + one + "\"writes\":[{\"actor\":\"x\",\"version\":2,\"follows\":2}]}"))
        .hasMessage(
            "line 2, writes[0].follows: version 2 cannot follow version 2; name an earlier one");
    assertThatThrownBy(() -> read(HEADER + "{\"last\":{\"x\":1}}\n{\"last\":{\"x\":1}}"))
        .hasMessage("line 3, last.x: the last version of this actor is told already; tell it once");
  }

  @Test
  void aFileBeginsWithItsHeader() {
    assertThatThrownBy(() -> read("")).hasMessageContaining("begins with a line {\"tutti-history");
    assertThatThrownBy(() -> read("{\"operation\":\"t\"}"))
        .hasMessageContaining("begins with a line {\"tutti-history");
    assertThatThrownBy(() -> read("{\"tutti-history\":2}"))
        .hasMessage("line 1, tutti-history: this reads format 1, not 2");
    assertThatThrownBy(() -> read("{\"tutti-history\":1,\"claim\":\"strict\"}"))
        .hasMessageContaining("line 1, claim: must be one of object, serializable, strict-s");
  }

  @Test
  void otherEncodingsAreRefused(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("latin");
    Files.write(file, new byte[] {'{', '"', (byte) 0xE9, '"', '}', '\n'});
    assertThatThrownBy(() -> HistoryFiles.read(file))
        .isInstanceOf(HistoryFormatException.class)
        .hasMessageContaining("line 1: there are bytes that are not UTF-8");
  }

  @Test
  void theExamplesOfThePageAreRight() throws IOException {
    List<String> blocks = new ArrayList<>();
    Matcher fences =
        Pattern.compile("(?ms)^```(json|text)\\n(.*?)^```").matcher(Files.readString(page()));
    while (fences.find()) {
      blocks.add(fences.group(2));
    }
    assertThat(blocks).hasSize(6);
    RecordedHistory first = read(blocks.get(0));
    assertThat(first.operations()).hasSize(4);
    assertThat(first.last()).hasSize(2);
    assertThat(HistoryChecker.check(first)).isEmpty();
    assertThat(HistoryChecker.check(read(blocks.get(1)))).isEmpty();
    assertThatThrownBy(() -> read(blocks.get(2))).hasMessage(blocks.get(3).strip());
    Path fractured =
        page()
            .resolveSibling(
                "../verification/simulator/src/test/resources/histories/fractured-read.jsonl");
    Anomaly found = HistoryChecker.check(HistoryFiles.read(fractured)).getFirst();
    assertThat(blocks.get(4).strip().lines())
        .first()
        .isEqualTo(found.name() + ": " + String.join(", ", found.operations()));
    assertThat(blocks.get(4).lines().skip(1).map(String::strip)).isEqualTo(found.story());
  }

  /** Each name that is found has its row, and each row its file. */
  @Test
  void thePageExplainsEveryAnomaly() throws Exception {
    String page = Files.readString(page());
    HandMadeHistoriesTest.files()
        .map(file -> file.getFileName().toString().replace(".jsonl", ""))
        .forEach(name -> assertThat(page).contains("`" + name + "`"));
  }

  private static Path page() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/history-format.md"))) {
      folder = folder.getParent();
    }
    return folder.resolve("docs/history-format.md");
  }
}
