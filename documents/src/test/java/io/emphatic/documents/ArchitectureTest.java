package io.emphatic.documents;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arrows between the packages of this module, none of which knows another module. */
class ArchitectureTest {
    private static final String OURS = "io.emphatic.documents.";
    private static final JavaClasses DOCUMENTS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.emphatic");

    @ParameterizedTest(name = "{0} knows {1}")
    @CsvSource({"page, figure", "figure, text", "text, text", "file, file", "json, json", "source, source"})
    void eachPackageKnowsAtMostOneOther(String from, String to) {
        classes()
                .that()
                .resideInAPackage(OURS + from)
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackage("io.emphatic..").or(resideInAnyPackage(OURS + from, OURS + to)))
                .check(DOCUMENTS);
    }

    @Test
    void thereAreNoCycles() {
        slices().matching(OURS + "(*)..").should().beFreeOfCycles().check(DOCUMENTS);
    }

    @Test
    void noOtherModuleIsKnown() {
        classes()
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackage("io.emphatic..").or(resideInAnyPackage(OURS + ".")))
                .check(DOCUMENTS);
    }
}
