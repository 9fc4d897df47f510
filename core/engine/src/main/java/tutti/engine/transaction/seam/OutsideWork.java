package tutti.engine.transaction.seam;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.runtime.Described;
import tutti.engine.runtime.FatalErrors;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.record.BegunOperation;
import tutti.model.Refusal;
import tutti.model.outside.DidNotHappen;
import tutti.model.outside.Happened;
import tutti.model.outside.Irrevocable;
import tutti.model.outside.OutsideService;

/**
 * The irrevocable operations of a node's application, and the services on which they happen
 * (docs/rulings.md#ruling-10). Operations and checks wait for the world outside, so they run apart
 * from all executors. Thread-safe.
 */
public final class OutsideWork {
  private static final Logger LOG = LoggerFactory.getLogger(OutsideWork.class);

  private final Scheduler scheduler;
  private final Map<String, OutsideService> services = new LinkedHashMap<>();
  private final @Nullable String unfit;

  /**
   * The end of an operation, or the answer of its check.
   *
   * @param why the reason, in words, if the operation has certainly not happened
   */
  public record Told(Happened happened, String why) {}

  /**
   * @param unfit why the deployment cannot run irrevocable operations; null if it can
   */
  public OutsideWork(Scheduler scheduler, List<OutsideService> services, @Nullable String unfit) {
    this.scheduler = scheduler;
    this.unfit = unfit;
    services.forEach(service -> this.services.put(service.getClass().getName(), service));
  }

  /** Returns why an operation cannot be taken, or null if it can. */
  public @Nullable Refusal refusal(Irrevocable operation) {
    if (unfit != null) {
      return Refusal.of("irrevocable-unfit", unfit);
    }
    String service = operation.check().getName();
    return services.containsKey(service)
        ? null
        : Refusal.of(
            "irrevocable-unknown",
            "the application has no service of class "
                + service
                + ", which is to tell whether the irrevocable operation has happened: name it in"
                + " JavaApplication.outside");
  }

  /**
   * Runs an operation, which was {@linkplain #refusal taken}, for the first and only time.
   *
   * @param then is told the end, in a step of the queue
   */
  public void run(Irrevocable operation, StepQueue queue, Consumer<Told> then) {
    scheduler.outside(
        () -> {
          Told told = run(operation);
          queue.step(() -> then.accept(told));
        });
  }

  private Told run(Irrevocable operation) {
    String key = operation.key();
    OutsideService service = services.get(operation.check().getName());
    if (service == null) {
      return new Told(Happened.NO, "its service is gone");
    }
    try {
      operation.run(service);
    } catch (DidNotHappen refused) {
      return new Told(Happened.NO, Described.shortened(refused.reason()));
    } catch (Throwable failed) {
      // Whatever the user's code throws, it may have happened before.
      FatalErrors.report(failed);
      LOG.atWarn()
          .setCause(Described.printable(failed))
          .log("the irrevocable operation {} failed: it is asked for", key);
      return asked(service, key);
    }
    return scheduler.injects(FaultPoint.OPERATION_UNCLEAR)
        ? asked(service, key)
        : new Told(Happened.YES, "it has happened");
  }

  /**
   * Asks whether an operation has happened that may have begun.
   *
   * @param then is told the answer, in a step of the queue
   */
  public void ask(BegunOperation operation, StepQueue queue, Consumer<Told> then) {
    scheduler.outside(
        () -> {
          OutsideService service = services.get(operation.check());
          Told told =
              service == null
                  ? new Told(
                      Happened.UNKNOWN, "the application has no service " + operation.check())
                  : asked(service, operation.key());
          queue.step(() -> then.accept(told));
        });
  }

  private static Told asked(OutsideService service, String key) {
    try {
      return switch (service.happened(key)) {
        case YES -> new Told(Happened.YES, "it has happened");
        case NO -> new Told(Happened.NO, "it has not happened, says its check");
        case UNKNOWN -> new Told(Happened.UNKNOWN, "its check does not know yet");
      };
    } catch (Throwable failed) {
      FatalErrors.report(failed);
      LOG.atWarn()
          .setCause(Described.printable(failed))
          .log("whether {} has happened cannot be told now", key);
      return new Told(Happened.UNKNOWN, "its check failed: " + Described.text(failed));
    }
  }
}
