package tutti.lab.matrix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The cells of the matrix that are refused, those of one reason together. */
public final class RefusedCells {
  private static final String ANY = "any";

  private static final List<Function<MatrixCell, String>> COLUMNS =
      List.of(
          MatrixCell::replication,
          cell -> cell.control() == null ? "-" : cell.control().longName(),
          cell -> cell.commit() == null ? "-" : cell.commit().longName(),
          cell -> cell.workload().label());

  private final List<MatrixCell> cells;
  private final Map<String, List<MatrixCell>> refused = new LinkedHashMap<>();

  private RefusedCells(List<MatrixCell> cells) {
    this.cells = cells;
    for (MatrixCell cell : cells) {
      cell.refusals()
          .forEach(why -> refused.computeIfAbsent(why, none -> new ArrayList<>()).add(cell));
    }
  }

  /** Returns the refusals among some cells. */
  public static RefusedCells among(List<MatrixCell> cells) {
    return new RefusedCells(cells);
  }

  /** Returns the number of cells that are refused. */
  public int count() {
    return (int) refused.values().stream().flatMap(List::stream).distinct().count();
  }

  /** Returns the table, in Markdown: replication, control, commit protocol, workload, reason. */
  public List<String> table() {
    List<String> lines = new ArrayList<>();
    lines.add("| replication | concurrency control | commit | workload | refused since |");
    lines.add("|---|---|---|---|---|");
    refused.forEach(
        (why, those) -> {
          for (List<MatrixCell> product : products(those)) {
            StringBuilder line = new StringBuilder("| ");
            for (Function<MatrixCell, String> column : COLUMNS) {
              line.append(shown(column, product)).append(" | ");
            }
            lines.add(line.append(why).append(" |").toString());
          }
        });
    return lines;
  }

  /** Cuts cells into parts of which each has every combination of its values. */
  private static List<List<MatrixCell>> products(List<MatrixCell> some) {
    long combinations = 1;
    for (Function<MatrixCell, String> column : COLUMNS) {
      combinations *= values(column, some).size();
    }
    if (combinations == some.size()) {
      return List.of(some);
    }
    for (Function<MatrixCell, String> column : COLUMNS) {
      Set<String> values = values(column, some);
      if (values.size() > 1) {
        List<List<MatrixCell>> parts = new ArrayList<>();
        for (String value : values) {
          parts.addAll(
              products(some.stream().filter(cell -> column.apply(cell).equals(value)).toList()));
        }
        return parts;
      }
    }
    throw new IllegalStateException("a cell is there twice: " + some);
  }

  private static Set<String> values(Function<MatrixCell, String> column, List<MatrixCell> some) {
    Set<String> values = new LinkedHashSet<>();
    some.forEach(cell -> values.add(column.apply(cell)));
    return values;
  }

  /**
   * Returns the values of a column; or, if they are all possible values except those of the others,
   * a description of that.
   */
  private String shown(Function<MatrixCell, String> column, List<MatrixCell> product) {
    Set<String> values = values(column, product);
    Set<String> replications = values(MatrixCell::replication, product);
    Set<String> possible =
        values(
            column,
            cells.stream().filter(cell -> replications.contains(cell.replication())).toList());
    return values.size() > 1 && values.equals(possible) ? ANY : String.join(", ", values);
  }
}
