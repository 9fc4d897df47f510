package tutti.model.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.codec.RecordCodec;
import tutti.model.memory.MemoryWorld;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;
import tutti.model.relation.RelationDefinition;
import tutti.model.schema.ApplicationSchema;
import tutti.model.schema.Dropped;
import tutti.model.schema.Formerly;

class JavaApplicationTest {

  public static final class Good extends Actor {
    public record Row(long id, String name) {}

    static final List<String> CONSTANT = List.of();
    final Relation<Long, Row> rows = relation("rows", Row.class, Row::id);
    final Index<String, Row> byName = rows.index(Row::name);
  }

  public static class Bad extends Actor {
    public record Row(double id, Date date) {}

    public record Sound(double id, String name) {}

    Relation<Double, Row> first = relation("rows", Row.class, Row::id);
    final Relation<Double, Sound> second = relation("rows", Sound.class, Sound::id);
    final Relation<String, Sound> third = relation("a b", Sound.class, s -> s.name());
    final Relation<String, Sound> fourth = relation("fourth", Sound.class, Sound::name);
    final Index<Double, Sound> index = fourth.index(Sound::id);
    private int counter;
  }

  public static final class Failing extends Actor {
    Failing() {
      throw new IllegalStateException("no");
    }
  }

  public static final class Ready extends Actor {}

  public static final class Other extends Actor {}

  public static final class Fickle extends Actor {
    static int made;
    final Relation<Long, Good.Row> rows =
        relation(made++ % 2 == 0 ? "odd" : "even", Good.Row.class, Good.Row::id);
  }

  public record Fine(long id, String name) implements Procedure<Good, Void> {
    @Override
    public Void run(Good good) {
      good.rows.insert(new Good.Row(id, name));
      return null;
    }
  }

  public static final class NoRecord implements Procedure<Good, Void> {
    @Override
    public Void run(Good good) {
      return null;
    }
  }

  public record Stranger() implements Query<Other, Long> {
    @Override
    public Long run(Other other) {
      return 1L;
    }
  }

  public record BadTypes(Date date) implements Query<Good, Date> {
    @Override
    public Date run(Good good) {
      return date;
    }
  }

  @Internal
  @Public
  public record Guarded() implements Query<Good, Long> {
    @Override
    public Long run(Good good) {
      return 1L;
    }
  }

  interface Named<X> extends Query<Good, List<X>> {}

  public record Through() implements Named<String> {
    @Override
    public List<String> run(Good good) {
      return List.of();
    }
  }

  public record Everywhere() implements Query<Actor, String> {
    @Override
    public String run(Actor actor) {
      return actor.key() + actor.now();
    }
  }

  interface Twice {
    record Fine() implements Query<Good, Long> {
      @Override
      public Long run(Good good) {
        return 1L;
      }
    }
  }

  private static List<String> mistakes(JavaApplication.Builder builder) {
    try {
      builder.build();
      return List.of();
    } catch (InvalidApplication e) {
      assertThat(e).hasMessageContaining(e.mistakes().getFirst());
      return e.mistakes();
    }
  }

  @Test
  void reportsAllMistakesAtOnce() {
    assertThatThrownBy(
            () ->
                JavaApplication.named("my app")
                    .actor("Good", Good::new)
                    .actor("Good", Good::new)
                    .actor("Bad/", Bad::new)
                    .actor("Failing", Failing::new)
                    .actor("ready", Ready::new)
                    .procedures(
                        Fine.class,
                        Fine.class,
                        Twice.Fine.class,
                        NoRecord.class,
                        Stranger.class,
                        Guarded.class,
                        BadTypes.class)
                    .build())
        .isInstanceOf(InvalidApplication.class)
        .hasMessage(
            """
            the application my app cannot run:
            - the application's name "my app" cannot stand in a URL: begin it with a letter, and go on with letters, digits, - and _
            - two actor types are called Good: rename one
            - Good is the class of two actor types: extend it, and give each type a class
            - the actor type's name "Bad/" cannot stand in a URL: begin it with a letter, and go on with letters, digits, - and _
            - Bad/: the field first can be changed: make it final
            - Bad/: the field counter would be forgotten with the transaction: keep it in a relation, or make it static if it is a constant
            - Bad/.rows: JavaApplicationTest.Bad.Row.date has the type java.util.Date, which cannot be kept: use Instant
            - Bad/: two relations are called rows: rename one
            - Bad/.rows: id cannot be a key: its type double is rounded, and a rounded number finds nothing: use BigDecimal or long
            - Bad/: the relation's name "a b" cannot stand in a URL or a query: begin it with a letter, and go on with letters, digits and _
            - Bad/.a b: a lambda does not say which component of Sound it reads: name one by a method reference, as in Sound::id
            - Bad/.fourth: id cannot be a key: its type double is rounded, and a rounded number finds nothing: use BigDecimal or long
            - Failing: its constructor fails: no
            - the actor type's name "ready" is a path of the service itself, /ready: choose another name
            - procedure Fine is named twice: once is enough
            - procedure NoRecord is no record: make it one, with the arguments as its components
            - procedure Stranger runs on Other, which is not in the application: add it by actor(…); it has Good, Bad/, ready
            - procedure Guarded is @Internal, which no client may call, and @Public: keep one of them
            - procedure JavaApplicationTest.BadTypes.date has the type java.util.Date, which cannot be kept: use Instant
            - procedure BadTypes: its result has the type java.util.Date, which cannot be kept: use Instant
            - Good has two procedures called Fine: rename one\
            """);
  }

  @Test
  void wantsActorTypes() {
    assertThat(mistakes(JavaApplication.named("empty")))
        .containsExactly("it has no actor types: name them by actor(\"Name\", Name::new)");
  }

  @Test
  void wantsANewObjectEachTime() {
    Good one = new Good();
    assertThat(mistakes(JavaApplication.named("a").actor("Good", () -> one)))
        .containsExactly("Good: its supplier must make a new object each time, as Name::new does");
  }

  @Test
  void wantsTheSameRelationsEachTime() {
    Fickle.made = 0;
    assertThat(mistakes(JavaApplication.named("a").actor("Fickle", Fickle::new)))
        .containsExactly(
            "Fickle: its constructor fails: Fickle defines relation even where it defined odd"
                + " before: define relations in field initializers, without conditions");
  }

  @Test
  void findsTypesThroughInterfacesAndBaseClasses() {
    JavaApplication application =
        JavaApplication.named("a")
            .actor("Good", Good::new)
            .actor("Other", Other::new)
            .procedures(Through.class, Everywhere.class, Stranger.class)
            .build();
    assertThat(application.type("Good").procedures())
        .extracting(ProcedureType::name)
        .containsExactly("Through", "Everywhere");
    assertThat(application.type("Other").procedures())
        .extracting(ProcedureType::name)
        .containsExactly("Everywhere", "Stranger");
    assertThat(application.procedure(Through.class).result().type()).hasToString("list<string>");
    assertThat(application.procedure(Through.class).query()).isTrue();
    assertThat(application.type("Nobody")).isNull();
    MemoryWorld world = new MemoryWorld(application);
    assertThat(world.run(Other.class, "k", new Everywhere())).isEqualTo("k" + MemoryWorld.NOW);
  }

  @Test
  void refusesUseOfAnActorThatIsNotBound() {
    assertThatThrownBy(() -> new Other().key())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("Other is used outside a transaction");
    assertThat(new Other().abort("why").code()).isEqualTo("abort");
  }

  @Test
  void keepsItsSchemaAsBytes() {
    JavaApplication application = JavaApplication.named("a").actor("Good", Good::new).build();
    ApplicationSchema schema = application.schema();
    assertThat(schema).hasToString("Good\n  rows(id: long, name: string) key (id), index (name)\n");
    assertThat(ApplicationSchema.decode(schema.encode())).isEqualTo(schema);
    byte[] bytes = schema.encode();
    bytes[0] = 9;
    assertThatThrownBy(() -> ApplicationSchema.decode(bytes))
        .isInstanceOf(MalformedData.class)
        .hasMessage("a schema of version 9; this reads 2");
    assertThatThrownBy(() -> ApplicationSchema.decode(java.util.Arrays.copyOf(schema.encode(), 99)))
        .isInstanceOf(MalformedData.class);
  }

  @Formerly("Good")
  public static final class Better extends Actor {
    public record Row(@Formerly("id") int number, String title) {}

    public record Extra(String id) {}

    final Relation<String, Extra> extras = relation("extras", Extra.class, Extra::id);

    @Formerly("rows")
    final Relation<Long, Wide> lines = relation("lines", Wide.class, Wide::number);

    public record Wide(
        @Formerly("id") long number, @Formerly("name") String title, boolean added) {}
  }

  public static final class Rekeyed extends Actor {
    final Relation<String, Good.Row> rows = relation("rows", Good.Row.class, Good.Row::name);
  }

  public static final class Emptied extends Actor {}

  @Dropped("rows")
  public static final class Dropping extends Actor {}

  @Formerly({"Good", "Other"})
  public static final class Both extends Actor {
    final Relation<Long, Good.Row> rows = relation("rows", Good.Row.class, Good.Row::id);
  }

  private static List<String> obstacles(
      JavaApplication.Builder older, JavaApplication.Builder newer) {
    return newer.build().evolveFrom(older.build().schema()).obstacles();
  }

  @Test
  void readsRowsUnderNewNames() {
    JavaApplication older = JavaApplication.named("a").actor("Good", Good::new).build();
    JavaApplication newer = JavaApplication.named("a").actor("Better", Better::new).build();
    ApplicationEvolution evolution = newer.evolveFrom(older.schema());
    assertThat(evolution.obstacles()).isEmpty();
    ApplicationEvolution.Step step = evolution.step("Good", 0);
    assertThat(step.type()).isEqualTo("Better");
    assertThat(step.relation()).isEqualTo(1);
    Encoder out = new Encoder();
    RecordCodec.of(Good.Row.class).encode(new Good.Row(7, "x"), out);
    assertThat(step.values().apply(new Decoder(out.toByteArray()))).containsExactly(7L, "x", false);
    assertThatThrownBy(() -> evolution.step("Nobody", 0))
        .hasMessage("Nobody is no known actor type");
    assertThat(newer.evolveFrom(newer.schema()).obstacles()).isEmpty();
  }

  @Test
  void saysWhatStandsInTheWay() {
    JavaApplication.Builder older = JavaApplication.named("a").actor("Good", Good::new);
    assertThat(obstacles(older, JavaApplication.named("a").actor("Other", Other::new)))
        .containsExactly(
            "actor type Good is gone, but actors of it may exist: keep it, or say at its class what"
                + " it was called, with @Formerly(\"Good\")");
    assertThat(obstacles(older, JavaApplication.named("a").actor("Good", Emptied::new)))
        .containsExactly(
            "Good: relation rows is gone, but actors may have rows in it: keep it, even if no"
                + " procedure uses it, or say at its field what it was called, with"
                + " @Formerly(\"rows\"), or, if the rows may go, @Dropped(\"rows\") at the class"
                + " Emptied");
    assertThat(obstacles(older, JavaApplication.named("a").actor("Good", Dropping::new))).isEmpty();
    assertThat(
            obstacles(
                JavaApplication.named("a").actor("Good", Good::new).actor("Other", Other::new),
                JavaApplication.named("a").actor("Both", Both::new)))
        .contains(
            "the application: the actor type Both says @Formerly for Good and Other, which both"
                + " have data, and it can take that of one: keep the others beside it");
    assertThat(obstacles(older, JavaApplication.named("a").actor("Good", Rekeyed::new)))
        .containsExactly(
            "Good.rows: its primary key was (id) and is now (name), but rows are stored under their"
                + " keys: keep the key, or make a new relation");
  }

  @Test
  void sharesDefinitionsAmongObjects() {
    RelationDefinition<?, ?> first = new Good().rows.definition();
    assertThat(new Good().rows.definition()).isSameAs(first);
    assertThat(first.orders()).hasSize(2);
  }
}
