package tutti.engine.transport.tcp;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A peer of a higher number: this node connects to it, again and again with growing pauses. */
final class Dialer extends Peer {
  private static final Logger LOG = LoggerFactory.getLogger(Dialer.class);

  private final InetSocketAddress address;
  private int failures;

  Dialer(TcpTransport home, int number, InetSocketAddress address) {
    super(home, number);
    this.address = address;
  }

  /**
   * Looks the name up, which may take long, on a thread of its own; then connects. A lookup is
   * native code, which would hold the carrier of a virtual thread: the names of two peers that are
   * away would keep a machine with two processors from finding the third.
   */
  void dial() {
    Thread.ofPlatform()
        .daemon()
        .name("tutti-tcp-lookup")
        .start(
            () -> {
              InetSocketAddress found =
                  new InetSocketAddress(address.getHostString(), address.getPort());
              home.onLoop(() -> connect(found));
            });
  }

  private void connect(InetSocketAddress found) {
    if (found.isUnresolved()) {
      failed("its host name " + found.getHostString() + " is unknown");
      return;
    }
    Bootstrap bootstrap = home.client(new Connection(home, this));
    bootstrap.connect(found).addListener((ChannelFuture done) -> called(done));
  }

  private void called(ChannelFuture done) {
    if (!done.isSuccess()) {
      String at = address.getHostString() + ":" + address.getPort();
      failed("cannot be reached at " + at + ": " + done.cause().getMessage());
    }
  }

  private void failed(String why) {
    if (home.starting()) {
      LOG.debug("node {} {}", home.name(number), why);
    } else {
      say(why);
    }
    again();
  }

  @Override
  void ended(Connection which, @Nullable Outgoing session, String why) {
    super.ended(which, session, why);
    again();
  }

  /** A session that has lasted shows that all is well. */
  @Override
  void lasting() {
    failures = 0;
  }

  private void again() {
    failures++;
    long nanos = home.settings().retryNanos(failures, home.entropy().nextDouble());
    home.later(this::dial, nanos);
  }
}
