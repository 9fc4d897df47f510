package tutti.lab.command;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import tutti.simulator.model.Constant;
import tutti.simulator.model.MachineModel;

/**
 * The measurement of a machine's constants for {@code tutti calibrate}, which stands in another
 * module, with the other benchmarks of single parts, and is found as a service.
 */
public interface Calibrator {

  /**
   * The result of a calibration.
   *
   * @param spreads the spread of each constant
   */
  record Calibrated(MachineModel machine, Map<Constant, String> spreads) {}

  /**
   * Measures all constants; takes about a minute.
   *
   * @param data the folder in which the disk is measured
   * @param progress told a line for each constant
   */
  Calibrated calibrate(Path data, Consumer<String> progress) throws Exception;
}
