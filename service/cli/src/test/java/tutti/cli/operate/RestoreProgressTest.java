package tutti.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import tutti.cli.command.StatusLine;

class RestoreProgressTest {
  @Test
  void saysWhichStepAndHowFarItIs() {
    List<String> told = new ArrayList<>();
    StatusLine line =
        new StatusLine(new PrintWriter(new StringWriter()), false, 0) {
          @Override
          public void say(DoubleFunction<String> words) {
            told.add(words.apply(1));
          }
        };
    RestoreProgress progress = new RestoreProgress(line, 3L << 30);
    progress.begin("checking the backup");
    progress.add(1 << 20);
    progress.add(1 << 30);
    progress.begin("copying");
    progress.add(5 << 20);
    assertThat(told)
        .containsExactly(
            "checking the backup",
            "checking the backup: 1 of 3,072 MiB",
            "checking the backup: 1,025 of 3,072 MiB",
            "copying",
            "copying: 5 of 3,072 MiB");
  }
}
