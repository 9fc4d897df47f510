package tutti.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;
import tutti.command.Errors;

/** A limit of the process is told as such, with how to see it. */
class ProcessLimitsTest {
  @Test
  void isFoundInWhatFailed() {
    assertThat(Errors.why(new FileSystemException("a", null, "Too many open files")))
        .contains("Too many open files", "ulimit -n");
    String why =
        "File too large (this process may write no larger file: raise ulimit -f, unless the limit is"
            + " the file system's)";
    assertThat(Errors.why(new IOException("File too large"))).isEqualTo(why);
    assertThat(Errors.why(new IOException("it cannot be used: " + why)))
        .isEqualTo("it cannot be used: " + why);
    assertThat(Errors.why(new IOException("No space left on device")))
        .isEqualTo("No space left on device");
    Throwable loop =
        new IllegalStateException(
            "failed to create a child event loop",
            new IOException(
                "failed to open a new selector", new IOException("Too many open files")));
    assertThat(Errors.limit(loop)).contains("ulimit -n");
    assertThat(Errors.limit(new IllegalStateException())).isNull();
  }
}
