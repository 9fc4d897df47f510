package tutti.engine.deployment.text;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code host:port}, with an IPv6 address in brackets. Asks no name service. */
public final class AddressText {
  private static final Pattern LABEL =
      Pattern.compile("[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?", Pattern.CASE_INSENSITIVE);
  private static final int LONGEST_NAME = 253;

  private AddressText() {}

  /** An address, or why the text is none and what a right one looks like. */
  public sealed interface Parsed {
    /**
     * @param host an IPv6 address without brackets
     */
    record Good(String host, int port) implements Parsed {}

    record Bad(String message) implements Parsed {}
  }

  public static Parsed parse(String text) {
    boolean bracketed = text.startsWith("[");
    int colon = bracketed ? text.indexOf("]:") + 1 : text.lastIndexOf(':');
    if (colon <= 0 && !text.startsWith(":")) {
      return bad(text, "the port is missing, as in \"127.0.0.1:7401\"");
    }
    String host = text.substring(0, colon);
    if (host.matches("[0-9A-Fa-f:]*:[0-9A-Fa-f:]*")) {
      return bad(text, "an IPv6 address stands in brackets, as in \"[::1]:7401\"");
    }
    int port = port(text.substring(colon + 1));
    if (port < 0) {
      return bad(text, "the port must be a number from 1 to 65535");
    }
    String name = bracketed ? host.substring(1, host.length() - 1) : host;
    String wrong = bracketed ? wrongIpv6(name) : wrongName(name);
    return wrong == null ? new Parsed.Good(name.toLowerCase(Locale.ROOT), port) : bad(text, wrong);
  }

  private static Parsed bad(String text, String why) {
    return new Parsed.Bad("'" + text + "' is not an address: " + why);
  }

  /** Returns the port; -1 if the text is none. */
  private static int port(String text) {
    if (!text.matches("[0-9]{1,5}")) {
      return -1;
    }
    int port = Integer.parseInt(text);
    return port >= 1 && port <= 65_535 ? port : -1;
  }

  private static @Nullable String wrongIpv6(String address) {
    try {
      return Inet6Address.ofLiteral(address).isAnyLocalAddress()
          ? "other nodes cannot reach [" + address + "]; name the address that they connect to"
          : null;
    } catch (IllegalArgumentException notAnAddress) {
      return "'" + address + "' is not an IPv6 address";
    }
  }

  private static @Nullable String wrongName(String host) {
    if (host.matches("[0-9.]+")) {
      return wrongIpv4(host);
    }
    boolean sane = host.length() <= LONGEST_NAME;
    for (String label : host.split("\\.", -1)) {
      sane &= LABEL.matcher(label).matches();
    }
    return sane ? null : "'" + host + "' is not the name of a machine";
  }

  private static @Nullable String wrongIpv4(String address) {
    try {
      if (!address.matches("[0-9]+(\\.[0-9]+){3}")) {
        return "'" + address + "' is not an IPv4 address";
      }
      return Inet4Address.ofLiteral(address).isAnyLocalAddress()
          ? "other nodes cannot reach " + address + "; name the address that they connect to"
          : null;
    } catch (IllegalArgumentException notAnAddress) {
      return "'" + address + "' is not an IPv4 address";
    }
  }
}
