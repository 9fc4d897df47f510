/**
 * Rebel, the language: {@link tutti.rebel.Rebel} loads specifications. Behind it stand {@code
 * syntax} (texts to trees), {@code check} (trees to what they mean), {@code compile} (to what the
 * engine runs), {@code analyze} (to what people are told of it), and {@code value}.
 */
@NullMarked
package tutti.rebel;

import org.jspecify.annotations.NullMarked;
