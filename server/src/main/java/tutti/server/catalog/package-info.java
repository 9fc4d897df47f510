/**
 * What the service says of an application and needs to read its input: specifications, fields,
 * events and parameters, with types and documentation. Immutable.
 */
@NullMarked
package tutti.server.catalog;

import org.jspecify.annotations.NullMarked;
