package tutti.engine.distribution.message;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.engine.transport.Lane;
import tutti.model.ActorId;
import tutti.model.ActorState;

/** The size of the messages between nodes before they are encoded, as an estimate in bytes. */
public final class AnswerSize {
  /** The bytes of a number or the like. */
  private static final long VALUE_BYTES = 16;

  /** The bytes beside each instance of a page. */
  private static final long PER_ITEM = 64;

  private AnswerSize() {}

  /**
   * Returns whether an answer may be too long for {@link Lane#CONTROL}: then a machine's thread has
   * better things to do than to encode it. Looks at no more of it than it takes to know.
   */
  public static boolean isLong(Answer answer) {
    return switch (answer) {
      case Answer.Items items -> isLong(items.items());
      case Answer.Found found -> of(found.actor(), found.state()) > Lane.LONGEST_CONTROL;
      case Answer.Bytes bytes -> bytes.bytes().length > Lane.LONGEST_CONTROL;
      case Answer.Ended(Outcome outcome) -> isLong(outcome);
      case Answer.Stands(TransactionStatus.Ended(Outcome outcome)) -> isLong(outcome);
      default -> false;
    };
  }

  /**
   * Returns whether an answer has rows of actors, however few. Their size is not known before they
   * are encoded, and they change in place: they cannot wait.
   */
  public static boolean hasRows(Answer answer) {
    return switch (answer) {
      case Answer.Items items -> items.items().stream().anyMatch(AnswerSize::hasRows);
      case Answer.Found found ->
          found.state().size() == 1 && found.state().field(0) instanceof ActorRows;
      default -> false;
    };
  }

  private static boolean isLong(List<Answer.Found> items) {
    long sum = 0;
    for (Answer.Found item : items) {
      sum += of(item.actor(), item.state());
      if (sum > Lane.LONGEST_CONTROL) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a transaction has long results. */
  public static boolean isLong(Outcome outcome) {
    return outcome instanceof Outcome.Committed committed
        && of(committed.results(), Lane.LONGEST_CONTROL) > Lane.LONGEST_CONTROL;
  }

  /** Returns the size of a transaction's results; 0 if it has none. */
  public static long of(Outcome outcome) {
    return outcome instanceof Outcome.Committed committed
        ? of(committed.results(), Long.MAX_VALUE)
        : 0;
  }

  /** Returns the size of the instances in an answer; 0 if it has none. */
  static long of(Answer answer) {
    return switch (answer) {
      case Answer.Items items ->
          items.items().stream().mapToLong(it -> PER_ITEM + of(it.actor(), it.state())).sum();
      case Answer.Found found -> of(found.actor(), found.state());
      default -> 0;
    };
  }

  /** Returns the size of an actor with its state. */
  public static long of(ActorId actor, ActorState state) {
    long sum = actor.key().length();
    for (int i = 0; i < state.size(); i++) {
      sum += of(state.field(i), Long.MAX_VALUE);
    }
    return sum;
  }

  /** Returns the size of a value, or of as much of it as is more than that. */
  private static long of(@Nullable Object value, long enough) {
    return switch (value) {
      case String text -> text.length();
      case ProcedureResult result -> of(result.value(), enough);
      case Iterable<?> all -> {
        long sum = 0;
        for (Object each : all) {
          sum += of(each, enough);
          if (sum > enough) {
            break;
          }
        }
        yield sum;
      }
      case Map<?, ?> map -> of(map.keySet(), enough) + of(map.values(), enough);
      case null, default -> VALUE_BYTES;
    };
  }
}
