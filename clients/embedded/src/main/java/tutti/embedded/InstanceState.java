package tutti.embedded;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of a Rebel instance in a {@linkplain ClientTransaction transaction}.
 *
 * @param state the instance's life-cycle state
 * @param fields the fields by name, as JSON has them; null where a field has no value yet
 */
public record InstanceState(String state, Map<String, @Nullable Object> fields) {}
