package tutti.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The certificates by which a client knows a service that no public authority has certified.
 *
 * <pre>{@code
 * SSLContext trust = TrustedCertificates.of(Path.of("authority.pem"));
 * HttpClient client = HttpClient.newBuilder().sslContext(trust).build();
 * }</pre>
 */
public final class TrustedCertificates {
  private TrustedCertificates() {}

  /**
   * Returns the client's side of TLS connections that trusts these certificates, and no others.
   *
   * @param file in the form of PEM: authorities, or the service's own certificate
   * @throws IllegalArgumentException if the file cannot be read or has none; the message names it
   */
  public static SSLContext of(Path file) {
    try {
      Collection<? extends Certificate> found =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)));
      if (found.isEmpty()) {
        throw new IllegalArgumentException(file + ": it has no certificate");
      }
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      for (Certificate each : found) {
        trusted.setCertificateEntry("certificate-" + trusted.size(), each);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(file + ": it cannot be read as a file", unreadable);
    } catch (CertificateException wrong) {
      throw new IllegalArgumentException(
          file + ": it has no certificate that can be read: expected '-----BEGIN CERTIFICATE-----'",
          wrong);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every platform of Java has TLS", impossible);
    }
  }
}
