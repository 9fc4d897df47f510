package tutti.engine.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.integrated.janus.JanusHosts.Host;
import tutti.model.Encoder;
import tutti.protocol.integrated.janus.Record;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.TransactionId;

/** The ends of transactions that a host remembers, for coordinators that ask late. */
class RecentOutcomesTest {
  private final JanusHosts all = new JanusHosts(23);
  private final Host host = all.hosts.get(1);

  /** Pays until the host has made so many images, and all is forgotten. */
  private void payUntilImages(int many) {
    while (host.images() < many) {
      all.payAnything(all.hosts.getFirst());
      all.pass(20);
    }
    all.settle();
  }

  /** A procedure may answer with much: a replica remembers few such answers. */
  @Test
  void areForgottenWhereTheyAreLong() {
    RecentOutcomes ends = new RecentOutcomes();
    int length = 1 << 20;
    for (int number = 1; number <= 100; number++) {
      TransactionId id = new TransactionId(number, 1);
      ends.add(new Record.Executed(id, PieceOutput.of(new Payload(new byte[length]))));
    }
    List<Encoder> parts = ends.parts(length);
    assertThat(parts.stream().mapToInt(Encoder::size).sum()).isBetween(length, 5 * length);
    assertThat(ends.of(new TransactionId(100, 1))).isPresent();
    assertThat(ends.of(new TransactionId(1, 1))).isEmpty();
  }

  private void startsAnew() {
    host.crash();
    host.start();
  }

  @Test
  void areInImagesOfTheLog() {
    payUntilImages(16);
    startsAnew();
    assertThat(host.remembered(0)).isEqualTo(all.begun.size());
  }

  @Test
  void comeWithAnotherReplicasMemoryAndStayInTheLog() {
    payUntilImages(16);
    host.crash();
    host.loseDisk();
    host.start();
    all.settle();
    startsAnew();
    assertThat(host.remembered(0)).isEqualTo(all.begun.size());
  }
}
