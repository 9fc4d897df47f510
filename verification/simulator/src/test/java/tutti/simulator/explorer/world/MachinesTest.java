package tutti.simulator.explorer.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MachinesTest {
  /** A part of a machine, such as the bits of names that a replica of Janus has settled. */
  private record Part(Object value) {}

  static List<Object> different() {
    return List.of(
        List.of(new Part(new long[] {1}), new Part(new long[] {2})),
        List.of(new Part(new int[] {1}), new Part(new int[] {1, 0})),
        List.of(new Part(new boolean[] {true}), new Part(new boolean[] {false})),
        List.of(new Part(new byte[] {1}), new Part(new byte[] {2})),
        List.of(new Part(new String[] {"a"}), new Part(new String[] {"b"})),
        List.of(new Part(Map.of(1L, new long[] {1})), new Part(Map.of(1L, new long[] {2}))));
  }

  @ParameterizedTest
  @MethodSource("different")
  void tellsPartsOfMachinesApart(List<Part> two) {
    assertThat(Machines.picture(two.getFirst())).isNotEqualTo(Machines.picture(two.getLast()));
  }
}
