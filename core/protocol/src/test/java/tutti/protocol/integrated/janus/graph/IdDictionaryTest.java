package tutti.protocol.integrated.janus.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

class IdDictionaryTest {
  private static final List<Long> FRONTS = List.of(-7L, 3L, Long.MAX_VALUE);
  private static final List<List<Integer>> PARTICIPANTS =
      List.of(List.of(0, 1, 2), List.of(1, 0), List.of(7));

  private static SortedSet<Transaction> names(int count) {
    SortedSet<Transaction> names = new TreeSet<>();
    for (int i = 0; names.size() < count; i++) {
      TransactionId id = new TransactionId(100_000 + i / 3 * 5, FRONTS.get(i % 3));
      names.add(new Transaction(id, PARTICIPANTS.get(i / 2 % 3)));
    }
    return names;
  }

  private static byte[] encoded(SortedSet<Transaction> names) {
    Encoder out = new Encoder();
    IdDictionary.encode(List.copyOf(names), out);
    return out.putByte(42).toByteArray();
  }

  private static void readsBack(SortedSet<Transaction> names, byte[] bytes) {
    Decoder in = new Decoder(bytes);
    List<Transaction> read = List.of(IdDictionary.decode(in));
    assertThat(read).isEqualTo(List.copyOf(names));
    for (Transaction each : read) {
      assertThat(each.shards()).isEqualTo(names.tailSet(each).getFirst().shards());
    }
    assertThat(in.getByte()).isEqualTo((byte) 42);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 1_000})
  void readsWhatItWrites(int count) {
    readsBack(names(count), encoded(names(count)));
  }

  /** Logs of earlier versions have the names of any number one by one. */
  @Test
  void readsManyNamesThatWereWrittenOneByOne() {
    SortedSet<Transaction> names = names(300);
    Encoder out = new Encoder().putVarLong(300);
    names.forEach(each -> each.encode(out));
    readsBack(names, out.putByte(42).toByteArray());
  }

  @Test
  void writesManyNamesWithTwoBytesEach() {
    assertThat(encoded(names(1_000)).length).isLessThan(2_060);
  }

  @Test
  void refusesWhatIsNoNames() {
    byte[] bytes = encoded(names(8));
    for (int length = 0; length < bytes.length - 1; length++) {
      Decoder cut = new Decoder(Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> IdDictionary.decode(cut)).isInstanceOf(MalformedData.class);
    }
    Encoder nobody = new Encoder().putVarLong(1L << 35).putVarLong(0).putVarLong(0);
    Decoder none = new Decoder(nobody.putVarLong(1).putVarLong(1).putVarLong(0).toByteArray());
    assertThatThrownBy(() -> IdDictionary.decode(none)).isInstanceOf(MalformedData.class);
  }
}
