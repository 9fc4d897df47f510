package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.node.Node.Instance;
import tutti.engine.node.Node.Page;
import tutti.model.ActorId;

class MergedPagesTest {
  private static Page page(@Nullable String next, String... keys) {
    return new Page(
        Stream.of(keys)
            .map(
                key ->
                    new Instance(
                        new ActorId("Account", key),
                        new TestBank().types().getFirst().blank(key),
                        1))
            .toList(),
        next);
  }

  private static List<String> keys(Page page) {
    return page.items().stream().map(item -> item.id().key()).toList();
  }

  @Test
  void endAtTheFirstKeyAtWhichANodeStopped() {
    Page merged = Page.merged(List.of(page("c", "a", "c"), page(null, "b", "d")), 10);
    assertThat(keys(merged)).containsExactly("a", "b", "c");
    assertThat(merged.next()).isEqualTo("c");
  }

  @Test
  void haveNoMoreThanTheLimit() {
    Page merged = Page.merged(List.of(page(null, "a", "c"), page(null, "b")), 2);
    assertThat(keys(merged)).containsExactly("a", "b");
    assertThat(merged.next()).isEqualTo("b");
  }
}
