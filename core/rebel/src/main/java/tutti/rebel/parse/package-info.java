/**
 * The parser of Rebel: text becomes the tree of {@code tutti.rebel.syntax}, and mistakes become
 * problems with places. Begin with {@link tutti.rebel.parse.Parser}, which reads one file.
 *
 * <p>{@code Lexer} makes {@code Token}s, {@code TokenStream} gives them one by one and reports
 * mistakes. One recursive-descent parser for each kind of text reads from the stream: {@code
 * SpecificationParser} and {@code DeclarationParser} read what a module contains, {@code
 * StatementParser}, {@code ExpressionParser} (operators by precedence), {@code PrimaryParser},
 * {@code LiteralParser}, {@code TariffParser}, {@code TypeParser} and {@code NameParser} the rest.
 */
@NullMarked
package tutti.rebel.parse;

import org.jspecify.annotations.NullMarked;
