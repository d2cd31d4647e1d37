package io.emphatic.lab.study;

import io.emphatic.documents.source.SourceReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A study that stands in a test and not in a file. */
final class StudyText {
    private StudyText() {}

    static Study parse(String text, String name) {
        try {
            return new StudyFile(Path.of(""), false).study(SourceReader.parse("a study", name, text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
