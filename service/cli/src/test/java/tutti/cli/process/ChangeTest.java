package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.process.TuttiProcess.Answer;

/** The changes that are allowed between two starts on the same data folder. */
class ChangeTest {
  private static final String LIBRARY =
      """
      module notes.NoteEvents

      import notes.Note

      event write(text: String) {
        postconditions { new this.text == text; }
      }

      event touch() {}

      event erase() {}
      """;

  private static final String NOTE =
      """
      module notes.Note

      import notes.NoteEvents

      specification Note {
        fields {
          id: Integer @key
          text: %s
        }

        events {
          write[]
          touch[]
          %s
        }

        lifeCycle {
          initial none -> written: write

          written -> written: touch
          %s
        }
      }
      """;

  @TempDir private Path folder;

  private Path data() {
    return folder.resolve("data");
  }

  private Path application(String type, String event, String transition) throws Exception {
    Path notes = folder.resolve("notes");
    Files.createDirectories(notes);
    Files.writeString(notes.resolve("Note.ebl"), NOTE.formatted(type, event, transition));
    Files.writeString(
        notes.resolve("NoteEvents.ebl"), LIBRARY.replace("text: String", "text: " + type));
    return notes;
  }

  private void stop(Service tutti) throws InterruptedException {
    tutti.terminate();
    assertThat(tutti.exitStatus()).as(tutti.output()).isZero();
  }

  @Test
  void aNewEventAndStateJustWork() throws Exception {
    try (Service tutti = ServiceInside.serve(application("String", "", ""), data())) {
      Bank.expect(200, tutti.post("/Note/1/write", "{\"text\": \"hello\"}"));
      stop(tutti);
    }
    Path changed = application("String", "erase[]", "-> erased: erase final erased");
    try (Service tutti = ServiceInside.serve(changed, data())) {
      Answer found = Bank.expect(200, tutti.get("/Note/1"));
      assertThat(found.body().path("fields").path("text").asString()).isEqualTo("hello");
      Bank.expect(200, tutti.post("/Note/1/erase", "{}"));
      assertThat(tutti.get("/Note/1").text("state")).isEqualTo("erased");
    }
  }

  @Test
  void anotherTypeOfAFieldIsRefusedAndTheOldSpecificationStillWorks() throws Exception {
    try (Service tutti = ServiceInside.serve(application("String", "", ""), data())) {
      Bank.expect(200, tutti.post("/Note/1/write", "{\"text\": \"hello\"}"));
      stop(tutti);
    }
    Path changed = application("Integer", "", "");
    try (Service tutti =
        ServiceInside.start(
            "run", changed.toString(), "--port", "0", "--data", data().toString())) {
      assertThat(tutti.exitStatus()).isEqualTo(1);
      assertThat(tutti.output()).contains("text", "String", "Integer").doesNotContain("\tat ");
    }
    try (Service tutti = ServiceInside.serve(application("String", "", ""), data())) {
      assertThat(tutti.get("/Note/1").body().path("fields").path("text").asString())
          .isEqualTo("hello");
    }
  }

  @Test
  void theDeploymentMayChangeBetweenStarts() throws Exception {
    List<String> accounts = Bank.accounts(20);
    List<List<String>> deployments =
        List.of(
            List.of("--containers", "1", "--concurrency-control", "2pl"),
            List.of("--containers", "8", "--concurrency-control", "psac"),
            List.of("--containers", "3", "--isolation", "object", "--durability", "async"),
            List.of("--containers", "1", "--executors", "2", "--concurrency-control", "2pl"));
    int transfer = 0;
    for (List<String> deployment : deployments) {
      try (Service tutti =
          ServiceInside.serve(Bank.APPLICATION, data(), deployment.toArray(String[]::new))) {
        if (transfer == 0) {
          for (String account : accounts) {
            Bank.open(tutti, account, "EUR 50.00");
          }
        }
        for (int i = 1; i < accounts.size(); i++) {
          Answer booked =
              Bank.transfer(
                  tutti, ++transfer, accounts.get(0), accounts.get(i), "EUR 0.50", "k" + transfer);
          Bank.expect(200, booked);
        }
        int starts = transfer / (accounts.size() - 1);
        assertThat(Bank.balance(tutti, accounts.get(0)))
            .isEqualByComparingTo(50 - 9.5 * starts + "");
        assertThat(Bank.balance(tutti, accounts.get(19)))
            .isEqualByComparingTo(50 + 0.5 * starts + "");
        stop(tutti);
      }
    }
  }
}
