package tutti.embedded;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of a Rebel instance when it was read.
 *
 * @param state the instance's life-cycle state
 * @param fields by name, as JSON would have them; null where there is no value yet
 * @param version the number of events that have happened to the instance
 */
public record InstanceView(String state, Map<String, @Nullable Object> fields, long version) {}
