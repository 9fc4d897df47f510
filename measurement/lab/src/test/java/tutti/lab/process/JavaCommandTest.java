package tutti.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class JavaCommandTest {

  @Test
  void startsTheVirtualMachineWithTheOptionsOfThisOne() {
    assertThat(JavaCommand.of(JavaCommandTest.class, "-Xmx64m"))
        .containsSubsequence(ManagementFactory.getRuntimeMXBean().getInputArguments())
        .endsWith(
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            JavaCommandTest.class.getName());
  }
}
