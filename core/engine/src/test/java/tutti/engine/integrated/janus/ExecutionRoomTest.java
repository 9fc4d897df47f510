package tutti.engine.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExecutionRoomTest {
  private final List<String> begun = new ArrayList<>();
  private final ExecutionRoom room = new ExecutionRoom(() -> 10);

  private void begin(String name, long bytes) {
    room.begin(bytes, () -> begun.add(name));
  }

  @Test
  void executionsWaitInTheirOrderForRoom() {
    begin("a", 6);
    begin("b", 4);
    begin("c", 5);
    begin("d", 1);
    assertThat(begun).containsExactly("a", "b");
    room.ended(4);
    assertThat(begun).containsExactly("a", "b");
    room.ended(6);
    assertThat(begun).containsExactly("a", "b", "c", "d");
  }

  @Test
  void oneAloneBeginsHoweverLongItIs() {
    begin("long", 100);
    begin("next", 1);
    assertThat(begun).containsExactly("long");
    room.ended(100);
    assertThat(begun).containsExactly("long", "next");
  }
}
