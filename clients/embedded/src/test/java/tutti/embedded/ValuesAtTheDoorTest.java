package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.deployment.FreePorts;
import tutti.model.ActorId;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.outside.OutsideService;
import tutti.model.relation.Relation;

/** Keys that name nothing, and results and arguments that cannot be written, in each deployment. */
class ValuesAtTheDoorTest {
  @TempDir private Path folder;

  public static final class Shop extends Actor {
    public record Item(String name, int pieces) {}

    /** A row with a part of its own. */
    public record Tagged(String name, Label label) {}

    public final Relation<String, Item> items = relation("items", Item.class, Item::name);
    public final Relation<String, Tagged> tagged = relation("tagged", Tagged.class, Tagged::name);

    private int pieces() {
      return items.find("x").map(Item::pieces).orElse(0);
    }
  }

  /** A value with a part that may be null by mistake, and one whose accessor may throw. */
  public record Label(String text, int number) {
    @Override
    public int number() {
      if (number < 0) {
        throw new UnsupportedOperationException("a negative number");
      }
      return number;
    }
  }

  /** All kinds of values in one result. */
  public record Sheet(
      Label label,
      Optional<Label> more,
      List<Label> list,
      List<String> texts,
      Map<String, Label> map) {}

  public record Add(int pieces) implements Procedure<Shop, Integer> {
    @Override
    public Integer run(Shop shop) {
      shop.items.upsert(new Shop.Item("x", shop.pieces() + pieces));
      return shop.pieces();
    }
  }

  /** Writes, and returns what cannot be written. */
  public record Tag(String how) implements Procedure<Shop, Sheet> {
    @Override
    public Sheet run(Shop shop) {
      new Add(1000).run(shop);
      return sheet(how);
    }
  }

  /** Returns what cannot be written, and writes nothing. */
  public record See(String how) implements Query<Shop, Sheet> {
    @Override
    public Sheet run(Shop shop) {
      return sheet(how);
    }
  }

  /** Writes a row that cannot be written. */
  public record Keep(String how) implements Procedure<Shop, Integer> {
    @Override
    public Integer run(Shop shop) {
      shop.tagged.insert(new Shop.Tagged("x", sheet(how).label()));
      return 1;
    }
  }

  /** Calls another actor, with what cannot be written, or takes it as its result. */
  public record Pass(String to, String how) implements Procedure<Shop, Integer> {
    @Override
    public Integer run(Shop shop) {
      new Add(1000).run(shop);
      shop.actor(Shop.class, to).call(new Take(sheet(how))).get();
      return 1;
    }
  }

  public record Fetch(String to, String how) implements Procedure<Shop, Integer> {
    @Override
    public Integer run(Shop shop) {
      new Add(1000).run(shop);
      shop.actor(Shop.class, to).call(new Tag(how)).get();
      return 1;
    }
  }

  public record Take(Sheet sheet) implements Procedure<Shop, Integer> {
    @Override
    public Integer run(Shop shop) {
      return new Add(1000).run(shop);
    }
  }

  /** Calls the actor with a key that comes of an argument. */
  public record AddAt(String key) implements Procedure<Shop, Integer> {
    @Override
    public Integer run(Shop shop) {
      new Add(1000).run(shop);
      return shop.actor(Shop.class, key).call(new Add(1)).get();
    }
  }

  /** Names nothing, where a program must name something. */
  public record Forget(String what) implements Procedure<Shop, Integer> {
    @SuppressWarnings("NullAway") // these are the mistakes
    @Override
    public Integer run(Shop shop) {
      new Add(1000).run(shop);
      switch (what) {
        case "the class of an actor" -> shop.actor((Class<Shop>) null, "a");
        case "the key of a Shop" -> shop.actor(Shop.class, null);
        case "the procedure that is called on Shop[a]" ->
            shop.actor(Shop.class, "a").call((Procedure<Shop, Integer>) null);
        case "the specification of an event" -> shop.event(null, "a", "open");
        case "the key of a row (name)" -> shop.items.find(null);
        case "a record Item" -> shop.items.upsert(null);
        case "a constant of a condition" ->
            shop.items.select().where(Shop.Item::name).is(null).list();
        default -> shop.event("Account", "a", null);
      }
      return 1;
    }
  }

  /** Has an operation done under a key that comes of an argument. */
  public record Charge(String key) implements Procedure<Shop, Integer> {
    @Override
    public Integer run(Shop shop) {
      shop.irrevocable(key, _ -> {}, Till.class);
      return 1;
    }
  }

  public static final class Till implements OutsideService {
    @Override
    public tutti.model.outside.Happened happened(String key) {
      return tutti.model.outside.Happened.YES;
    }
  }

  /** Throws an exception whose own description throws. */
  public record Throw() implements Procedure<Shop, Integer> {
    @Override
    public Integer run(Shop shop) {
      throw new IllegalStateException() {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
          throw new IllegalArgumentException("no message");
        }
      };
    }
  }

  private static final List<String> BAD =
      List.of(
          "null component",
          "null list element",
          "null text in a list",
          "null map key",
          "null map value",
          "null map",
          "null optional",
          "null in an optional",
          "endless list",
          "endless map",
          "accessor");

  /** Values without a mistake in them that have too much. */
  private static final List<String> LARGE = List.of("two billion", "lists of one list");

  /** A list that has no end, or says that it has so many. */
  private static List<String> texts(int size, int given) {
    return new AbstractList<>() {
      @Override
      public String get(int index) {
        return "a";
      }

      @Override
      public int size() {
        return size;
      }

      @Override
      public Iterator<String> iterator() {
        return Stream.generate(() -> "a").limit(given).iterator();
      }
    };
  }

  /** A map whose entries have no end. */
  private static Map<String, Label> endless() {
    return new AbstractMap<>() {
      @Override
      public Set<Entry<String, Label>> entrySet() {
        return new AbstractSet<>() {
          @Override
          public Iterator<Entry<String, Label>> iterator() {
            return Stream.iterate(0, i -> i + 1)
                .map(i -> Map.entry("k" + i, new Label("a", 1)))
                .iterator();
          }

          @Override
          public int size() {
            return 3;
          }
        };
      }
    };
  }

  @SuppressWarnings("NullAway") // these are the mistakes
  private static Sheet sheet(String how) {
    Label good = new Label("good", 1);
    Label bad = how.equals("accessor") ? new Label("good", -1) : new Label(null, 1);
    Map<String, Label> map = new HashMap<>();
    map.put("a", good);
    return switch (how) {
      case "null component", "accessor" ->
          new Sheet(bad, Optional.empty(), List.of(), List.of(), map);
      case "null list element" ->
          new Sheet(good, Optional.empty(), List.of(good, bad), List.of(), map);
      case "null text in a list" ->
          new Sheet(good, Optional.empty(), List.of(), Arrays.asList("a", null), map);
      case "null map key" ->
          new Sheet(
              good, Optional.empty(), List.of(), List.of(), Collections.singletonMap(null, good));
      case "null map value" ->
          new Sheet(
              good, Optional.empty(), List.of(), List.of(), Collections.singletonMap("a", null));
      case "null map" -> new Sheet(good, Optional.empty(), List.of(), List.of(), null);
      case "null optional" -> new Sheet(good, null, List.of(), List.of(), map);
      case "endless list" ->
          new Sheet(good, Optional.empty(), List.of(), texts(3, Integer.MAX_VALUE), map);
      case "endless map" -> new Sheet(good, Optional.empty(), List.of(), List.of(), endless());
      case "two billion" ->
          new Sheet(
              good, Optional.empty(), List.of(), texts(Integer.MAX_VALUE, Integer.MAX_VALUE), map);
      case "lists of one list" ->
          new Sheet(
              good, Optional.empty(), Collections.nCopies(Integer.MAX_VALUE, good), List.of(), map);
      case "null in an optional" -> new Sheet(good, Optional.of(bad), List.of(), List.of(), map);
      default -> new Sheet(good, Optional.of(good), List.of(good), List.of("a"), map);
    };
  }

  private static final JavaApplication APPLICATION =
      JavaApplication.named("shops")
          .actor("Shop", Shop::new)
          .procedures(
              Add.class,
              Tag.class,
              See.class,
              Keep.class,
              Pass.class,
              Fetch.class,
              Take.class,
              AddAt.class,
              Forget.class,
              Charge.class,
              Throw.class)
          .outside(new Till())
          .build();

  private Tutti open(String how) throws IOException {
    TuttiBuilder builder = Tutti.builder().application(APPLICATION).data(folder.resolve("data"));
    if (how.equals("single")) {
      return builder.open();
    }
    Path file = folder.resolve("three.conf");
    String nodes = FreePorts.nodes(List.of("a", "b", "c"));
    Files.writeString(
        file, "tutti { " + nodes + "\n journal.segment-size = 1 MiB\n executors = 1 }\n");
    builder = builder.deployment(file);
    return switch (how) {
      case "three nodes" -> builder.open();
      case "multipaxos" -> builder.set("replication", "multipaxos").open();
      default -> builder.set("integrated", how).open();
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "three nodes", "multipaxos", "tapir", "janus"})
  void leaveNothingBehind(String how) throws IOException {
    try (Tutti tutti = open(how)) {
      Client client = tutti.within(Duration.ofSeconds(20));
      ActorHandle<Shop> shop = client.actor(Shop.class, "main");
      assertThat(shop.call(new Add(1))).isEqualTo(1);
      for (String bad : BAD) {
        failed(bad, "Tag", () -> shop.call(new Tag(bad)));
        failed(
            bad,
            "Tag",
            () -> client.once("tag " + bad).actor(Shop.class, "main").call(new Tag(bad)));
        failed(bad, "See", () -> shop.call(new See(bad)));
        if (!bad.equals("accessor")) {
          // An accessor throws where it is called: at the sender only if the call is sent.
          failed(bad, "Pass", () -> shop.call(new Pass("other " + bad, bad)));
        }
        failed(bad, "Tag", () -> shop.call(new Fetch("other " + bad, bad)));
      }
      for (String large : LARGE) {
        tooLarge(large, () -> shop.call(new Tag(large)));
        tooLarge(large, () -> client.once(large).actor(Shop.class, "main").call(new Tag(large)));
        tooLarge(large, () -> shop.call(new See(large)));
        tooLarge(large, () -> shop.call(new Pass("other", large)));
        tooLarge(large, () -> shop.call(new Fetch("other", large)));
      }
      failed("a row", "Keep", () -> shop.call(new Keep("null component")));
      assertThat(shop.call(new Add(0))).isEqualTo(1);
      failed("a row", "", () -> shop.call(new Keep("accessor")));
      failed("an exception", "Throw", () -> shop.call(new Throw()));
      for (String what :
          List.of(
              "the class of an actor",
              "the key of a Shop",
              "the procedure that is called on Shop[a]",
              "the specification of an event",
              "the key of a row (name)",
              "a record Item",
              "a constant of a condition",
              "the name of an event")) {
        failed(what, what + " is null", () -> shop.call(new Forget(what)));
      }
      for (String key : List.of("", "k\uD800", "\uDC00", "k".repeat(ActorId.MOST_KEY_BYTES + 1))) {
        assertThatThrownBy(() -> shop.call(new AddAt(key)))
            .isInstanceOf(RefusedException.class)
            .hasMessageContaining("cannot be the key of a Shop");
        assertThatThrownBy(() -> shop.call(new Charge(key))).isInstanceOf(FailedException.class);
        assertThatThrownBy(() -> client.actor(Shop.class, key))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> client.once(key)).isInstanceOf(IllegalArgumentException.class);
      }
      String longest = "あ".repeat(ActorId.MOST_KEY_BYTES / 3);
      for (String key : List.of("\0", "a\nb", "e\u0301", "\uD83D\uDE00", "?", longest)) {
        assertThat(shop.call(new AddAt(key))).isEqualTo(1);
        assertThat(client.actor(Shop.class, key).call(new Add(1))).isEqualTo(2);
      }
      assertThat(shop.call(new See("good"))).isEqualTo(sheet("good"));
      assertThat(shop.call(new Add(1))).isEqualTo(6002);
      for (String bad : BAD) {
        assertThat(client.actor(Shop.class, "other " + bad).call(new Add(1))).isEqualTo(1);
      }
      assertThat(tutti.notReady()).isEmpty();
    }
    try (Tutti tutti = open(how)) {
      assertThat(tutti.actor(Shop.class, "main").call(new Add(1))).isEqualTo(6003);
    }
  }

  private static void tooLarge(String what, Runnable call) {
    assertThatThrownBy(() -> end(call))
        .as(what)
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("more than 4194304 elements");
  }

  private static void failed(String what, String procedure, Runnable call) {
    assertThatThrownBy(() -> end(call))
        .as(what)
        .isInstanceOfAny(FailedException.class, AbortedException.class)
        .hasMessageContaining(procedure);
  }

  /** Under TAPIR and Janus the end of one try says nothing of a key that was given. */
  private static void end(Runnable call) throws Throwable {
    try {
      call.run();
    } catch (InDoubtException open) {
      throw open.getCause();
    }
  }

  @Test
  void areRefusedAsArgumentsWhereTheyComeFrom() throws IOException {
    try (Tutti tutti = open("single")) {
      ActorHandle<Shop> shop = tutti.actor(Shop.class, "main");
      assertThatThrownBy(() -> shop.call(new Take(sheet("null component"))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Take: Label.text is null: make it an Optional");
      List<Label> list = new ArrayList<>(List.of(new Label("a", 1)));
      @Nullable Sheet good =
          new Sheet(new Label("a", 1), Optional.empty(), list, List.of(), Map.of());
      assertThat(shop.call(new Take(good))).isEqualTo(1000);
    }
  }

  @Test
  void takeSpansOfTimeOfAnyLength() throws IOException {
    try (Tutti tutti = open("single")) {
      for (Duration span :
          List.of(
              Duration.ofNanos(Long.MAX_VALUE),
              Duration.ofDays(365 * 300),
              ChronoUnit.FOREVER.getDuration())) {
        Client client = tutti.within(span);
        assertThat(client.actor(Shop.class, "main").call(new Add(0))).isZero();
        assertThat(client.snapshot(span).actor(Shop.class, "main").call(new See("good")))
            .isEqualTo(sheet("good"));
        int pieces =
            tutti.transaction().within(span).run(it -> it.call(Shop.class, "main", new Add(0)));
        assertThat(pieces).isZero();
      }
    }
  }
}
