package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;

class DurableStateTest {
  private static final Transaction HERE = new Transaction(new TransactionId(1, 7), List.of(0, 2));
  private static final Transaction ELSEWHERE =
      new Transaction(new TransactionId(2, 7), List.of(1, 2));

  private final DurableState kept = new DurableState(0, Settings.of(1, 1, 1));

  @Test
  void knowsTheMembersOfOtherShardsUntilTheyAreApplied() {
    kept.add(new Record.Ordered(new TreeSet<>(List.of(HERE, ELSEWHERE))));
    assertThat(kept.shardsOfComponent(HERE.id())).containsExactly(0, 1, 2);
    assertThat(kept.unappliedElsewhere()).containsExactly(ELSEWHERE);
    kept.add(new Record.Applied(ELSEWHERE.id()));
    assertThat(kept.unappliedElsewhere()).isEmpty();
    assertThat(kept.shardsOfComponent(HERE.id())).containsExactly(0, 1, 2);
  }

  @Test
  void lacksWhatIsForgotten() {
    kept.add(new Record.Ordered(new TreeSet<>(List.of(HERE, ELSEWHERE))));
    kept.add(new Record.Forgotten(HERE.id()));
    assertThat(kept.unappliedElsewhere()).isEmpty();
    assertThat(kept.shardsOfComponent(HERE.id())).isEmpty();
  }
}
