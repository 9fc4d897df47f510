/**
 * The descriptions of data that outlive a program: names and types without Java's classes. Begin
 * with {@link tutti.model.schema.Schema}, the components of a record.
 *
 * <p>An {@link tutti.model.schema.ApplicationSchema} has the relations and procedures of all actor
 * types; it is written beside the data and compared when a newer program opens them. A {@link
 * tutti.model.schema.ValueType} is the type of a component, {@link tutti.model.schema.Kind} one
 * that has no parts. Authors of records write {@link tutti.model.schema.Default} and {@link
 * tutti.model.schema.Formerly} at components that are new or renamed.
 */
@NullMarked
package tutti.model.schema;

import org.jspecify.annotations.NullMarked;
