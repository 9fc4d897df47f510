package tutti.engine.journal;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BatchesTest {
  private static final long SEGMENT = 64 << 20;

  /** Where each flush serves one record, a log that is behind has a batch for each. */
  @Test
  void batchesThatWaitTakeLittleMoreThanTheirRecords() {
    Batches batches = new Batches(0, 0, SEGMENT, SEGMENT);
    int records = 1000;
    for (int each = 0; each < records; each++) {
      batches.add(new byte[100], 0, 100, true);
      batches.seal();
    }
    long memory = 0;
    int waiting = 0;
    for (Batch next = batches.take(); next != null; next = batches.take()) {
      assertThat(next.records()).isEqualTo(1);
      memory += next.memory();
      waiting++;
    }
    assertThat(waiting).isEqualTo(records);
    assertThat(memory).isLessThan(records * 8192L);
  }

  @Test
  void aBatchGrowsWithItsRecords() {
    Batches batches = new Batches(0, 0, SEGMENT, SEGMENT);
    byte[] record = new byte[3000];
    for (int each = 0; each < 100; each++) {
      record[0] = (byte) each;
      batches.add(record, 0, record.length, true);
    }
    Batch all = requireNonNull(batches.take());
    assertThat(all.records()).isEqualTo(100);
    int at = Format.FRAME_BYTES + Format.RECORD_BYTES;
    byte[] frame = all.seal().array();
    for (int each = 0; each < 100; each++) {
      assertThat(frame[at]).isEqualTo((byte) each);
      at += record.length + Format.RECORD_BYTES;
    }
  }
}
