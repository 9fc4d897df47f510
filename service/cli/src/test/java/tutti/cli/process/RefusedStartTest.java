package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.journal.MetaStore;
import tutti.engine.journal.disk.FolderDisk;

/** Starts that must fail, and say in one line why and what to do. */
class RefusedStartTest {
  @TempDir private Path folder;

  private Path data() {
    return folder.resolve("data");
  }

  private static void refused(Service tutti, int status, String... said) throws Exception {
    try (tutti) {
      assertThat(tutti.exitStatus()).as(tutti.output()).isEqualTo(status);
      assertThat(tutti.output()).contains(said).doesNotContain("\tat ", "Exception");
    }
  }

  private Service run(String... more) {
    return ServiceInside.start(
        Stream.concat(
                Stream.of(
                    "run", Bank.APPLICATION.toString(), "--port", "0", "--data", data().toString()),
                Stream.of(more))
            .toArray(String[]::new));
  }

  @Test
  void locksOutASecondProcess() throws Exception {
    try (TuttiProcess first = TuttiProcess.serve(Bank.APPLICATION, data())) {
      refused(run(), 1, data().toString(), "in use by", String.valueOf(first.pid()));
      assertThat(first.get("/health").status()).isEqualTo(200);
    }
  }

  @Test
  void saysThatThePortIsInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      Service tutti =
          ServiceInside.start(
              "run",
              Bank.APPLICATION.toString(),
              "--host",
              "127.0.0.1",
              "--port",
              String.valueOf(port),
              "--data",
              data().toString());
      refused(tutti, 1, "port " + port, "in use", "--port");
      assertThat(data()).doesNotExist();
    }
  }

  @Test
  void isOpenToOthersOnlyWhereTheDeploymentSaysSo() throws Exception {
    Service open =
        ServiceInside.start(
            "run", Bank.APPLICATION.toString(), "--host", "0.0.0.0", "--data", data().toString());
    refused(open, 2, "0.0.0.0", "security.roles", "server.tls.certificate", "security.enforce");
    assertThat(data()).doesNotExist();
    try (Service tutti =
        ServiceInside.serve(
            Bank.APPLICATION, data(), "--host", "0.0.0.0", "-D", "security.enforce=off")) {
      assertThat(tutti.output()).contains("ready at http://localhost:");
      assertThat(tutti.output()).containsOnlyOnce("does not know its callers");
      assertThat(tutti.get("/health").status()).isEqualTo(200);
    }
  }

  @Test
  void saysThatTheDataFolderCannotBeWritten() throws Exception {
    // A file where the folder should be: also root, who may write everywhere, cannot make it.
    Files.writeString(data(), "I am a file");
    refused(run(), 1, data().toString(), "cannot be written");
  }

  @Test
  void refusesADataFolderOfANewerVersion() throws Exception {
    try (FolderDisk disk = FolderDisk.open(data())) {
      MetaStore.open(disk).put("format", ByteBuffer.allocate(4).putInt(1_000).array());
    }
    refused(run(), 1, data().toString(), "newer version", "1000");
  }

  @Test
  void saysThatTheDiskHasNoRoom() throws Exception {
    // A file may have 64 KiB here, so the first log file does not fit.
    TuttiProcess tutti =
        TuttiProcess.startAfter(
            "ulimit -f 128",
            "run",
            Bank.APPLICATION.toString(),
            "--port",
            "0",
            "--data",
            data().toString());
    refused(tutti, 1, data().toString());
    assertThat(data()).doesNotExist();
  }

  @Test
  void showsTheErrorsOfASpecification() throws Exception {
    Path broken = folder.resolve("broken");
    Files.createDirectories(broken);
    Files.writeString(
        broken.resolve("Thing.ebl"),
        """
        module broken.Thing

        specification Thing {
          fields {
            id: Intger @key
          }
        }
        """);
    Service tutti = ServiceInside.start("run", broken.toString(), "--data", data().toString());
    refused(tutti, 1, "Thing.ebl:5:9", "Intger", "^^^^^^", "Integer", "does not check");
    assertThat(data()).doesNotExist();
  }

  @Test
  void refusesTheDataOfAnotherApplication() throws Exception {
    try (Service bank = ServiceInside.serve(Bank.APPLICATION, data())) {
      Bank.open(bank, Bank.accounts(1).getFirst(), "EUR 1.00");
      bank.terminate();
      assertThat(bank.exitStatus()).isZero();
    }
    Service shop =
        ServiceInside.start(
            "run",
            TuttiProcess.ROOT.resolve("examples/shop").toString(),
            "--port",
            "0",
            "--data",
            data().toString());
    refused(shop, 1, data().toString(), "Account");
  }
}
