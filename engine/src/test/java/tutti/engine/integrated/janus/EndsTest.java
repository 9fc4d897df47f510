package tutti.engine.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tutti.engine.integrated.janus.JanusHosts.Host;

/** The ends of transactions that a host remembers, for coordinators that ask late. */
class EndsTest {
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
