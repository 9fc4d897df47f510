package tutti.rebel.parse;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jcodings.specific.UTF8Encoding;
import org.joni.Matcher;
import org.joni.Option;
import org.joni.Regex;
import org.joni.Region;
import org.joni.Syntax;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A reader of TextMate grammars, as editors have one: it reads line by line, the leftmost match
 * wins, of several the first, and the end of a block before its contents. Regular expressions are
 * those of Oniguruma. The reader knows what the grammar of Rebel uses: match, begin and end,
 * captures, includes of the repository.
 */
final class TextMate {
  private final JsonNode grammar;
  private final Map<String, List<Rule>> repository = new HashMap<>();
  private final Rule root;

  TextMate(String json) {
    grammar = JsonMapper.shared().readTree(json);
    root = new Rule(null, null, null, Map.of(), rules(grammar));
  }

  /**
   * A rule of the grammar.
   *
   * @param start the expression of {@code match} or {@code begin}; null for a list of others
   * @param end null for a {@code match}
   * @param captures scopes of groups of {@code start}
   */
  private record Rule(
      @Nullable String scope,
      @Nullable Regex start,
      @Nullable Regex end,
      Map<Integer, String> captures,
      List<Rule> patterns) {

    /** The rule, or the rules of the list that it stands for. */
    Stream<Rule> each() {
      return start == null ? patterns.stream().flatMap(Rule::each) : Stream.of(this);
    }
  }

  private List<Rule> rules(JsonNode parent) {
    List<Rule> rules = new ArrayList<>();
    for (JsonNode pattern : parent.path("patterns")) {
      String include = pattern.path("include").asString("");
      rules.add(
          include.isEmpty()
              ? rule(pattern)
              : new Rule(null, null, null, Map.of(), part(include.substring(1))));
    }
    return rules;
  }

  private Rule rule(JsonNode pattern) {
    boolean block = pattern.has("begin");
    Map<Integer, String> captures = new HashMap<>();
    pattern
        .path(block ? "beginCaptures" : "captures")
        .properties()
        .forEach(
            each ->
                captures.put(
                    Integer.valueOf(each.getKey()), each.getValue().path("name").asString()));
    return new Rule(
        pattern.has("name") ? pattern.path("name").asString() : null,
        regex(pattern.path(block ? "begin" : "match")),
        block ? regex(pattern.path("end")) : null,
        captures,
        rules(pattern));
  }

  /** The rules of a part of the repository, which may include itself. */
  private List<Rule> part(String name) {
    List<Rule> known = repository.get(name);
    if (known == null) {
      known = new ArrayList<>();
      repository.put(name, known);
      JsonNode part = grammar.path("repository").path(name);
      if (part.isMissingNode()) {
        throw new IllegalArgumentException(
            "the grammar includes #" + name + " and does not have it");
      }
      known.addAll(rules(part));
    }
    return known;
  }

  private static Regex regex(JsonNode text) {
    byte[] bytes = text.asString().getBytes(StandardCharsets.UTF_8);
    return new Regex(
        bytes, 0, bytes.length, Option.CAPTURE_GROUP, UTF8Encoding.INSTANCE, Syntax.RUBY);
  }

  /** Returns the innermost scope of each character of a text; an empty text where there is none. */
  String[] scopes(String text) {
    String[] scopes = new String[text.length()];
    Arrays.fill(scopes, "");
    Deque<Rule> open = new ArrayDeque<>(List.of(root));
    int at = 0;
    while (at < text.length()) {
      int newline = text.indexOf('\n', at);
      int next = newline < 0 ? text.length() : newline + 1;
      new Line(text.substring(at, next).getBytes(StandardCharsets.UTF_8), at, scopes).read(open);
      at = next;
    }
    return scopes;
  }

  /** A match of a rule's start, or of the end of the innermost open block. */
  private record Found(Rule rule, boolean end, Region region) {}

  /** A line, whose scopes are written to {@code scopes} from {@code offset} on. */
  private record Line(byte[] bytes, int offset, String[] scopes) {
    void read(Deque<Rule> open) {
      int at = 0;
      while (at < bytes.length) {
        Found found = leftmost(at, open.getFirst());
        int from = found == null ? bytes.length : found.region().getBeg(0);
        fill(at, from, scope(open));
        if (found == null) {
          return;
        }
        Rule rule = found.rule();
        if (!found.end() && rule.end() != null) {
          open.addFirst(rule);
        }
        int to = found.region().getEnd(0);
        fill(from, to, rule.scope() == null ? scope(open) : rule.scope());
        if (found.end()) {
          open.removeFirst();
        } else {
          rule.captures()
              .forEach(
                  (group, scope) ->
                      fill(found.region().getBeg(group), found.region().getEnd(group), scope));
        }
        if (from == to && !found.end()) {
          throw new IllegalStateException("a rule begins with nothing");
        }
        at = to;
      }
    }

    private static String scope(Deque<Rule> open) {
      return open.stream().map(Rule::scope).filter(Objects::nonNull).findFirst().orElse("");
    }

    private void fill(int from, int to, String scope) {
      if (from >= 0 && from < to) {
        Arrays.fill(scopes, offset + characters(from), offset + characters(to), scope);
      }
    }

    private int characters(int length) {
      return new String(bytes, 0, length, StandardCharsets.UTF_8).length();
    }

    private @Nullable Found leftmost(int at, Rule block) {
      Found best = block.end() == null ? null : search(block.end(), at, block, true);
      for (Rule rule : block.patterns().stream().flatMap(Rule::each).toList()) {
        Found found = search(Objects.requireNonNull(rule.start()), at, rule, false);
        if (found != null && (best == null || found.region().getBeg(0) < best.region().getBeg(0))) {
          best = found;
        }
      }
      return best;
    }

    private @Nullable Found search(Regex regex, int at, Rule rule, boolean end) {
      Matcher matcher = regex.matcher(bytes);
      int found = matcher.search(at, bytes.length, Option.NONE);
      return found < 0 ? null : new Found(rule, end, matcher.getEagerRegion());
    }
  }
}
