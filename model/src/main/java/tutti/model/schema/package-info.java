/**
 * Records as data: which components they have, how they become bytes, how they are ordered as keys,
 * and how bytes that were written under an older version of a record are read today. Reflection
 * happens once per class; after it, accessors and constructors are compiled code.
 */
@NullMarked
package tutti.model.schema;

import org.jspecify.annotations.NullMarked;
