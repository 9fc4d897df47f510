package tutti.simulator.invariant.rule;

import static tutti.simulator.invariant.rule.Invariant.of;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.simulator.invariant.step.LogStep;

/** The promises in the card of the journal about its files. */
public final class JournalInvariants {
  private static final String CARD = "tutti.engine.journal";
  private static final int BLOCK = 512;

  private JournalInvariants() {}

  public static final List<Invariant<LogStep>> ALL =
      List.of(
          of(
              "journal.I2",
              "the log has its frames in the order of their positions, without a gap",
              CARD,
              JournalInvariants::gap),
          of(
              "journal.I6",
              "after one failed write or force nothing more is written until restart",
              CARD,
              JournalInvariants::goesOn),
          of(
              "journal.I7",
              "a checkpoint has its name only when it is forced, and the log is only truncated"
                  + " behind it",
              CARD,
              JournalInvariants::checkpoint),
          of(
              "recovery.I4",
              "a checkpoint is completed only when the log is durable up to its position",
              "tutti.engine.recovery",
              JournalInvariants::ahead));

  private static @Nullable String gap(LogStep step) {
    long end = step.log().end;
    return step.kind() == LogStep.Kind.WRITE_FRAME
            && (step.from() % BLOCK != 0
                || end >= 0 && step.from() != (end + BLOCK - 1) / BLOCK * BLOCK)
        ? "a frame is written at " + step.from() + ", and the one before it ends at " + end
        : null;
  }

  private static @Nullable String goesOn(LogStep step) {
    return step.kind() == LogStep.Kind.WRITE_FRAME && step.log().failed
        ? "a frame is written at " + step.from() + ", though the log had failed"
        : null;
  }

  private static @Nullable String checkpoint(LogStep step) {
    long named = LogStep.checkpoint(step.name());
    if (step.kind() == LogStep.Kind.RENAME && named >= 0) {
      return step.log().isForced(step.file())
          ? null
          : step.file() + " becomes " + step.name() + " before its content is forced";
    }
    if (step.kind() != LogStep.Kind.WRITE_FRAME
        && LogStep.isLog(step.file())
        && step.nextSegment() > step.log().checkpoint) {
      return step.file()
          + " is given up, and the newest checkpoint reaches only "
          + step.log().checkpoint;
    }
    return null;
  }

  private static @Nullable String ahead(LogStep step) {
    long named = LogStep.checkpoint(step.name());
    return step.kind() == LogStep.Kind.RENAME && named > step.log().durable()
        ? "the checkpoint at " + named + " is named, and only " + step.log().durable() + " is safe"
        : null;
  }
}
