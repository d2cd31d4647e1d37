package io.emphatic;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arrows between the modules and to the libraries, and rules that hold for all main code. */
class ArchitectureTest {
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.emphatic");

    private static final Map<String, List<String>> PACKAGES = Map.of(
            "core",
            List.of(
                    "io.emphatic",
                    "io.emphatic.experience..",
                    "io.emphatic.engine..",
                    "io.emphatic.batch..",
                    "io.emphatic.bands..",
                    "io.emphatic.validation.."),
            "documents",
            List.of("io.emphatic.documents.."),
            "evaluation",
            List.of("io.emphatic.evaluation.."),
            "lab",
            List.of("io.emphatic.lab.."),
            "logs",
            List.of("io.emphatic.logs.."),
            "serve",
            List.of("io.emphatic.serve.."),
            "cli",
            List.of("io.emphatic.cli.."));

    /**
     * How long the main code may be, with comments: {@code bench} does not count. These numbers are lowered, and never
     * raised without a line in docs/decisions/rooms.md.
     */
    private static final int LINES_IN_ALL = 66_000;

    private static final Map<String, Integer> LINES_BELOW =
            Map.of("io.emphatic.engine", 4_100, "io.emphatic.logs", 19_260);
    private static final int TYPES_IN_A_PACKAGE = 40;
    private static final int LINES_OF_A_FILE = 350;
    private static final int LINES_OF_A_METHOD = 60;

    /** Classes that jte makes of templates. */
    private static final DescribedPredicate<JavaClass> TEMPLATES = simpleNameEndingWith("Generated");

    private static DescribedPredicate<JavaClass> modules(String names) {
        return resideInAnyPackage(Arrays.stream(names.split(", "))
                .flatMap(module -> PACKAGES.get(module).stream())
                .toArray(String[]::new));
    }

    @Test
    void everyPackageBelongsToAModule() {
        classes()
                .should()
                .resideInAnyPackage(
                        PACKAGES.values().stream().flatMap(List::stream).toArray(String[]::new))
                .check(ALL);
    }

    @ParameterizedTest(name = "{0} knows {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "core      | core",
                "evaluation | core, evaluation",
                "documents | documents",
                "lab       | lab, core, documents",
                "logs      | logs, core, documents, evaluation",
                "serve     | serve, core, documents, logs, evaluation",
                "cli       | cli, core, documents, lab, logs, evaluation, serve"
            })
    void modulesKnowOnlyThoseBelowThem(String module, String known) {
        classes()
                .that(modules(module))
                .should()
                .onlyDependOnClassesThat(not(resideInAPackage("io.emphatic..")).or(modules(known)))
                .check(ALL);
    }

    @ParameterizedTest(name = "only {0} know {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "io.emphatic.documents.figure | java.awt.., javax.imageio..",
                "io.emphatic.documents.., io.emphatic.lab.., io.emphatic.logs.., io.emphatic.serve.. | com.fasterxml.jackson..",
                "io.emphatic.documents.source | org.yaml..",
                "io.emphatic.engine.internal.plain, io.emphatic.evaluation.internal.values, io.emphatic.lab.theory | org.ejml..",
                "io.emphatic.logs.sql | org.duckdb..",
                "io.emphatic.logs.. | java.sql..",
                "io.emphatic.cli | picocli.., me.tongfei.."
            })
    void librariesAreKnownOnlyWhereTheyAreNeeded(String packages, String libraries) {
        noClasses()
                .that()
                .resideOutsideOfPackages(packages.split(", "))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(libraries.split(", "))
                .check(ALL);
    }

    /** Other modules hand on content of pages, and have templates. */
    @Test
    void onlyDocumentsKnowTheTemplateEngine() {
        noClasses()
                .that(not(modules("documents").or(TEMPLATES)))
                .should()
                .dependOnClassesThat(resideInAPackage("gg.jte..").and(not(name("gg.jte.Content"))))
                .check(ALL);
    }

    @Test
    void thereAreNoCyclesBetweenTheParts() {
        slices().matching("io.emphatic.(*)..").should().beFreeOfCycles().check(ALL);
    }

    @Test
    void nobodySerializes() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(java.io.ObjectOutputStream.class, java.io.ObjectInputStream.class)
                .check(ALL);
    }

    @Test
    void everyPackageHasAPage() throws IOException {
        for (String module : PACKAGES.keySet()) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                assertThat(files.filter(file -> file.toString().endsWith(".java"))
                                .map(Path::getParent))
                        .isNotEmpty()
                        .allSatisfy(folder ->
                                assertThat(folder.resolve("package-info.java")).exists());
            }
        }
    }

    /** A rule is part of an algorithm, a builder is part of what it builds. */
    @Test
    void noTypeNameOccursTwice() {
        Map<String, List<String>> types = ALL.stream()
                .filter(type -> !type.isAnonymousClass() && !TEMPLATES.test(type))
                .filter(type -> !List.of("package-info", "Rule", "Builder").contains(type.getSimpleName()))
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName, Collectors.mapping(JavaClass::getName, Collectors.toList())));
        assertThat(types).isNotEmpty().allSatisfy((name, found) -> assertThat(found)
                .hasSize(1));
    }

    @Test
    void theMainCodeStaysWithinItsBudget() throws IOException {
        List<MainSources.Source> sources = MainSources.of(modulesWithFlink());
        assertThat(lines(sources)).as("lines in all").isPositive().isLessThanOrEqualTo(LINES_IN_ALL);
        LINES_BELOW.forEach((parent, most) -> assertThat(lines(
                        sources.stream().filter(source -> source.isIn(parent)).toList()))
                .as("lines of %s", parent)
                .isPositive()
                .isLessThanOrEqualTo(most));
        assertThat(sources.stream()
                        .filter(source -> !source.file().endsWith("package-info.java"))
                        .collect(Collectors.groupingBy(MainSources.Source::packageName, Collectors.counting())))
                .as("types of each package")
                .allSatisfy((name, types) -> assertThat(types).isLessThanOrEqualTo(TYPES_IN_A_PACKAGE));
        assertThat(sources).as("lines of each file").allSatisfy(source -> assertThat(source.lines())
                .isLessThanOrEqualTo(LINES_OF_A_FILE));
    }

    @Test
    void noMethodIsTooLong() throws IOException {
        assertThat(MainSources.methods(MainSources.of(modulesWithFlink())))
                .isNotEmpty()
                .filteredOn(method -> method.lines() > LINES_OF_A_METHOD)
                .isEmpty();
    }

    /** The command line does not see the classes of Flink, but its sources count. */
    private static List<String> modulesWithFlink() {
        return Stream.concat(PACKAGES.keySet().stream(), Stream.of("flink"))
                .sorted()
                .toList();
    }

    private static int lines(List<MainSources.Source> sources) {
        return sources.stream().mapToInt(MainSources.Source::lines).sum();
    }

    /**
     * Packages with API are named in docs/java.md, and their pages say which types are API; the page of any other
     * package, or of its module, says that it is internal.
     */
    @Test
    void publicTypesAreApiOrInternal() throws IOException {
        String api = Files.readString(Path.of("..", "docs", "java.md"));
        for (MainSources.Source source : MainSources.of(modulesWithFlink())) {
            if (source.file().endsWith("package-info.java")) {
                continue;
            }
            String name = source.packageName();
            String page = Files.readString(source.file().resolveSibling("package-info.java"));
            boolean isPart = name.matches("io\\.emphatic\\.(documents|serve|flink|cli)\\b.*");
            boolean isInternal = isPart || name.contains(".internal") || page.contains("Internal: ");
            boolean isApi = api.contains("`" + name + "`") && page.contains("API");
            assertThat(isInternal || isApi).as("%s is API or internal", name).isTrue();
        }
    }
}
