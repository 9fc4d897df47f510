package tutti.lab.overload;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The counts of one second of a load. For one thread. */
final class OverloadSecond {
  /** The number of clients that came. */
  int offered;

  /** The tries that were sent, first ones and repeats. */
  int sent;

  /** Tries that were answered <em>committed</em> in time, and later. */
  int inTime;

  int late;

  /** The number of tries that were answered with a refusal or an abort. */
  int refused;

  int inDoubt;

  /** Tries whose clients went without an answer, and those whose connection broke. */
  int givenUp;

  int broken;

  /** The clients that came in this second, and whose first try was answered in time. */
  int atOnce;

  /** The clients that came in this second, and of which some try was answered in time. */
  int served;

  /** Cores that other processes used. */
  double others;

  private record Column(String name, ToDoubleFunction<OverloadSecond> value) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("offered", second -> second.offered),
          new Column("sent", second -> second.sent),
          new Column("in-time", second -> second.inTime),
          new Column("late", second -> second.late),
          new Column("refused", second -> second.refused),
          new Column("in-doubt", second -> second.inDoubt),
          new Column("given-up", second -> second.givenUp),
          new Column("broken", second -> second.broken),
          new Column("at-once", second -> second.atOnce),
          new Column("served", second -> second.served),
          new Column("others-cores", second -> second.others));

  /** Returns the names of the counts, in the order of {@link #values}. */
  static List<String> names() {
    return COLUMNS.stream().map(Column::name).toList();
  }

  List<Double> values() {
    List<Double> values = new ArrayList<>();
    COLUMNS.forEach(column -> values.add(column.value.applyAsDouble(this)));
    return values;
  }
}
