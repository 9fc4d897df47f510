package tutti.model.bytecode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The classes of users that the code of one procedure mentions, and those of the data that their
 * objects may have. Objects of other classes of users do not come to the procedure. Grows while the
 * code is read; not thread-safe.
 */
final class Classes {
  private static final Pattern MENTION = Pattern.compile("L([\\w/$]+)[;<]");

  /** A class of a user whose bytecode cannot be read; null if there is none. */
  private @Nullable Class<?> unreadable;

  /** A method of a user's class. */
  record Code(Class<?> owner, MethodModel method) {
    String name() {
      return method.methodName().stringValue();
    }

    /** The method's name and descriptor, which are one in its class. */
    String signature() {
      return name() + method.methodType().stringValue();
    }

    boolean is(AccessFlag flag) {
      return method.flags().has(flag);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Code(var type, var its)
          && type == owner
          && new Code(type, its).signature().equals(signature());
    }

    @Override
    public int hashCode() {
      return owner.hashCode() * 31 + signature().hashCode();
    }

    @Override
    public String toString() {
      return owner.getSimpleName() + "." + name();
    }
  }

  private final ClassLoader loader;
  private final Map<String, @Nullable Class<?>> loaded = new HashMap<>();
  private final Map<Class<?>, @Nullable ClassModel> models = new LinkedHashMap<>();

  Classes(ClassLoader loader) {
    this.loader = loader;
  }

  /** Returns the number of the classes that were mentioned so far. */
  int size() {
    return models.size();
  }

  /** Takes note of all classes in a descriptor or a generic signature. */
  void mention(String text) {
    Matcher names = MENTION.matcher(text);
    while (names.find()) {
      Class<?> type = Library.has(names.group(1)) ? null : load(names.group(1));
      if (type != null) {
        knows(type);
      }
    }
  }

  /** Takes note of what an object of the class may have, and of what it may be. */
  private void mention(ClassModel model) {
    model.superclass().ifPresent(above -> mention("L" + above.asInternalName() + ";"));
    model.interfaces().forEach(above -> mention("L" + above.asInternalName() + ";"));
    model
        .findAttribute(Attributes.permittedSubclasses())
        .ifPresent(
            known ->
                known
                    .permittedSubclasses()
                    .forEach(below -> mention("L" + below.asInternalName() + ";")));
    mentionSignature(model);
    for (FieldModel field : model.fields()) {
      mention(field.fieldType().stringValue());
      mentionSignature(field);
    }
  }

  private void mentionSignature(AttributedElement element) {
    element
        .findAttribute(Attributes.signature())
        .ifPresent(signature -> mention(signature.signature().stringValue()));
  }

  /** Returns the class with this internal name; null if there is none. */
  @Nullable Class<?> load(String name) {
    return loaded.computeIfAbsent(
        name,
        _ -> {
          try {
            return Class.forName(name.replace('/', '.'), false, loader);
          } catch (ClassNotFoundException | LinkageError missing) {
            return null;
          }
        });
  }

  /** Returns the bytecode of a class; null if it cannot be found. */
  static @Nullable ClassModel read(Class<?> type) {
    String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      return in == null ? null : ClassFile.of().parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Nullable Class<?> unreadable() {
    return unreadable;
  }

  /** Whether the bytecode of a class is known: it is a user's. Takes note of the class. */
  boolean knows(Class<?> type) {
    if (models.containsKey(type)) {
      return models.get(type) != null;
    }
    if (type.isPrimitive()
        || type.isArray()
        || Library.has(type.getName().replace('.', '/'))
        || type.isAnnotation()) {
      return false;
    }
    ClassModel model = read(type);
    models.put(type, model);
    if (model == null) {
      unreadable = type;
      return false;
    }
    mention(model);
    return true;
  }

  /** A method that a class itself has; null if it has none of that name and descriptor. */
  @Nullable Code declared(Class<?> type, String signature) {
    for (Code code : methods(type)) {
      if (code.signature().equals(signature)) {
        return code;
      }
    }
    return null;
  }

  List<Code> methods(Class<?> type) {
    ClassModel model = knows(type) ? models.get(type) : null;
    return model == null
        ? List.of()
        : model.methods().stream().map(method -> new Code(type, method)).toList();
  }

  /** Whether an object of that class, or of a subclass, may have another method in its place. */
  boolean isOverridden(Class<?> receiver, Code code) {
    if (code.is(AccessFlag.FINAL) || code.is(AccessFlag.PRIVATE) || code.is(AccessFlag.STATIC)) {
      return false;
    }
    for (Class<?> type : List.copyOf(models.keySet())) {
      if (type != receiver
          && receiver.isAssignableFrom(type)
          && code.owner() != type
          && declared(type, code.signature()) != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * The methods that code of the JDK may call, since they override its own; not the run of a
   * procedure, which is the API's, and nothing of irrevocable operations, which run afterwards.
   */
  List<Code> calledBack() {
    List<Code> found = new ArrayList<>();
    for (Class<?> type : List.copyOf(models.keySet())) {
      for (Code code : methods(type)) {
        if (!code.is(AccessFlag.STATIC)
            && !code.is(AccessFlag.ABSTRACT)
            && !code.is(AccessFlag.PRIVATE)
            && overrides(type, code)) {
          found.add(code);
        }
      }
    }
    return found;
  }

  private boolean overrides(Class<?> type, Code code) {
    if (code.name().equals("<init>")) {
      return false;
    }
    for (Class<?> above : above(type, new ArrayList<>())) {
      if (!knows(above)
          && !above.getName().equals("tutti.model.actor.Procedure")
          && !above.getPackageName().equals("tutti.model.outside")) {
        for (Method method : above.getDeclaredMethods()) {
          if (method.getName().equals(code.name())
              && !Modifier.isStatic(method.getModifiers())
              && method.getParameterCount() == code.method().methodTypeSymbol().parameterCount()) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** The classes and interfaces that a class extends, in the order in which methods are found. */
  static List<Class<?>> above(Class<?> type, List<Class<?>> found) {
    Class<?> parent = type.getSuperclass();
    if (parent != null && !found.contains(parent)) {
      found.add(parent);
      above(parent, found);
    }
    for (Class<?> each : type.getInterfaces()) {
      if (!found.contains(each)) {
        found.add(each);
        above(each, found);
      }
    }
    return found;
  }
}
