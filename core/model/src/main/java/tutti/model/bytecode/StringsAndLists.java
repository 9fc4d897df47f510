package tutti.model.bytecode;

import java.lang.constant.ConstantDesc;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The methods of the JDK whose results a request tells. */
final class StringsAndLists {

  /** The result of a method; null if nothing is known of it. */
  @Nullable StackValue result(CallSites.Method method, List<StackValue> arguments) {
    if (arguments.isEmpty()) {
      return null;
    }
    StackValue first = arguments.getFirst();
    String whole = method.owner() + "." + method.name();
    return switch (first) {
      case StackValue.Parts(var component) when isCollection(method.owner()) ->
          switch (method.name()) {
            case "iterator" -> new StackValue.Iteration(component);
            case "get", "getFirst", "getLast" -> new StackValue.Element(component);
            default -> null;
          };
      case StackValue.Iteration(var component) when whole.equals("java/util/Iterator.next") ->
          new StackValue.Element(component);
      case StackValue.Part(var component, _)
          when TEXTS.contains(whole + method.type().descriptorString()) ->
          new StackValue.Part(component, false);
      default ->
          whole.equals("java/util/Objects.requireNonNull")
                  || first.isText() && whole.equals("java/lang/String.toString")
              ? first
              : null;
    };
  }

  /** Methods that make a text of a number, as a text that is joined has it. */
  private static final List<String> TEXTS =
      List.of(
          "java/lang/String.valueOf(I)Ljava/lang/String;",
          "java/lang/String.valueOf(J)Ljava/lang/String;",
          "java/lang/Integer.toString(I)Ljava/lang/String;",
          "java/lang/Long.toString(J)Ljava/lang/String;");

  private static boolean isCollection(String owner) {
    return List.of("java/util/List", "java/util/Set", "java/util/Collection", "java/lang/Iterable")
        .contains(owner);
  }

  /** Returns the text that a concatenation makes, if a request determines all of its parts. */
  static StackValue joined(List<ConstantDesc> bootstrap, List<StackValue> arguments) {
    List<StackValue> parts = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    int argument = 0;
    int constant = 1;
    for (char sign : bootstrap.getFirst().toString().toCharArray()) {
      if (sign == '\1') {
        StackValue part = arguments.get(argument++);
        if (!part.isText()) {
          return StackValue.Unknown.NARROW;
        }
        parts.add(new StackValue.Text(text.toString()));
        parts.add(part);
        text.setLength(0);
      } else if (sign == '\2') {
        text.append(bootstrap.get(constant++));
      } else {
        text.append(sign);
      }
    }
    parts.add(new StackValue.Text(text.toString()));
    parts.removeIf(part -> part.equals(new StackValue.Text("")));
    return new StackValue.Joined(List.copyOf(parts));
  }
}
