package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/architecture.md} walks through classes that exist. */
class ArchitecturePageTest {
    private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z]\\w*)(?:\\.\\w+)?`");

    @Test
    void everyClassThatTheArchitecturePageNamesExists() throws IOException {
        Set<String> types = new ClassFileImporter()
                .importPackages("io.emphatic").stream()
                        .map(JavaClass::getSimpleName)
                        .collect(Collectors.toSet());
        for (String folder : List.of("flink/src/main", "bench/src/main", "lab/src/test", "evaluation/src/test")) {
            try (Stream<Path> sources = Files.walk(Path.of("..", folder, "java"))) { // not on this class path
                sources.map(source -> source.getFileName().toString().replace(".java", ""))
                        .forEach(types::add);
            }
        }
        String rooms = Files.readString(Path.of("..", "docs", "decisions", "rooms.md"));
        String page = Files.readString(Path.of("..", "docs", "architecture.md"))
                + rooms.substring(rooms.indexOf("## Other walks"));
        Set<String> named =
                TYPE.matcher(page).results().map(match -> match.group(1)).collect(Collectors.toSet());
        assertThat(named).hasSizeGreaterThan(50);
        assertThat(named).isSubsetOf(types);
    }

    @Test
    void everyPackageOfMainCodeIsInTheListOfTheArchitecturePage() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "architecture.md"));
        Set<String> lastNames = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.emphatic").stream()
                        .map(JavaClass::getPackageName)
                        .filter(name -> !name.startsWith("io.emphatic.lab.problems."))
                        .map(name -> name.substring(name.lastIndexOf('.') + 1))
                        .collect(Collectors.toSet());
        assertThat(lastNames).allSatisfy(name -> assertThat(page).containsPattern("[`.]" + name + "[`.]"));
    }
}
