package tutti.rebel.compile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.model.footprint.Footprint;
import tutti.model.footprint.FootprintBuilder;
import tutti.model.footprint.Item;
import tutti.model.footprint.Shape;
import tutti.rebel.syntax.Span;
import tutti.rebel.typed.CheckedParameter;
import tutti.rebel.typed.Typed;
import tutti.rebel.typed.TypedTrees;

/**
 * The footprint of all calls of an event, in words for people.
 *
 * @param footprint its actors are named by expressions over the event's parameters ({@link
 *     Item.Told})
 * @param reason a sentence that explains the footprint's shape
 */
public record ToldFootprint(Footprint footprint, String reason) {

  static ToldFootprint of(RebelAction action) {
    RebelType type = action.type();
    int key = type.checked().key();
    Walk walk = new Walk();
    walk.walk(
        action,
        new FootprintWalk.Instance(
            type,
            key < 0 ? type.name() : "this." + type.checked().fields().get(key).name(),
            action.parameters().stream().map(CheckedParameter::name).toArray()));
    Footprint footprint = walk.found.build();
    return new ToldFootprint(footprint, walk.reason(footprint.shape()));
  }

  /** A walk whose values are texts. */
  private static final class Walk extends FootprintWalk {
    private @Nullable Item other;
    private @Nullable String undetermined;

    Walk() {
      super(new FootprintBuilder());
    }

    String reason(Shape shape) {
      if (shape == Shape.DYNAMIC && undetermined != null) {
        return undetermined;
      }
      if (shape == Shape.ONE_SHOT) {
        return "the request tells every instance it touches, and nothing refuses it";
      }
      return other == null
          ? "it touches nothing but its own instance, which may refuse it"
          : "the request tells every instance it touches, " + other + " among them";
    }

    @Override
    void touched(Item item, Instance by, String expression) {
      other = other == null ? item : other;
    }

    @Override
    void undetermined(String reason) {
      undetermined = undetermined == null ? reason : undetermined;
    }

    @Override
    Item known(String type, Object key) {
      return new Item.Told(type, key.toString());
    }

    @Override
    boolean called(ProcedurePartner partner, Item item, List<Object> arguments) {
      return false;
    }

    @Override
    @Nullable Object value(RequestValue value, Instance at, int locals) {
      return value.isKnown(at.key(), at.arguments()) ? text(value.typed(), at) : null;
    }

    /** The expression with the caller's texts in the place of what it reads. */
    private static String text(Typed expression, Instance at) {
      if (expression instanceof Typed.InstanceOf instance) {
        return text(instance.key(), at);
      }
      String whole = replacement(expression, at);
      if (whole != null) {
        return whole;
      }
      StringBuilder text = new StringBuilder(expression.span().text());
      leaves(expression, at)
          .sorted(Comparator.comparingInt((Typed leaf) -> leaf.span().start()).reversed())
          .forEach(
              leaf -> {
                Span span = leaf.span();
                int start = span.start() - expression.span().start();
                String instead = replacement(leaf, at);
                text.replace(start, start + span.end() - span.start(), inside(instead));
              });
      return text.toString().strip().replaceAll("\\s+", " ");
    }

    private static Stream<Typed> leaves(Typed expression, Instance at) {
      List<Typed> leaves = new ArrayList<>();
      TypedTrees.walk(
          expression,
          part -> {
            if (replacement(part, at) != null) {
              leaves.add(part);
            }
          });
      return leaves.stream();
    }

    private static @Nullable String replacement(Typed part, Instance at) {
      if (part instanceof Typed.Param param) {
        return String.valueOf(at.arguments()[param.index()]);
      }
      return RequestValue.isKey(part, at.type().checked()) ? String.valueOf(at.key()) : null;
    }

    /** A text as an operand. */
    private static String inside(@Nullable String text) {
      String operand = String.valueOf(text);
      return operand.contains(" ") ? "(" + operand + ")" : operand;
    }
  }
}
