package io.emphatic.cli;

import io.emphatic.documents.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Parameters;

/** A command that lists everything of a kind, or shows one of them in full: {@code emphatic VERB [NAME] [--json]}. */
abstract class ListingVerb<T> extends Verb {
    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "Only this one, in full.")
    private String name;

    private final Supplier<List<T>> all;
    private final Function<String, T> named;

    /** @param named refuses an unknown name with an {@link IllegalArgumentException} */
    ListingVerb(Supplier<List<T>> all, Function<String, T> named) {
        this.all = all;
        this.named = named;
    }

    /** The one named, with whatever else was typed about it. */
    T amended(T one) {
        return one;
    }

    abstract JsonObject document(T shown);

    abstract void printAll(PrintWriter out);

    abstract void printOne(T shown, PrintWriter out);

    @Override
    public final Integer call() {
        List<T> shown = name == null ? all.get() : List.of(typed(() -> amended(named.apply(name))));
        return print(() -> shown.stream().map(this::document).toList(), out -> {
            if (name == null) {
                printAll(out);
            } else {
                printOne(shown.get(0), out);
            }
        });
    }
}
