package tutti.server.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads certificates and private keys in the form of PEM (RFC 7468). */
final class Pem {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");

  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519", "RSASSA-PSS");

  private Pem() {}

  /**
   * Returns the certificates of a file, the service's own first.
   *
   * @throws IllegalArgumentException if the file cannot be read or has none; the message names it
   */
  static List<X509Certificate> certificates(Path file) {
    List<X509Certificate> all = new ArrayList<>();
    try {
      byte[] bytes = text(file).getBytes(StandardCharsets.UTF_8);
      for (Certificate each :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(bytes))) {
        all.add((X509Certificate) each);
      }
    } catch (CertificateException wrong) {
      throw new IllegalArgumentException(
          file + ": it has no certificate that can be read: expected '-----BEGIN CERTIFICATE-----'",
          wrong);
    }
    if (all.isEmpty()) {
      throw new IllegalArgumentException(
          file + ": it has no certificate: expected '-----BEGIN CERTIFICATE-----'");
    }
    return all;
  }

  /**
   * Returns the private key of a file.
   *
   * @throws IllegalArgumentException if the file cannot be read or has none; the message names it,
   *     and what makes a right one of it
   */
  static PrivateKey key(Path file) {
    Matcher block = BLOCK.matcher(text(file));
    while (block.find()) {
      switch (block.group(1)) {
        case "PRIVATE KEY" -> {
          return key(file, block.group(2));
        }
        case "RSA PRIVATE KEY", "EC PRIVATE KEY" ->
            throw new IllegalArgumentException(
                "%s: this is the form of '%s'; 'openssl pkcs8 -topk8 -nocrypt -in %s -out NEW' makes"
                        .formatted(file, block.group(1), file)
                    + " one that is read");
        case "ENCRYPTED PRIVATE KEY" ->
            throw new IllegalArgumentException(
                file
                    + ": the key is encrypted, and nobody could type its password at a start:"
                    + " 'openssl pkcs8 -topk8 -nocrypt' decrypts it; let nobody else read the file");
        default -> {}
      }
    }
    throw new IllegalArgumentException(
        file + ": it has no private key: expected '-----BEGIN PRIVATE KEY-----'");
  }

  private static PrivateKey key(Path file, String base64) {
    try {
      PKCS8EncodedKeySpec spec =
          new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64.strip()));
      for (String algorithm : ALGORITHMS) {
        try {
          return KeyFactory.getInstance(algorithm).generatePrivate(spec);
        } catch (GeneralSecurityException other) {
          // It is of another algorithm.
        }
      }
    } catch (IllegalArgumentException noBase64) {
      // Said below.
    }
    throw new IllegalArgumentException(
        file
            + ": its private key cannot be read: expected one of "
            + String.join(", ", ALGORITHMS));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException missing) {
      throw new IllegalArgumentException(file + ": there is no such file", missing);
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(file + ": it cannot be read as a file", unreadable);
    }
  }
}
