package tutti.protocol.integrated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class NewestEntriesTest {
  @Test
  void forgetsWhatWasPutLeastRecently() {
    Map<String, Integer> newest = new NewestEntries<>(2);
    newest.put("a", 1);
    newest.put("b", 2);
    newest.put("a", 3);
    newest.put("c", 4);
    assertThat(newest).containsExactly(Map.entry("a", 3), Map.entry("c", 4));
  }
}
