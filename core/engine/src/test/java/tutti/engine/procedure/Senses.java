package tutti.engine.procedure;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import tutti.engine.procedure.Market.Exchange;
import tutti.engine.procedure.Market.Purse;
import tutti.model.actor.Promise;
import tutti.model.actor.Ref;

/**
 * All that the objects which a procedure is given can tell it, as a text: what their methods give
 * that take nothing, their texts, their hash codes, and the order in which tables of them go.
 */
final class Senses {
  private Senses() {}

  static List<String> tell(Exchange exchange, List<String> purses) {
    List<String> told = new ArrayList<>();
    add(told, exchange);
    Set<Ref<Purse>> refs = new HashSet<>();
    Map<Promise<?>, String> promises = new HashMap<>();
    for (String purse : purses) {
      Ref<Purse> ref = exchange.actor(Purse.class, purse);
      refs.add(ref);
      refs.add(exchange.actor(Purse.class, purse));
      add(told, ref);
      Promise<Long> promise = ref.call(new Purse.Add("EUR", 1));
      addQuick(told, promise);
      promises.put(promise, "call " + purse);
      Promise<?> opened = exchange.event("Account", purse, "open", 5L);
      addQuick(told, opened);
      promises.put(opened, "event " + purse);
    }
    refs.forEach(each -> told.add(each.toString()));
    promises.values().forEach(told::add);
    told.add(exchange.now().equals(exchange.now()) ? "one time" : "several times");
    promises.keySet().forEach(each -> told.add(String.valueOf(each.get())));
    return told;
  }

  /** Whatever a promise tells besides its result, for which one waits. */
  private static void addQuick(List<String> told, Promise<?> promise) {
    told.add(promise + " " + promise.hashCode());
    methods(Promise.class)
        .filter(method -> !method.getName().equals("get"))
        .forEach(method -> told.add(method.getName() + " " + ask(method, promise)));
  }

  private static void add(List<String> told, Object thing) {
    told.add(thing + " " + thing.hashCode());
    Class<?> type = thing instanceof Ref ? Ref.class : thing.getClass().getSuperclass();
    methods(Objects.requireNonNull(type))
        .filter(method -> !method.getName().equals("now"))
        .forEach(method -> told.add(method.getName() + " " + ask(method, thing)));
  }

  private static Stream<Method> methods(Class<?> type) {
    return Stream.of(type.getMethods())
        .filter(method -> method.getParameterCount() == 0 && method.getReturnType() != void.class)
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> method.getDeclaringClass() != Object.class)
        .sorted(Comparator.comparing(Method::getName));
  }

  private static Object ask(Method method, Object thing) {
    try {
      return String.valueOf(method.invoke(thing));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
