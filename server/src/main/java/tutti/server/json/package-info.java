/** The service's reader of JSON, which is strict, and its writer. Both stream, and use Jackson. */
@NullMarked
package tutti.server.json;

import org.jspecify.annotations.NullMarked;
