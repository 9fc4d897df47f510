package tutti.engine.runtime;

import java.util.function.Supplier;

/**
 * Ends the process when a step of one machine has failed. The step's driver catches what leaves it,
 * but for the failure of the journal, which it knows, and gives it here; for example
 *
 * <pre>{@code
 * try {
 *   carryOut(machine.on(event));
 * } catch (JournalFailed e) {
 *   halt();
 * } catch (Throwable e) {
 *   throw guard.failed(() -> text(event), e);
 * }
 * }</pre>
 *
 * @param scheduler ends the process
 * @param machine the machine, in words for a person
 */
public record MachineGuard(Scheduler scheduler, String machine) {

  /**
   * Ends the process.
   *
   * @param place returns the words for the step, which are equal if the same step fails again
   * @return never
   */
  public Error failed(Supplier<String> place, Throwable cause) {
    if (cause instanceof ProcessEnded ended) {
      throw ended;
    }
    String at;
    try {
      at = place.get();
    } catch (RuntimeException | Error e) {
      at = "a step";
    }
    throw scheduler.failStop(new MachineFailure(machine, at, cause));
  }
}
