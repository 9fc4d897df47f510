package tutti.client;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The end of one try, as far as this process can tell. */
sealed interface TryEnd {

  /**
   * A document of the service.
   *
   * @param status of HTTP
   * @param tree the document
   * @param age the value of {@code Tutti-Snapshot-Age}
   */
  record Document(int status, Map<String, @Nullable Object> tree, Optional<String> age)
      implements TryEnd {

    /** Returns the text of the member {@code member}; empty if it is no text. */
    String text(String member) {
      return JsonTree.text(tree, member);
    }

    /** The document's own reason, or that it has none. */
    String detail() {
      String detail = text("detail");
      return detail.isEmpty() ? "the answer " + status + " gives no reason" : detail;
    }

    /** Whether the document is of an item of a batch that has committed, without its results. */
    boolean lacksResults() {
      return tree.containsKey("index") && !tree.containsKey("events");
    }

    /** Whether the document is a problem of Tutti. */
    boolean isProblem() {
      return text("type").startsWith("urn:tutti:problem:");
    }
  }

  /**
   * The request has reached no node.
   *
   * @param why with the address, for a person
   */
  record NotSent(String why) implements TryEnd {}

  /**
   * The request may have reached a node, and no answer has come.
   *
   * @param why with the address, for a person
   */
  record Lost(String why) implements TryEnd {}

  /**
   * An answer that no service of Tutti gives, so that it does not show whether the request has had
   * an effect.
   *
   * @param why the reason, with the address, for a person
   */
  record Foreign(String why) implements TryEnd {}
}
