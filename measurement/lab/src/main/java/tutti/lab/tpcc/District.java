package tutti.lab.tpcc;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.lab.tpcc.Tables.DistrictRow;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** The row of a district. */
public final class District extends Actor {
  static final String TYPE = "District";

  public final Relation<Integer, DistrictRow> district =
      relation("district", DistrictRow.class, DistrictRow::id);

  /** Returns the key of a district; keys are in the order of numbers. */
  static String key(int warehouse, int district) {
    return Depot.key(warehouse) + "/" + Integer.toString(100 + district).substring(1);
  }

  private DistrictRow row() {
    return district
        .scan()
        .limit(1)
        .first()
        .orElseThrow(() -> abort(Depot.NOT_LOADED, "the district is not there"));
  }

  /** The row, if it is there. */
  public record Rows() implements Query<District, List<DistrictRow>> {
    @Override
    public List<DistrictRow> run(District district) {
      return district.district.scan().list();
    }
  }

  /** A new order: the row as it was before, with the order's number. */
  @Internal
  public record Order() implements Procedure<District, DistrictRow> {
    @Override
    public DistrictRow run(District district) {
      DistrictRow before = district.row();
      district.district.update(before.ordered());
      return before;
    }
  }

  /** Takes a payment. */
  @Internal
  public record Take(BigDecimal amount) implements Procedure<District, DistrictRow> {
    @Override
    public DistrictRow run(District district) {
      DistrictRow paid = district.row().paid(amount);
      district.district.update(paid);
      return paid;
    }
  }

  /** The row. */
  public record Load(DistrictRow row) implements Procedure<District, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(District district) {
      if (!district.district.contains(row.id())) {
        district.district.insert(row);
      }
      return null;
    }
  }
}
