package io.emphatic;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows between the modules, as the design draws them. */
class ArchitectureTest {
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.emphatic");

    @Test
    void theCoreKnowsNobody() {
        noClasses()
                .that()
                .resideInAPackage("io.emphatic")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.emphatic.lab..", "io.emphatic.cli..", "io.emphatic.logs..")
                .check(ALL);
    }

    @Test
    void theLabKnowsTheCoreAlone() {
        noClasses()
                .that()
                .resideInAPackage("io.emphatic.lab..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.emphatic.cli..", "io.emphatic.logs..", "picocli..", "org.duckdb..")
                .check(ALL);
    }

    @Test
    void nobodySerializes() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(java.io.ObjectOutputStream.class, java.io.ObjectInputStream.class)
                .check(ALL);
    }
}
