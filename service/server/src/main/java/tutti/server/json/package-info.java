/**
 * The reader of JSON in requests: {@link tutti.server.json.JsonInput} reads strictly, token by
 * token, and collects faults with their places. {@link tutti.model.text.JsonText} writes JSON.
 *
 * <p>Begin with {@link tutti.server.json.JsonInput}, one body.
 */
@NullMarked
package tutti.server.json;

import org.jspecify.annotations.NullMarked;
