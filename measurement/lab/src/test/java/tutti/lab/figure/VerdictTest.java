package tutti.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.lab.figure.Series.Point;
import tutti.lab.measure.RunResult;
import tutti.lab.remote.Front;

/** The results that count as found again, and those that do not. */
class VerdictTest {

  /** At 1, 2, … nodes. */
  private static List<Series> series(double[] locking, double[] sensitive) {
    return List.of(one("two-phase-locking", locking), one("path-sensitive", sensitive));
  }

  private static Series one(String label, double[] ys) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < ys.length; i++) {
      points.add(new Point(i + 1, ys[i]));
    }
    return new Series(label, points);
  }

  private static double[] of(double... values) {
    return values;
  }

  @Test
  void similarIsWithinAQuarter() {
    assertThat(Psac6.similar("a", "", "", series(of(100, 200), of(81, 249))).found()).isTrue();
    assertThat(Psac6.similar("a", "", "", series(of(100, 200), of(79, 200))).found()).isFalse();
    assertThat(Psac6.similar("a", "", "", series(of(100, 200), of(100, 251))).found()).isFalse();
  }

  @Test
  void higherCountsFromTwoNodesOn() {
    assertThat(Psac6.higher(series(of(100, 100), of(90, 121))).found()).isTrue();
    assertThat(Psac6.higher(series(of(100, 100), of(200, 119))).found()).isFalse();
  }

  @Test
  void theFitMustBeCloseAndTheHigherCurvePathSensitives() {
    assertThat(Psac6.fits(series(of(100, 180, 250), of(150, 270, 370))).found()).isTrue();
    assertThat(Psac6.fits(series(of(150, 270, 370), of(100, 180, 250))).found()).isFalse();
    assertThat(Psac6.fits(series(of(100, 10, 250), of(150, 270, 370))).found()).isFalse();
    assertThat(Psac6.fits(series(of(100), of(150))).found()).isFalse();
  }

  @Test
  void latenciesMustBeOnAParAndThroughputHigher() {
    List<Integer> clients = List.of(8, 16);
    List<RunResult> locking = runs(of(100, 120), of(10, 30));
    assertThat(Psac8.panel(2, clients, locking, runs(of(100, 200), of(10.5, 20))).found()).isTrue();
    assertThat(Psac8.panel(2, clients, locking, runs(of(100, 200), of(12, 20))).found()).isFalse();
    assertThat(Psac8.panel(2, clients, locking, runs(of(100, 119), of(10, 20))).found()).isFalse();
    assertThat(Psac8.panel(1, clients, locking, runs(of(100, 119), of(10, 20))).found()).isTrue();
  }

  private static List<RunResult> runs(double[] throughputs, double[] millis) {
    List<RunResult> runs = new ArrayList<>();
    for (int i = 0; i < throughputs.length; i++) {
      runs.add(FigureFilesTest.run("r", throughputs[i], millis[i]));
    }
    return runs;
  }

  @Test
  void threeProcessesAreHeldAgainstOneWithTheSameFront() {
    assertThat(processes(100, 30, 80, 60).found()).isTrue();
    assertThat(processes(100, 29, 80, 60).found()).isFalse();
    assertThat(processes(100, 60, 80, 23).found()).isFalse();
    assertThat(processes(100, 30, 80, 60).table().get(2)).startsWith("random", "3", "30", "0.30");
  }

  private static Panel processes(double one, double three, double oneAtHome, double threeAtHome) {
    List<ThreeProcesses.Cell> cells = new ArrayList<>();
    double[] throughputs = of(one, three, oneAtHome, threeAtHome);
    for (int i = 0; i < throughputs.length; i++) {
      RunResult run = FigureFilesTest.run("r", throughputs[i], 1);
      for (String each :
          List.of("messages", "flushes", "voluntary-switches", "involuntary-switches")) {
        run = run.measure(each + "-per-request", 1);
      }
      for (String each : List.of("cpu", "compiler", "gc", "client-cpu")) {
        run = run.measure(each + "-us-per-request", 1);
      }
      for (int node = 0; node < 3; node++) {
        run = run.measure("node-" + node + "-cpu-us-per-request", 1);
      }
      cells.add(
          new ThreeProcesses.Cell(i < 2 ? Front.RANDOM : Front.HOME, i % 2 == 0 ? 1 : 3, run));
    }
    return ThreeProcesses.panel("off", cells);
  }

  @Test
  void theSweepIsHeldAgainstItsBars() {
    assertThat(sweep(4.6, 10.1).found()).isTrue();
    assertThat(sweep(4.4, 10.1).found()).isFalse();
    assertThat(sweep(4.6, 9.9).found()).isFalse();
  }

  private static Panel sweep(double at8, double at64) {
    List<Point> points = List.of(new Point(8, at8), new Point(64, at64));
    return HotSweep.panel(List.of(new Series("intervals", points), new Series("tree", points)));
  }
}
