package io.emphatic.flink;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the module may use, and who may use Flink. */
class ArchitectureTest {
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.emphatic");

    @Test
    void onlyThisModuleKnowsFlink() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.emphatic.flink..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.flink..", "org.apache.kafka..", "io.emphatic.flink..")
                .check(ALL);
    }

    @Test
    void itUsesWhatIsBelowIt() {
        classes()
                .that()
                .resideInAPackage("io.emphatic.flink..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.emphatic",
                        "io.emphatic.experience",
                        "io.emphatic.flink..",
                        "io.emphatic.documents..",
                        "io.emphatic.evaluation..",
                        "io.emphatic.logs..",
                        "org.apache.flink..",
                        "org.apache.kafka..",
                        "com.fasterxml.jackson..",
                        "java..")
                .check(ALL);
    }

    @Test
    void eachRoomUsesThoseBeforeIt() {
        List<String> rooms = List.of("state", "source", "jobs", "evaluation");
        for (int k = 0; k < rooms.size(); k++) {
            String[] later = rooms.subList(k + 1, rooms.size()).stream()
                    .map(room -> "io.emphatic.flink." + room)
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage("io.emphatic.flink." + rooms.get(k))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(Stream.concat(Stream.of("io.emphatic.flink"), Stream.of(later))
                            .toArray(String[]::new))
                    .check(ALL);
        }
    }
}
