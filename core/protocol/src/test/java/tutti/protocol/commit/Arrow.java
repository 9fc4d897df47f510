package tutti.protocol.commit;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An arrow of a state diagram. */
public record Arrow(String from, String event, String to) {

  /** As text, to compare: the end is drawn as in the diagrams. */
  public static String lines(Stream<Arrow> arrows) {
    return arrows
        .map(arrow -> arrow.to().equals("ENDED") ? arrow.to("[*]") : arrow)
        .map(arrow -> arrow.from() + " --> " + arrow.to() + " : " + arrow.event())
        .distinct()
        .sorted()
        .collect(Collectors.joining("\n"));
  }

  private Arrow to(String other) {
    return new Arrow(from, event, other);
  }
}
