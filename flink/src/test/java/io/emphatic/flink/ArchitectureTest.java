package io.emphatic.flink;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
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
}
