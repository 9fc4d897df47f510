package tutti.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Executors on cores of their own (Reactors §3.1). */
class PinningTest {

  /** Where the system lets the calling platform thread, or the carrier of the task, run. */
  private static String coresOfThisThread() {
    try {
      return Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
          .filter(line -> line.startsWith("Cpus_allowed_list:"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String coresOf(TaskExecutor executor) throws Exception {
    CompletableFuture<String> cores = new CompletableFuture<>();
    executor.start(() -> cores.complete(coresOfThisThread()));
    return cores.get();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void keepsEachExecutorOnTheCoreThatItNames() throws Exception {
    try (RealScheduler scheduler = new RealScheduler()) {
      List<Integer> cores = new ArrayList<>();
      for (int i = 0; i < Affinity.allowed().cardinality(); i++) {
        TaskExecutor executor = scheduler.newExecutor("pinned-" + i, true);
        assertThat(coresOf(executor)).isEqualTo(Integer.toString(executor.core()));
        cores.add(executor.core());
      }
      assertThat(cores).doesNotHaveDuplicates();
      assertThat(Affinity.allowed().stream().boxed().toList())
          .as("pinning executors takes no core from the process")
          .containsAll(cores);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void givesItsCoresBackWhenItEnds() {
    int core;
    try (RealScheduler scheduler = new RealScheduler()) {
      core = scheduler.newExecutor("first", true).core();
    }
    try (RealScheduler scheduler = new RealScheduler()) {
      assertThat(scheduler.newExecutor("second", true).core()).isEqualTo(core);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void pinsNothingUnlessAsked() throws Exception {
    String all = coresOfThisThread();
    try (RealScheduler scheduler = new RealScheduler()) {
      TaskExecutor executor = scheduler.newExecutor("free");
      assertThat(executor.core()).isEqualTo(-1);
      assertThat(coresOf(executor)).isEqualTo(all);
    }
  }

  @Test
  void goesOnWithoutWhereExecutorsHaveNoThreadsOfTheirOwn() throws Exception {
    try (RealScheduler scheduler = new RealScheduler(ExecutorMode.PERMIT, Duration.ofSeconds(1))) {
      TaskExecutor executor = scheduler.newExecutor("permit", true);
      assertThat(executor.core()).isEqualTo(-1);
      CompletableFuture<Boolean> ran = new CompletableFuture<>();
      executor.start(() -> ran.complete(true));
      assertThat(ran.get()).isTrue();
    }
  }

  @Test
  void saysWhyItCannot() {
    assertThat(Affinity.notHere("Mac OS X", true))
        .isEqualTo("pinning is only known for Linux, and this is Mac OS X");
    assertThat(Affinity.notHere("Linux", false)).contains("--enable-native-access=ALL-UNNAMED");
    assertThat(Affinity.notHere("Linux", true)).isNull();
  }

  @Test
  void takesTheCoreThatHasTheFewest() {
    PinnedCores cores = PinnedCores.of(1, 4, 6);
    assertThat(List.of(cores.take(), cores.take(), cores.take(), cores.take()))
        .containsExactly(1, 4, 6, 1);
    cores.give(6);
    assertThat(cores.take()).isEqualTo(6);
    assertThat(cores.take()).isEqualTo(4);
  }

  @Test
  void letsProcessesThatShareAMachineBeginApart() {
    List<Integer> taken = new ArrayList<>();
    for (int process = 0; process < 2; process++) {
      PinnedCores cores = PinnedCores.of(0, 1, 2, 3);
      cores.share(process, 2);
      taken.add(cores.take());
      taken.add(cores.take());
    }
    assertThat(taken).containsExactly(0, 1, 2, 3);
  }
}
