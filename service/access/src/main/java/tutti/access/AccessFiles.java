package tutti.access;

import java.nio.file.Path;

/**
 * The files that say who may do what.
 *
 * @param roles what each role may do
 * @param keys the API keys, and the roles of those who show them
 */
public record AccessFiles(Path roles, Path keys) {}
