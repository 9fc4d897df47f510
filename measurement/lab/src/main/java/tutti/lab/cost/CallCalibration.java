package tutti.lab.cost;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import tutti.engine.node.cost.CostConstant;
import tutti.engine.node.cost.CostConstant.Way;
import tutti.engine.node.cost.CostConstants;
import tutti.engine.node.cost.CostConstants.Cost;
import tutti.engine.node.cost.ThisMachine;
import tutti.lab.cost.CallProbes.Kind;
import tutti.lab.cost.CallProbes.Medians;

/**
 * The measurement of {@link CostConstants} on this machine: probes in one container, then, with
 * calls of actors elsewhere, in each other {@link CostSetting}; and one that waits for a flush. The
 * probes of all settings are measured in turn, so that a machine that gets slower is slower for
 * all.
 */
public final class CallCalibration implements AutoCloseable {
  /** The usual time for which each probe is measured in a round. */
  public static final Duration USUAL = Duration.ofMillis(60);

  private static final List<Kind> NEAR =
      Stream.of(Kind.values()).filter(kind -> !kind.isFar()).toList();
  private static final List<Kind> FAR =
      Stream.concat(Stream.of(Kind.EMPTY), Stream.of(Kind.values()).filter(Kind::isFar)).toList();
  private static final List<Kind> FLUSHED = List.of(Kind.UPDATE_ONE);

  private final List<CostNodes> nodes = new ArrayList<>();
  private final Map<CostSetting, CallProbes> settings = new EnumMap<>(CostSetting.class);
  private final CallProbes flushed;

  /**
   * Opens nodes in some settings; {@link CostSetting#ONE_CONTAINER} is always among them.
   *
   * @param folder for the log that is flushed
   */
  public CallCalibration(List<CostSetting> wanted, Path folder)
      throws IOException, InterruptedException {
    try {
      for (CostSetting setting : CostSetting.values()) {
        if (setting == CostSetting.ONE_CONTAINER || wanted.contains(setting)) {
          CostNodes open =
              setting.isHere() ? opened(setting, false, folder) : CostNodes.twoProcesses();
          nodes.add(open);
          settings.put(
              setting,
              new CallProbes(open.node(), setting == CostSetting.ONE_CONTAINER ? NEAR : FAR));
        }
      }
      CostNodes durable = opened(CostSetting.ONE_CONTAINER, true, folder);
      nodes.add(durable);
      flushed = new CallProbes(durable.node(), FLUSHED);
    } catch (IOException | InterruptedException | RuntimeException failed) {
      close();
      throw failed;
    }
  }

  private static CostNodes opened(CostSetting setting, boolean durable, Path folder)
      throws IOException {
    return CostNodes.here(
        CallProbes.APPLICATION, List.of(ProbeActor.TYPE), setting, durable, folder);
  }

  private List<CallProbes> all() {
    List<CallProbes> all = new ArrayList<>(settings.values());
    all.add(flushed);
    return all;
  }

  /** Runs the probes until the code is compiled. */
  public void warmUp(Duration each) throws InterruptedException {
    for (CallProbes probes : all()) {
      probes.warmUp(each);
    }
  }

  /**
   * Measures all probes once more.
   *
   * @param measured the time of each, after a quarter of it that is not measured
   */
  public void round(Duration measured) throws InterruptedException {
    for (CallProbes probes : all()) {
      probes.measure(measured.dividedBy(4), measured);
    }
  }

  /**
   * Returns the constants by the medians of all rounds so far, of the places of the settings.
   *
   * @throws IllegalStateException if there was no round
   */
  public CostConstants constants() {
    Map<CostConstant, Double> latencies = values(Timed::latencyNanos);
    Map<CostConstant, Double> processor = values(Timed::processorNanos);
    Map<CostConstant, Cost> costs = new EnumMap<>(CostConstant.class);
    latencies.forEach(
        (constant, nanos) ->
            costs.put(
                constant,
                new Cost(Math.max(0, nanos), Math.max(0, processor.getOrDefault(constant, 0.0)))));
    return new CostConstants(
        ThisMachine.name(), LocalDate.now(ZoneOffset.UTC).toString(), CostSetting.CONTROL, costs);
  }

  /** Returns the ranges of what the constants were made of, for a person. */
  public Map<CostConstant, String> spreads() {
    Map<CostConstant, String> spreads = new EnumMap<>(CostConstant.class);
    CallProbes near = probes(CostSetting.ONE_CONTAINER);
    Map<CostConstant, Kind> kinds =
        Map.ofEntries(
            Map.entry(CostConstant.BEGIN, Kind.EMPTY),
            Map.entry(CostConstant.CALL, Kind.OWN_MANY),
            Map.entry(CostConstant.ACTOR, Kind.NEAR_MANY),
            Map.entry(CostConstant.ROW_READ, Kind.READ_MANY),
            Map.entry(CostConstant.ROW_SCAN, Kind.SCAN_MANY),
            Map.entry(CostConstant.ROW_NEXT, Kind.SCAN_ALL),
            Map.entry(CostConstant.ROW_WRITE, Kind.UPDATE_SAME_MANY),
            Map.entry(CostConstant.COMMIT, Kind.UPDATE_ONE),
            Map.entry(CostConstant.COMMIT_ACTOR, Kind.NEAR_UPDATE_MANY),
            Map.entry(CostConstant.COMMIT_ROW, Kind.UPDATE_OTHERS_MANY));
    kinds.forEach((constant, kind) -> spreads.put(constant, words(kind) + " " + near.spread(kind)));
    spreads.put(CostConstant.FLUSH, words(Kind.UPDATE_ONE) + " " + flushed.spread(Kind.UPDATE_ONE));
    settings.forEach(
        (setting, probes) -> {
          if (setting != CostSetting.ONE_CONTAINER) {
            Map<Way, Kind> ways =
                Map.of(
                    Way.SEND, Kind.FAR_SENDS_MANY,
                    Way.RECEIVE, Kind.FAR_MANY,
                    Way.DISPATCH, Kind.FAR_TOGETHER_MANY,
                    Way.JOIN, Kind.FAR_ONE,
                    Way.COMMIT, Kind.FAR_UPDATE_ONE);
            ways.forEach(
                (way, kind) ->
                    spreads.put(
                        CostConstant.of(setting.place(), way),
                        words(kind) + " " + probes.spread(kind)));
          }
        });
    return spreads;
  }

  private static String words(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private CallProbes probes(CostSetting setting) {
    return Objects.requireNonNull(settings.get(setting), setting.label());
  }

  private Map<CostConstant, Double> values(ToDoubleFunction<Timed> part) {
    Map<CostConstant, Double> values = new EnumMap<>(CostConstant.class);
    Medians near = probes(CostSetting.ONE_CONTAINER).medians(part);
    double call = Math.max(0, near.each(Kind.OWN_MANY, Kind.OWN_ONE));
    double nearCall = Math.max(call, near.each(Kind.NEAR_MANY, Kind.NEAR_ONE));
    double scan = near.each(Kind.SCAN_MANY, Kind.SCAN_ONE);
    double next = (near.of(Kind.SCAN_ALL) - near.of(Kind.SCAN_ONE)) / (CallProbes.ROWS - 1);
    double write = Math.max(0, near.each(Kind.UPDATE_SAME_MANY, Kind.UPDATE_ONE));
    double row = Math.max(0, near.each(Kind.UPDATE_OTHERS_MANY, Kind.UPDATE_ONE) - write);
    double commit = Math.max(0, near.of(Kind.UPDATE_ONE) - near.of(Kind.EMPTY) - write - row);
    values.put(CostConstant.BEGIN, near.of(Kind.EMPTY));
    values.put(CostConstant.CALL, call);
    values.put(CostConstant.ACTOR, nearCall - call);
    values.put(CostConstant.ROW_READ, near.each(Kind.READ_MANY, Kind.READ_ONE));
    values.put(CostConstant.ROW_SCAN, scan - next);
    values.put(CostConstant.ROW_NEXT, next);
    values.put(CostConstant.ROW_WRITE, write);
    values.put(CostConstant.COMMIT, commit);
    values.put(CostConstant.COMMIT_ROW, row);
    values.put(
        CostConstant.COMMIT_ACTOR,
        near.each(Kind.NEAR_UPDATE_MANY, Kind.NEAR_UPDATE_ONE) - nearCall - write - row);
    values.put(
        CostConstant.FLUSH, flushed.medians(part).of(Kind.UPDATE_ONE) - near.of(Kind.UPDATE_ONE));
    settings.forEach(
        (setting, probes) -> {
          if (setting != CostSetting.ONE_CONTAINER) {
            Medians far = probes.medians(part);
            // The caller sends on its own thread: it computes for as long as it takes.
            double send =
                probes.medians(Timed::resultNanos).of(Kind.FAR_SENDS_MANY) / CallProbes.MANY;
            double both = Math.max(0, far.each(Kind.FAR_MANY, Kind.FAR_ONE) - nearCall);
            double sent = Math.min(send, both);
            double receive = both - sent;
            double dispatch =
                far.each(Kind.FAR_TOGETHER_MANY, Kind.FAR_TOGETHER_ONE) - sent - nearCall;
            values.put(CostConstant.of(setting.place(), Way.SEND), sent);
            values.put(CostConstant.of(setting.place(), Way.RECEIVE), receive);
            values.put(
                CostConstant.of(setting.place(), Way.DISPATCH), Math.clamp(dispatch, 0, receive));
            values.put(
                CostConstant.of(setting.place(), Way.JOIN),
                far.of(Kind.FAR_ONE) - far.of(Kind.EMPTY) - both - nearCall);
            values.put(
                CostConstant.of(setting.place(), Way.COMMIT),
                far.of(Kind.FAR_UPDATE_ONE) - far.of(Kind.FAR_ONE) - commit - write - row);
          }
        });
    return values;
  }

  @Override
  public void close() {
    nodes.reversed().forEach(CostNodes::close);
  }
}
