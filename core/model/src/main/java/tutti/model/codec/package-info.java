/**
 * Records as bytes, and as keys in their order. Begin with {@link tutti.model.codec.RecordCodec},
 * which reads and writes the records of one class; a {@link tutti.model.codec.TypeCodec} does so
 * for the values of one type.
 *
 * <p>{@code RecordReader} finds the codecs of a class once, by reflection; afterwards {@code
 * Accessors} and constructors are compiled code, and a {@link tutti.model.codec.ColumnCodec} reads
 * one component. {@code Scalars}, {@code EnumCodec}, {@code OptionalCodec}, {@code CollectionCodec}
 * and {@code MapCodec} are the types. {@link tutti.model.codec.SchemaEvolution}, {@code
 * RecordEvolution} and {@link tutti.model.codec.TypeEvolution} read bytes that were written under
 * an older version of a record.
 */
@NullMarked
package tutti.model.codec;

import org.jspecify.annotations.NullMarked;
