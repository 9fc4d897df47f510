package tutti.model.schema;

/**
 * One component of a record.
 *
 * @param name as the record declares it
 */
public record Column(String name, ValueType type) {
  @Override
  public String toString() {
    return name + ": " + type;
  }
}
