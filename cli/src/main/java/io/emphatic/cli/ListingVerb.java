package io.emphatic.cli;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Parameters;

/** A command that lists everything of a kind, or shows one of them in full: {@code emphatic VERB [NAME] [--json]}. */
abstract class ListingVerb<T> extends Verb {
    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Only this one, in full.")
    private String name;

    abstract List<T> all();

    /** @throws IllegalArgumentException if there is none of that name */
    abstract T named(String typed);

    abstract Map<String, Object> document(T shown);

    abstract void printAll();

    abstract void printOne(T shown);

    @Override
    public final Integer call() {
        List<T> shown = name == null ? all() : List.of(typed(() -> named(name)));
        print(() -> shown.stream().map(this::document).toList(), () -> {
            if (name == null) {
                printAll();
            } else {
                printOne(shown.get(0));
            }
        });
        return Emphatic.DONE;
    }
}
