package tutti.engine.distribution.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tutti.model.Decoder;
import tutti.model.Encoder;

class MetFoldersTest {
  private static MetFolders read(MetFolders written) {
    Encoder out = new Encoder();
    written.write(out);
    return MetFolders.read(new Decoder(out.toByteArray()));
  }

  @Test
  void theLastFolderOfAHostIsTheNewestAndNoneBeforeItIsForgotten() {
    MetFolders met = MetFolders.NONE.and(1, 10).and(0, 20).and(1, 11);
    assertThat(met.of(1)).isEqualTo(11);
    assertThat(met.newest()).containsEntry(0, 20L).containsEntry(1, 11L);
    assertThat(met.and(1, 10).of(1)).isEqualTo(10);
    assertThat(met.areStrangeTo(MetFolders.NONE.and(1, 10))).isFalse();
    assertThat(met.areStrangeTo(MetFolders.NONE.and(1, 12))).isTrue();
    assertThat(met.areStrangeTo(MetFolders.NONE.and(2, 12))).as("of other hosts").isFalse();
    assertThat(read(met)).isEqualTo(met);
  }

  @Test
  void whatAHostHasMetItselfComesBehindWhatAnotherKnows() {
    MetFolders met = MetFolders.NONE.and(1, 11).and(2, 30);
    MetFolders both = met.behind(MetFolders.NONE.and(1, 10).and(0, 20));
    assertThat(both).isEqualTo(MetFolders.NONE.and(0, 20).and(1, 10).and(1, 11).and(2, 30));
    assertThat(both.behind(both)).isEqualTo(both);
  }

  @Test
  void theFirstFolderAndTheNewestOnesOfVeryManyStay() {
    MetFolders met = MetFolders.NONE;
    for (int folder = 0; folder < 100; folder++) {
      met = met.and(3, folder);
    }
    assertThat(met.all()).hasSize(MetFolders.MOST_OF_A_HOST);
    assertThat(met.of(3)).isEqualTo(99);
    assertThat(met.areStrangeTo(MetFolders.NONE.and(3, 0))).isFalse();
    assertThat(met.areStrangeTo(MetFolders.NONE.and(3, 95))).isFalse();
    assertThat(met.areStrangeTo(MetFolders.NONE.and(3, 50))).isTrue();
    assertThat(met.behind(met)).isEqualTo(met);
  }
}
