package tutti.server.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.access.Followed;

/**
 * The certificate and key of a service, as its files have them now: a new pair counts for new
 * connections within seconds. A pair that does not fit, as while it is being replaced, changes
 * nothing. Thread-safe.
 *
 * <p>The signatures and key exchanges of handshakes, which take milliseconds each, are made on a
 * thread of their own: while many clients connect, they wait for each other, and requests on open
 * connections do not.
 */
public final class ServerTls implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerTls.class);

  /** The longest time of a handshake. */
  private static final Duration HANDSHAKE = Duration.ofSeconds(10);

  private final Path certificate;
  private final Path key;
  private final Followed<Pair> pair;
  private final ExecutorService handshakes =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("tutti-handshakes").factory());

  /** A certificate with its key. */
  private record Pair(SslContext context, Instant expires) {}

  private ServerTls(Path certificate, Path key) {
    this.certificate = certificate;
    this.key = key;
    this.pair =
        Followed.of(
            "tutti-tls",
            List.of(certificate, key),
            this::read,
            read ->
                LOG.info(
                    "the certificate was read anew from {}; it expires at {}",
                    certificate,
                    read.expires),
            wrong -> LOG.warn("the former certificate goes on to count: {}", wrong));
  }

  /**
   * Reads a certificate and its key, and goes on to follow their files.
   *
   * @param certificate a file in the form of PEM, the service's own certificate first, then those
   *     of the authorities between it and the root
   * @param key a file in the form of PEM, PKCS#8 without a password
   * @throws IllegalArgumentException if a file cannot be read, or the two do not fit; the message
   *     names the file, and what to do
   */
  public static ServerTls of(Path certificate, Path key) {
    return new ServerTls(certificate, key);
  }

  /** Makes the encryption of a new connection. */
  public SslHandler handler(ByteBufAllocator allocator) {
    SslHandler handler = pair.now().context.newHandler(allocator, handshakes);
    handler.setHandshakeTimeoutMillis(HANDSHAKE.toMillis());
    return handler;
  }

  /** The time at which the certificate expires. */
  public Instant expires() {
    return pair.now().expires;
  }

  private Pair read() {
    List<X509Certificate> chain = Pem.certificates(certificate);
    PrivateKey own = Pem.key(key);
    X509Certificate first = chain.getFirst();
    if (!fit(first.getPublicKey(), own)) {
      throw new IllegalArgumentException(
          certificate
              + " and "
              + key
              + " do not belong together: the key is not the certificate's");
    }
    try {
      SslContext context =
          SslContextBuilder.forServer(own, chain)
              .sslProvider(SslProvider.JDK)
              .protocols("TLSv1.3", "TLSv1.2")
              .build();
      return new Pair(context, first.getNotAfter().toInstant());
    } catch (SSLException unfit) {
      throw new IllegalArgumentException(
          certificate + " and " + key + " cannot be used: " + unfit.getMessage(), unfit);
    }
  }

  /** Returns whether what the key signs is verified by the certificate. */
  private static boolean fit(PublicKey certified, PrivateKey own) {
    String algorithm =
        switch (own.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          case "EdDSA", "Ed25519" -> "Ed25519";
          default -> own.getAlgorithm();
        };
    byte[] probe = "probe".getBytes(StandardCharsets.US_ASCII);
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(own);
      signature.update(probe);
      byte[] signed = signature.sign();
      signature.initVerify(certified);
      signature.update(probe);
      return signature.verify(signed);
    } catch (GeneralSecurityException unfit) {
      return false;
    }
  }

  @Override
  public void close() {
    pair.close();
    handshakes.shutdown();
  }
}
