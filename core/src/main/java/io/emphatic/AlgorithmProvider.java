package io.emphatic;

/**
 * Brings an algorithm from outside into the registry: found by {@link java.util.ServiceLoader} when the registry is
 * first used, through the class loader of the thread that does so. The name of the class that implements this stands in
 * {@code META-INF/services/io.emphatic.AlgorithmProvider}.
 *
 * <p>An algorithm is a public record that implements {@link OneTrace} or {@link GradientTd}, with a rule, or
 * {@link OwnEngine}, with an engine, and its entry, which {@link Algorithm#named} begins;
 * {@code examples/own-algorithm} shows one.
 */
public interface AlgorithmProvider {
    /** The entry of the registry; its name is no other algorithm's. */
    Algorithm algorithm();
}
