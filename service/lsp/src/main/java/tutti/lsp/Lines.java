package tutti.lsp;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import tutti.rebel.syntax.Span;

/**
 * The lines of a text, as the protocol counts them: from 0, in UTF-16 units, and ended by a line
 * feed, a carriage return or both.
 */
final class Lines {
  private final String text;
  private final int[] starts;

  Lines(String text) {
    this.text = text;
    List<Integer> found = new ArrayList<>(List.of(0));
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
      if (c == '\n' || c == '\r' && !pair) {
        found.add(i + 1);
      }
    }
    starts = found.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The range of a stretch of a file. */
  static Range range(Span span) {
    Lines lines = new Lines(span.file().text());
    return new Range(lines.position(span.start()), lines.position(span.end()));
  }

  Position position(int offset) {
    int line = starts.length - 1;
    while (starts[line] > offset) {
      line--;
    }
    return new Position(line, offset - starts[line]);
  }

  /** The offset of a position; that of the line's end or the text's end for one behind it. */
  int offset(Position position) {
    int line = Math.max(position.getLine(), 0);
    if (line >= starts.length) {
      return text.length();
    }
    int end = line + 1 < starts.length ? starts[line + 1] : text.length();
    while (end > starts[line] && "\r\n".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return Math.min(starts[line] + Math.max(position.getCharacter(), 0), end);
  }

  /** The text after a change, which is one of a range or of everything. */
  String changed(TextDocumentContentChangeEvent change) {
    Range range = change.getRange();
    if (range == null) {
      return change.getText();
    }
    int start = offset(range.getStart());
    int end = Math.max(start, offset(range.getEnd()));
    return text.substring(0, start) + change.getText() + text.substring(end);
  }
}
