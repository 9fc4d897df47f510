package tutti.model.schema;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The type of a component as data, without any Java class, so that a data folder can keep it and a
 * later version of the application can compare it with its own. A primitive and its box are one
 * type, because no component is ever null.
 */
public sealed interface ValueType {

  record Scalar(Kind kind) implements ValueType {
    @Override
    public String toString() {
      return kind.toString();
    }
  }

  /**
   * @param name the enum's simple name, for people
   * @param constants in the order of their declaration
   */
  record Enumeration(String name, List<String> constants) implements ValueType {
    public Enumeration {
      constants = List.copyOf(constants);
    }

    @Override
    public String toString() {
      return "enum " + name + constants.stream().collect(Collectors.joining(", ", "(", ")"));
    }
  }

  /**
   * @param name the record's simple name, for people
   */
  record Nested(String name, Schema schema) implements ValueType {
    @Override
    public String toString() {
      return name + schema;
    }
  }

  record OptionalOf(ValueType of) implements ValueType {
    @Override
    public String toString() {
      return "optional<" + of + ">";
    }
  }

  record ListOf(ValueType of) implements ValueType {
    @Override
    public String toString() {
      return "list<" + of + ">";
    }
  }

  record SetOf(ValueType of) implements ValueType {
    @Override
    public String toString() {
      return "set<" + of + ">";
    }
  }

  record MapOf(ValueType key, ValueType value) implements ValueType {
    @Override
    public String toString() {
      return "map<" + key + ", " + value + ">";
    }
  }
}
