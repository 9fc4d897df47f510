package tutti.engine.storage.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlaceTableTest {
  private final PlaceTable table = new PlaceTable();
  private final Random random = new Random(7);

  private RowPlace add(long hash, byte... key) {
    RowPlace place = new RowPlace(key, hash);
    place.born(0);
    table.add(place);
    return place;
  }

  private void remove(RowPlace place) {
    place.end(0);
    table.remove(place);
  }

  @Test
  void findsEveryPlaceWhileItGrows() {
    List<RowPlace> all = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      all.add(add(random.nextLong()));
      for (RowPlace each : all) {
        assertThat(table.find(each.hash(), null)).isSameAs(each);
      }
    }
    assertThat(table.find(random.nextLong(), null)).isNull();
  }

  @Test
  void findsWhatIsLeftAfterRemovals() {
    List<RowPlace> all = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      // Few different beginnings, so that long rows of places arise and are closed up again.
      if (all.size() < 30 || random.nextInt(100) < (i < 10_000 ? 60 : 40)) {
        all.add(add(((long) random.nextInt(40) << 58) | i));
      } else {
        RowPlace gone = all.remove(random.nextInt(all.size()));
        remove(gone);
        assertThat(table.find(gone.hash(), null)).isNull();
      }
      RowPlace one = all.get(random.nextInt(all.size()));
      assertThat(table.find(one.hash(), null)).isSameAs(one);
    }
    for (RowPlace each : all) {
      assertThat(table.find(each.hash(), null)).isSameAs(each);
    }
  }

  @Test
  void tellsKeysOfOneHashApart() {
    RowPlace a = add(5, (byte) 1);
    RowPlace b = add(5, (byte) 2);
    assertThat(table.find(5, new byte[] {1})).isSameAs(a);
    assertThat(table.find(5, new byte[] {2})).isSameAs(b);
    assertThat(table.find(5, new byte[] {3})).isNull();
  }

  @Test
  void takesNothingThatIsGone() {
    RowPlace gone = new RowPlace(new byte[0], 9);
    gone.end(0);
    table.add(gone);
    assertThat(table.find(9, null)).isNull();
  }
}
