package tutti.server.tls;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for localhost that only its own test trusts, made by the JDK's keytool. */
public final class TestCertificate {
  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final X509Certificate certificate;
  private final Key key;

  private TestCertificate(X509Certificate certificate, Key key) {
    this.certificate = certificate;
    this.key = key;
  }

  /**
   * Makes one.
   *
   * @param algorithm such as RSA or EC
   * @param days for which it counts
   */
  public static TestCertificate make(Path folder, String algorithm, int days) throws Exception {
    Path store = folder.resolve("store-" + NUMBER.incrementAndGet() + ".p12");
    Process keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-keyalg",
                    algorithm,
                    "-alias",
                    "own",
                    "-dname",
                    "CN=localhost",
                    "-ext",
                    "san=dns:localhost,ip:127.0.0.1",
                    "-validity",
                    Integer.toString(days),
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    store.toString(),
                    "-storepass",
                    new String(PASSWORD)))
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes());
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException(said);
    }
    KeyStore made = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      made.load(in, PASSWORD);
    }
    return new TestCertificate(
        (X509Certificate) made.getCertificate("own"), made.getKey("own", PASSWORD));
  }

  /** Writes it and its key in the form of PEM. */
  public void write(Path certificateFile, Path keyFile) throws Exception {
    Files.writeString(certificateFile, pem("CERTIFICATE", certificate.getEncoded()));
    Files.writeString(keyFile, pem("PRIVATE KEY", key.getEncoded()));
  }

  /** A block of PEM. */
  public static String pem(String label, byte[] bytes) {
    return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
        .formatted(label, Base64.getMimeEncoder(64, "\n".getBytes()).encodeToString(bytes));
  }

  /** The certificate as bytes. */
  public byte[] encoded() throws Exception {
    return certificate.getEncoded();
  }

  /** A client's side that trusts these, and no others. */
  public static SSLContext trusting(TestCertificate... all) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    for (int i = 0; i < all.length; i++) {
      trusted.setCertificateEntry("c" + i, (Certificate) all[i].certificate);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
