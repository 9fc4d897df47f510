package tutti.model.relation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.model.ActorId;
import tutti.model.memory.MemoryRows;
import tutti.model.relation.store.Binding;

/** A join never pairs a row without a value, whether by a table, an index or a unique index. */
class EmptyJoinTest {
  record L(long id, Optional<Long> a) {}

  record R(long id, Optional<Long> table, Optional<Long> index, Optional<Long> unique) {}

  private final Binding binding = new Binding("Test");
  private final RelationDefinition<Long, L> leftDefinition =
      new RelationDefinition<>(0, "ls", L.class, L::id);
  private final RelationDefinition<Long, R> rightDefinition =
      new RelationDefinition<>(1, "rs", R.class, R::id);
  private final Relation<Long, L> ls = new Relation<>(binding, leftDefinition);
  private final Relation<Long, R> rs = new Relation<>(binding, rightDefinition);

  @BeforeEach
  void fill() {
    rs.index(R::index);
    rs.uniqueIndex(R::unique);
    binding.bind(
        new MemoryRows(new ActorId("Test", "1"), List.of(leftDefinition, rightDefinition)));
    ls.insert(new L(1, Optional.empty()));
    ls.insert(new L(2, Optional.of(1L)));
    ls.insert(new L(3, Optional.empty()));
    rs.insert(new R(1, Optional.empty(), Optional.empty(), Optional.empty()));
    rs.insert(new R(2, Optional.of(1L), Optional.of(1L), Optional.of(1L)));
  }

  private void pairs(Component<R, Optional<Long>> right) {
    assertThat(
            ls.select().join(rs).on(L::a, right).list().stream()
                .map(pair -> pair.left().id() + "-" + pair.right().id()))
        .containsExactly("2-2");
    assertThat(
            ls.select().join(rs).leftOn(L::a, right).list().stream()
                .map(pair -> pair.left().id() + "-" + pair.right().map(R::id).orElse(0L)))
        .containsExactly("1-0", "2-2", "3-0");
    assertThat(
            ls.select()
                .join(ls)
                .on(L::id, L::id)
                .join(rs)
                .on(pair -> pair.left().a(), right)
                .list())
        .hasSize(1);
    assertThat(
            ls
                .select()
                .join(ls)
                .on(L::id, L::id)
                .join(rs)
                .leftOn(pair -> pair.left().a(), right)
                .list()
                .stream()
                .filter(pair -> pair.right().isEmpty()))
        .hasSize(2);
  }

  @Test
  void leavesEmptyOptionalsAlone() {
    pairs(R::table);
    pairs(R::index);
    pairs(R::unique);
  }
}
