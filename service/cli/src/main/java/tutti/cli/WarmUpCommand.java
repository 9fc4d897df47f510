package tutti.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import javax.tools.ToolProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tutti.cli.application.Applications;
import tutti.cli.application.FirstRequest;
import tutti.cli.application.InitCommand;
import tutti.cli.command.EngineLog;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.cli.operate.Folders;
import tutti.cli.run.RunningService;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.Reading;
import tutti.rebel.compile.RebelApplication;

/**
 * The command that makes a few simulated runs where there is a simulator, compiles a sample in Java
 * where there is a compiler, starts a small service, sends it a few requests and ends, so that the
 * Java virtual machine loads the classes that a start needs. The script runs it once after a build
 * or an installation, and keeps the loaded classes and the profiles of methods in an archive: the
 * next start only maps the archive, and compiles hot methods sooner.
 */
@Command(name = "warm-up", hidden = true, description = "Load what a start needs, and end.")
final class WarmUpCommand implements Callable<Integer> {
  private static final String NAME = "sample";

  @Option(
      names = "--brief",
      description = "One simulated run alone: for processes that use no profiles.")
  private boolean brief;

  @Spec private CommandSpec spec;

  @java.lang.Override
  public Integer call() throws IOException {
    EngineLog.silence();
    CloneCommands.warmUp(!brief);
    Path folder = Files.createTempDirectory("tutti-warm-up");
    try {
      PrintWriter nowhere = new PrintWriter(java.io.Writer.nullWriter());
      Path application = folder.resolve(NAME);
      InitCommand.write(application, NAME);
      Reading reading =
          DeploymentReader.read(
              application.resolve("deployment.conf"),
              List.of(
                  new Override("server.port", "0", "warm-up"),
                  new Override("journal.segment-size", "1 MiB", "warm-up")));
      if (!(reading instanceof Reading.Valid valid)) {
        throw new Failure(ExitStatus.FAILED, "the sample's deployment is wrong: " + reading);
      }
      RebelApplication loaded = Applications.load(application, nowhere);
      // A run-time image without a compiler serves specifications and jars.
      if (ToolProvider.getSystemJavaCompiler() != null) {
        Path inJava = folder.resolve("java");
        InitCommand.writeJava(inJava, NAME);
        Applications.any(inJava, nowhere);
      }
      Path data = folder.resolve("data");
      for (int start = 0; start < 2; start++) {
        try (RunningService service =
            RunningService.start(NAME, loaded, valid.settings(), data, 0)) {
          nowhere.println(FirstRequest.of(loaded, service.url()));
          ask(service.url());
        }
      }
    } finally {
      Folders.delete(folder);
    }
    spec.commandLine().getOut().println("warm");
    return ExitStatus.GOOD;
  }

  private static void ask(String url) throws IOException {
    post(url, "/Article/a/list", "{}");
    post(url, "/Article/a/receive", "{\"quantity\": 5}");
    post(url, "/Article/a/sell", "{\"quantity\": 7}");
    send(url, "GET /Article/a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  }

  private static void post(String url, String path, String body) throws IOException {
    send(
        url,
        ("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n")
            + "Content-Type: application/json\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body);
  }

  /**
   * Sends a request over a plain socket, so that no classes of an HTTP client go into the archive.
   */
  private static void send(String url, String request) throws IOException {
    int port = URI.create(url).getPort();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream answer = socket.getInputStream();
      if (answer.readAllBytes().length == 0) {
        throw new IOException("no answer to " + request);
      }
    }
  }
}
