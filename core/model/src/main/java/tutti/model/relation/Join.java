package tutti.model.relation;

import java.util.Optional;
import java.util.function.Function;
import tutti.model.codec.RecordCodec;

/**
 * The middle of a join: two selections, still without the condition that makes pairs. Rows are
 * paired where a component of the left row equals a component of the right row. The right rows are
 * looked up if their primary key or an index begins with that component; otherwise a table of all
 * right rows is made.
 *
 * @param <L> the left rows
 * @param <R> the right rows
 */
public final class Join<L extends Record, R extends Record> {
  private final Selection<L> left;
  private final Selection<R> right;

  Join(Selection<L> left, Selection<R> right) {
    this.left = left;
    this.right = right;
  }

  /**
   * Returns all pairs of a left and a right row that are equal in these components. An empty
   * Optional equals nothing, not even another empty one: rows without a value have no partner.
   */
  public <T> Rows<Pair<L, R>> on(Component<L, T> ofLeft, Component<R, T> ofRight) {
    return new Rows<>(new JoinSource<>(sides(ofLeft, ofRight), Pair::new, null));
  }

  /**
   * Returns the pairs of {@link #on}, and each left row that has no partner, with an empty
   * Optional.
   */
  public <T> Rows<Pair<L, Optional<R>>> leftOn(Component<L, T> ofLeft, Component<R, T> ofRight) {
    return new Rows<>(
        new JoinSource<>(
            sides(ofLeft, ofRight),
            (row, partner) -> new Pair<>(row, Optional.of(partner)),
            row -> new Pair<>(row, Optional.empty())));
  }

  private <T> JoinSource.Sides<L, R> sides(Component<L, T> ofLeft, Component<R, T> ofRight) {
    RecordCodec<L> codec = left.relation().codec();
    String name = codec.column(ComponentNames.position(ofLeft, codec)).name();
    Function<L, Object> value = ofLeft::apply;
    return new JoinSource.Sides<>(left, value, left.relation() + "." + name, right, ofRight);
  }
}
