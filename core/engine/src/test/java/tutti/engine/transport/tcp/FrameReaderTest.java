package tutti.engine.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tutti.model.MalformedData;

class FrameReaderTest {

  /** Writes down what it is told. */
  private static final class Notes implements FrameReader.Sink {
    private final List<String> all = new ArrayList<>();

    @Override
    public void version(int version) {
      all.add("version " + version);
    }

    @Override
    public void frame(byte kind, byte[] bytes, int offset, int length) {
      byte[] content = Arrays.copyOfRange(bytes, offset, offset + length);
      all.add(kind + " " + length + " " + Arrays.hashCode(content));
    }
  }

  private static String note(byte kind, byte[] content) {
    return kind + " " + content.length + " " + Arrays.hashCode(content);
  }

  @Test
  void findsTheSameFramesHoweverTheBytesAreCut() {
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      List<String> expected = new ArrayList<>(List.of("version 5"));
      bytes.writeBytes(Stranger.preamble(5));
      for (int i = 0; i < random.nextInt(40); i++) {
        byte[] content =
            new byte[random.nextInt(10) == 0 ? random.nextInt(60_000) : random.nextInt(200)];
        random.nextBytes(content);
        byte kind = (byte) random.nextInt(256);
        bytes.writeBytes(Stranger.frame(kind, content));
        expected.add(note(kind, content));
      }
      Notes notes = new Notes();
      readInPieces(new FrameReader(notes), bytes.toByteArray(), random);
      assertThat(notes.all).as("seed %d", seed).isEqualTo(expected);
    }
  }

  private static void readInPieces(FrameReader reader, byte[] bytes, SplittableRandom random) {
    int most = random.nextBoolean() ? 8 : 70_000;
    int at = 0;
    while (at < bytes.length) {
      int piece = Math.min(bytes.length - at, 1 + random.nextInt(most));
      reader.read(Unpooled.wrappedBuffer(bytes, at, piece));
      at += piece;
    }
  }

  @Test
  void neverDoesAnythingWithGarbageButSaySo() {
    int malformed = 0;
    for (int seed = 0; seed < 3_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      FrameReader reader = new FrameReader(new Notes());
      try {
        readInPieces(reader, Garbage.connection(random), random);
      } catch (MalformedData expected) {
        malformed++;
        assertThat(expected.getMessage()).isNotBlank();
      }
      assertThat(reader.capacity()).isLessThan(1 << 20);
    }
    assertThat(malformed).isBetween(300, 2_700);
  }

  @Test
  void refusesAFrameOverTheLimitBeforeItHasArrived() {
    FrameReader reader = new FrameReader(new Notes());
    reader.read(Unpooled.wrappedBuffer(Stranger.preamble(1)));
    reader.longest(100);
    reader.read(Unpooled.wrappedBuffer(Stranger.frame(4, new byte[100])));
    assertThatThrownBy(() -> reader.read(Unpooled.wrappedBuffer(new byte[] {0, 0, 0, 102})))
        .isInstanceOf(MalformedData.class)
        .hasMessageContaining("102 bytes, where 1 to 101 are allowed");
  }

  @Test
  void takesNoMemoryForWhatIsOnlyClaimed() {
    FrameReader reader = new FrameReader(new Notes());
    reader.longest(1 << 30);
    reader.read(Unpooled.wrappedBuffer(Stranger.preamble(1)));
    reader.read(Unpooled.wrappedBuffer(new byte[] {0x3F, 0, 0, 0, 4, 1, 2, 3}));
    assertThat(reader.capacity()).isLessThanOrEqualTo(64 << 10);
  }

  @Test
  void givesBackTheMemoryOfALongFrame() {
    Notes notes = new Notes();
    FrameReader reader = new FrameReader(notes);
    reader.longest(8 << 20);
    reader.read(Unpooled.wrappedBuffer(Stranger.preamble(1)));
    byte[] content = new byte[8 << 20];
    reader.read(Unpooled.wrappedBuffer(Stranger.frame(4, content)));
    assertThat(notes.all).containsExactly("version 1", note((byte) 4, content));
    assertThat(reader.capacity()).isLessThanOrEqualTo(64 << 10);
  }

  @Test
  void namesWhatAStrangerBeganWith() {
    FrameReader reader = new FrameReader(new Notes());
    assertThatThrownBy(() -> reader.read(Unpooled.wrappedBuffer("GET \r\n".getBytes())))
        .isInstanceOf(MalformedData.class)
        .hasMessageContaining("'GET ??'");
  }
}
