package tutti.engine.node;

import java.util.Arrays;
import tutti.engine.distribution.message.PeerMessage.Question;

/** Tells from a message's bytes whether it asks a certain question. */
final class QuestionBytes {
  /** The kind of a message that asks; the question's number of eight bytes follows. */
  private static final int REQUEST = 5;

  private static final int QUESTION = 9;

  private QuestionBytes() {}

  static boolean ask(byte[] bytes, int offset, Class<? extends Question> question) {
    return bytes[offset] == REQUEST && isOf(Question.class, question, bytes, offset + QUESTION);
  }

  /** Whether the bytes at {@code at} say which of the types that are {@code all} is meant. */
  private static boolean isOf(Class<?> all, Class<?> meant, byte[] bytes, int at) {
    if (all == meant) {
      return true;
    }
    Class<?>[] kinds = all.getPermittedSubclasses();
    int kind = Arrays.asList(kinds).indexOf(kindOf(kinds, meant));
    return bytes[at] == kind && isOf(kinds[kind], meant, bytes, at + 1);
  }

  private static Class<?> kindOf(Class<?>[] kinds, Class<?> meant) {
    return Arrays.stream(kinds).filter(it -> it.isAssignableFrom(meant)).findFirst().orElseThrow();
  }
}
