/** JSON as the service reads it, strictly, and writes it. Streaming, by Jackson. */
@NullMarked
package tutti.server.json;

import org.jspecify.annotations.NullMarked;
