package tutti.simulator.model;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Machines whose constants are all nothing but those that a test gives. */
final class Machines {
  private Machines() {}

  static MachineModel with(int cores, Map<Constant, Double> nanos) {
    return with(cores, nanos, 0);
  }

  static MachineModel with(int cores, Map<Constant, Double> nanos, double flush) {
    EnumMap<Constant, Double> all = new EnumMap<>(Constant.class);
    for (Constant each : Constant.values()) {
      if (each.isPlainDuration()) {
        all.put(each, nanos.getOrDefault(each, 0.0));
      }
    }
    return new MachineModel("a test's", "today", cores, all, List.of(flush));
  }
}
