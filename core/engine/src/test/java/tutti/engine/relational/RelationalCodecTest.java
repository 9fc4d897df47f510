package tutti.engine.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.engine.transaction.record.RecordParts;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;

/** Bytes of everything that relational actors have, beside declarative ones. */
class RelationalCodecTest {
  enum Size {
    SMALL,
    LARGE
  }

  static final class Depot extends Actor {
    record Box(
        long id,
        String label,
        Size size,
        BigDecimal weight,
        Instant since,
        Optional<String> note,
        List<Integer> seals,
        Set<Size> fits,
        Map<String, Long> marks) {}

    record Gate(String name, boolean open) {}

    final Relation<Long, Box> boxes = relation("boxes", Box.class, Box::id);
    final Index<Size, Box> bySize = boxes.index(Box::size);
    final Relation<String, Gate> gates = relation("gates", Gate.class, Gate::name);

    record Weigh(List<Long> boxes, Optional<Size> size) implements Procedure<Depot, BigDecimal> {
      @Override
      public BigDecimal run(Depot depot) {
        return BigDecimal.TEN;
      }
    }

    record Close() implements Procedure<Depot, Void> {
      @Override
      public @Nullable Void run(Depot depot) {
        return null;
      }
    }
  }

  private static final Depot.Box BOX =
      new Depot.Box(
          -7,
          "späte Ware",
          Size.LARGE,
          new BigDecimal("12.50"),
          Instant.ofEpochSecond(5, 7),
          Optional.of("fragile"),
          List.of(1, -2, 3),
          Set.of(Size.SMALL),
          Map.of("north", 4L));
  private static final Depot.Gate GATE = new Depot.Gate("west", true);
  private static final ActorId DEPOT = new ActorId("Depot", "d");

  private final JavaApplication java =
      JavaApplication.named("depots")
          .actor("Depot", Depot::new)
          .procedures(Depot.Weigh.class, Depot.Close.class)
          .build();
  private final TestBank bank = new TestBank();
  private final RelationalApplication application = new RelationalApplication(java, bank);

  private byte[] bytes(@Nullable Object value) {
    Encoder out = new Encoder();
    application.codec().encode(value, out);
    return out.toByteArray();
  }

  private @Nullable Object trip(@Nullable Object value) {
    Decoder in = new Decoder(bytes(value));
    Object read = application.codec().decode(in);
    assertThat(in.remaining()).isZero();
    return read;
  }

  private static RowChanges changes() {
    return new RowChanges(
        "Depot",
        List.of(
            new Change(0, -7L, BOX, false),
            new Change(1, "west", GATE, true),
            new Change(1, "east", new Depot.Gate("east", false), false)));
  }

  @Test
  void everyValueOfEitherKindComesBackAsItWas() {
    for (Object value :
        List.of(
            changes(),
            new RowChanges("Depot", List.of()),
            new Depot.Weigh(List.of(1L, 2L), Optional.of(Size.SMALL)),
            new Depot.Close(),
            new ProcedureResult("Depot", "Weigh", new BigDecimal("1.250")),
            new ProcedureResult("Depot", "Weigh", null),
            new ProcedureResult("Depot", "Close", null),
            5L,
            "text",
            true)) {
      assertThat(trip(value)).isEqualTo(value);
    }
    assertThat(trip(null)).isNull();
  }

  @Test
  void rowsOfAnActorComeBackWithTheirIndexes() {
    ActorRows rows = new ActorRows("Depot", java.types().getFirst().relations());
    assertThat(bytes(trip(rows))).isEqualTo(bytes(rows));
    rows.apply(changes());
    ActorRows read = (ActorRows) Objects.requireNonNull(trip(rows));

    LockedRows store = new LockedRows(DEPOT, read, true);
    assertThat(store.get(0, -7L)).isEqualTo(BOX);
    assertThat(store.get(1, "west")).isNull();
    assertThat(store.find(0, 1, Size.LARGE)).isEqualTo(BOX);
    assertThat(store.find(0, 1, Size.SMALL)).isNull();
    assertThat(bytes(read)).isEqualTo(bytes(rows));
  }

  @Test
  void partsOfRecordsNameTypesOfEitherKind() {
    RecordParts parts = new RecordParts(application);
    ActorState blank = Objects.requireNonNull(application.type("Depot")).blank("d");
    RelationalActorType type = Objects.requireNonNull(application.type(Depot.class));
    Encoder out = new Encoder();
    Call write = new Call(DEPOT, type.actions().getFirst(), List.of(changes()));
    parts.call(out, write);
    parts.call(out, bank.call("a", "deposit", 4L));
    parts.state(out, blank);

    Decoder in = new Decoder(out.toByteArray());
    assertThat(parts.call(in)).isEqualTo(write);
    assertThat(parts.call(in).target()).isEqualTo(new ActorId("Account", "a"));
    assertThat(parts.state(in).stage()).isZero();
    assertThat(in.remaining()).isZero();
  }

  @Test
  void theSourceMakesAnApplicationThatReadsTheSame() {
    Application again = application.reload(application.source());

    assertThat(again.source()).isEqualTo(application.source());
    assertThat(again.types().stream().map(ActorType::name))
        .containsExactly("Account", "Transfer", "Depot");
    assertThat(again.codec().decode(new Decoder(bytes(changes())))).isEqualTo(changes());
    assertThat(application.evolveFrom(again).obstacles()).isEmpty();
    assertThat(RelationalApplication.typesOf(application.source())).containsExactly("Depot");
    assertThat(RelationalApplication.typesOf(bank.source())).isEmpty();
  }

  @Test
  void saysWhatItCannotRead() {
    for (Object value : List.of(changes(), new ProcedureResult("Depot", "Weigh", BigDecimal.ONE))) {
      byte[] bytes = bytes(value);
      for (int length = 0; length < bytes.length; length++) {
        Decoder cut = new Decoder(bytes, 0, length);
        assertThatThrownBy(() -> application.codec().decode(cut)).isInstanceOf(MalformedData.class);
      }
    }
    assertThatThrownBy(() -> application.codec().decode(new Decoder(new byte[] {99})))
        .isInstanceOf(MalformedData.class)
        .hasMessageContaining("unknown kind 99");
  }
}
