/**
 * The description of an application from which the service documents it and reads its input:
 * specifications, fields, events and parameters, with types and documentation. Immutable.
 *
 * <p>Begin with {@link tutti.server.catalog.Catalog}, which {@link
 * tutti.server.catalog.RebelCatalog} and {@link tutti.server.catalog.JavaCatalog} make.
 */
@NullMarked
package tutti.server.catalog;

import org.jspecify.annotations.NullMarked;
