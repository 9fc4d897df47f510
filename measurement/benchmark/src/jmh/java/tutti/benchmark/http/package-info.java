/**
 * {@code tutti bench http}: the service's cost of a request beside that of a bare handler behind
 * the same connections. Readers begin with {@link tutti.benchmark.http.HttpWorkload}.
 */
@NullMarked
package tutti.benchmark.http;

import org.jspecify.annotations.NullMarked;
