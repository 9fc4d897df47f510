package tutti.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive alone, on a machine with a JDK: what its pages tell happens. */
@Tag("slow")
class InstalledTest {
  @TempDir private Path folder;
  private Installed tutti;
  private Path data;

  @BeforeEach
  void install() throws Exception {
    tutti = Installed.in(folder);
    data = folder.resolve("data");
  }

  private static List<Integer> statuses(List<HttpResponse<String>> answers) {
    return answers.stream().map(HttpResponse::statusCode).toList();
  }

  @Test
  void theStoryOfTheReadme() throws Exception {
    tutti.warmUp();
    String readme = Files.readString(tutti.home().resolve("README.md"));
    String transfer =
        "{\"amount\": \"EUR 5.00\", \"from\": \"NL91ABNA0417164300\", \"to\":"
            + " \"GB82WEST12345698765432\"}";
    String account;
    String booked;
    try (Served service = tutti.serve(readme, data)) {
      List<HttpResponse<String>> answers = service.follow(readme);
      assertThat(statuses(answers)).containsExactly(200, 200, 200, 200, 409);
      assertThat(readme).contains(answers.get(2).body(), answers.get(3).body());
      assertThat(service.get("/").body()).startsWith("<!doctype html>");
      booked = service.post("/Transfer/3/book", transfer, "once").body();
      account = service.get("/Account/GB82WEST12345698765432").body();
      assertThat(account).contains("\"balance\":\"EUR 35.00\"");
      assertThat(Installed.ofTheClone(service.pid())).isEmpty();
      service.kill();
    }
    try (Served service = tutti.serve(readme, data)) {
      assertThat(service.get("/Account/GB82WEST12345698765432").body()).isEqualTo(account);
      assertThat(service.post("/Transfer/3/book", transfer, "once").body()).isEqualTo(booked);
      assertThat(service.get("/Account/GB82WEST12345698765432").body()).isEqualTo(account);
      service.stop();
    }
  }

  @Test
  void aSpecificationThatInitHasWritten() throws Exception {
    theStoryOf("init", "shop", "/Article/bell", 200, 200, 409, 200);
  }

  @Test
  void actorsInJavaThatInitHasWritten() throws Exception {
    theStoryOf("init --java", "my-shop", "/Customer/ada", 200, 200, 200, 200);
  }

  /** Writes an application, follows its page, and reads after a crash what was there before. */
  private void theStoryOf(String init, String name, String path, Integer... statuses)
      throws Exception {
    assertThat(tutti.run(folder, (init + " " + name).split(" ")))
        .endsWith("Next: tutti run " + name + "\n");
    Path application = folder.resolve(name);
    tutti.run(folder, "check", name);
    String before;
    try (Served service = tutti.serve(application, data)) {
      assertThat(statuses(service.follow(Files.readString(application.resolve("README.md")))))
          .containsExactly(statuses);
      before = service.get(path).body();
      service.kill();
    }
    try (Served service = tutti.serve(application, data)) {
      assertThat(service.get(path).body()).isEqualTo(before);
      service.stop();
    }
  }
}
