package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.peer.QuestionTargets.From;
import tutti.engine.node.Node.ListResult;
import tutti.engine.node.Node.Page;
import tutti.model.ActorId;

class MergedPagesTest {
  private static From page(int node, @Nullable String next, String... keys) {
    return new From(
        node,
        new Answer.Items(
            Stream.of(keys)
                .map(
                    key ->
                        new Answer.Found(
                            new ActorId("Account", key),
                            new TestBank().types().getFirst().blank(key),
                            1))
                .toList(),
            next));
  }

  private static Page merged(int limit, From... pages) {
    return (Page) ListResult.merged(List.of(pages), limit);
  }

  private static List<String> keys(Page page) {
    return page.items().stream().map(item -> item.id().key()).toList();
  }

  @Test
  void endAtTheFirstKeyAtWhichANodeStopped() {
    Page merged = merged(10, page(0, "c", "a", "c"), page(1, null, "b", "d"));
    assertThat(keys(merged)).containsExactly("a", "b", "c");
    assertThat(merged.next()).isEqualTo("c");
  }

  @Test
  void haveNoMoreThanTheLimit() {
    Page merged = merged(2, page(0, null, "a", "c"), page(1, null, "b"));
    assertThat(keys(merged)).containsExactly("a", "b");
    assertThat(merged.next()).isEqualTo("b");
  }
}
