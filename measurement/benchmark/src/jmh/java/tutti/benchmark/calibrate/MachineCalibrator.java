package tutti.benchmark.calibrate;

import java.nio.file.Path;
import java.util.function.Consumer;
import tutti.lab.command.Calibrator;

/** The service by which {@code tutti calibrate} finds the {@link Calibration}. */
public final class MachineCalibrator implements Calibrator {
  @Override
  public Calibrated calibrate(Path data, Consumer<String> progress) throws Exception {
    return Calibration.measure(data, progress);
  }
}
