package tutti.embedded;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Rebel instance as it was read.
 *
 * @param state its life-cycle state
 * @param fields by name, as JSON would have them; null where there is no value yet
 * @param version counts what has happened to it
 */
public record InstanceView(String state, Map<String, @Nullable Object> fields, long version) {}
