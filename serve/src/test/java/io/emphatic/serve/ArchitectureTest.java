package io.emphatic.serve;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of this module, and to the outside. */
class ArchitectureTest {
    private static final JavaClasses SERVE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.emphatic.serve");

    @Test
    void eachPackageUsesOnlyThoseBeforeIt() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("storage")
                .definedBy("io.emphatic.serve.storage")
                .layer("quality")
                .definedBy("io.emphatic.serve.quality")
                .layer("service")
                .definedBy("io.emphatic.serve.service")
                .layer("http")
                .definedBy("io.emphatic.serve.http")
                .whereLayer("http")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("service")
                .mayOnlyBeAccessedByLayers("http")
                .whereLayer("quality")
                .mayOnlyBeAccessedByLayers("service", "http")
                .whereLayer("storage")
                .mayOnlyBeAccessedByLayers("service")
                .check(SERVE);
    }

    @Test
    void theClientAndTheServiceKnowNothingOfEachOther() {
        noClasses()
                .that()
                .resideInAPackage("io.emphatic.serve.client")
                .should()
                .dependOnClassesThat(resideInAPackage("io.emphatic..")
                        .and(DescribedPredicate.not(
                                resideInAnyPackage("io.emphatic.serve.client", "io.emphatic.documents.json"))))
                .check(SERVE);
        noClasses()
                .that()
                .resideOutsideOfPackage("io.emphatic.serve.client")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.emphatic.serve.client")
                .check(SERVE);
    }

    @Test
    void theServerIsUsedByTheHttpPackageAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.emphatic.serve.http")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..", "jakarta..", "io.micrometer..")
                .check(SERVE);
    }

    @Test
    void ofOtherModulesOnlyTheCoreDocumentsEvaluationAndLogsAreUsed() {
        DescribedPredicate<JavaClass> others = resideInAPackage("io.emphatic..")
                .and(DescribedPredicate.not(resideInAnyPackage(
                        "io.emphatic",
                        "io.emphatic.experience..",
                        "io.emphatic.documents..",
                        "io.emphatic.evaluation..",
                        "io.emphatic.logs..",
                        "io.emphatic.serve..")));
        noClasses().should().dependOnClassesThat(others).check(SERVE);
    }

    @Test
    void nothingIsSerializedByJava() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.io\\.Object(Input|Output)Stream")
                .check(SERVE);
    }
}
