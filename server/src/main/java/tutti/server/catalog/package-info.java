/**
 * The description of an application from which the service documents it and reads its input:
 * specifications, fields, events and parameters, with types and documentation. Immutable.
 */
@NullMarked
package tutti.server.catalog;

import org.jspecify.annotations.NullMarked;
