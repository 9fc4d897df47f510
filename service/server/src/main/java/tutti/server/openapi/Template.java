package tutti.server.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tutti.server.json.BadJson;
import tutti.server.json.JsonInput;

/**
 * JSON trees with holes. A text that is {@code ${name}} alone becomes the tree of that name; {@code
 * ${name}} inside a longer text becomes a text.
 */
final class Template {
  private static final Pattern HOLE = Pattern.compile("\\$\\{(\\w+)}");

  private final Map<String, Object> tree;

  private Template(Map<String, Object> tree) {
    this.tree = tree;
  }

  /** The template that stands in a file beside this class. */
  static Template of(String file) {
    try (InputStream in = Objects.requireNonNull(Template.class.getResourceAsStream(file), file)) {
      byte[] text = in.readAllBytes();
      try (JsonInput json = new JsonInput(text, text.length)) {
        json.next();
        Object tree = Objects.requireNonNull(json.tree());
        json.end();
        return new Template(object(tree));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (BadJson e) {
      throw new IllegalStateException("the resource " + file + " is not right", e);
    }
  }

  /** The whole tree, with its holes filled. */
  Map<String, Object> fill(Map<String, ?> values) {
    return object(filled(tree, values));
  }

  /** Returns the member {@code member}, with its holes filled. */
  Map<String, Object> fill(String member, Map<String, ?> values) {
    return object(filled(at(tree, member), values));
  }

  private static Object filled(Object tree, Map<String, ?> values) {
    return switch (tree) {
      case Map<?, ?> map -> {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((name, value) -> copy.put((String) name, filled(value, values)));
        yield copy;
      }
      case List<?> list -> list.stream().map(element -> filled(element, values)).toList();
      case String text -> filled(text, values);
      default -> tree;
    };
  }

  private static Object filled(String text, Map<String, ?> values) {
    Matcher hole = HOLE.matcher(text);
    return hole.matches()
        ? value(hole.group(1), values)
        : hole.replaceAll(
            found -> Matcher.quoteReplacement(value(found.group(1), values).toString()));
  }

  private static Object value(String name, Map<String, ?> values) {
    Object value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the template needs a value of " + name);
    }
    return value;
  }

  /** The object at that place in a tree. */
  static Map<String, Object> at(Map<String, Object> tree, String... path) {
    Map<String, Object> here = tree;
    for (String name : path) {
      here = object(Objects.requireNonNull(here.get(name), name));
    }
    return here;
  }

  @SuppressWarnings("unchecked") // JSON's objects have texts as names
  private static Map<String, Object> object(Object tree) {
    return (Map<String, Object>) tree;
  }
}
