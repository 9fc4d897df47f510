/**
 * Records as data: their components, their bytes, their order as keys, and the reading of bytes
 * that were written under an older version of a record. Reflection is used once per class;
 * afterwards accessors and constructors are compiled code.
 */
@NullMarked
package tutti.model.schema;

import org.jspecify.annotations.NullMarked;
