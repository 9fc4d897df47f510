package tutti.server.json;

/**
 * A fault in a JSON body.
 *
 * @param code stable, kebab case: {@code malformed-json}, {@code unknown-field}, …
 * @param pointer the place, as a JSON pointer (RFC 6901); empty for the whole body
 * @param detail one sentence for a person
 */
public record JsonFault(String code, String pointer, String detail) {}
