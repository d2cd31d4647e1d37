package io.emphatic.logs;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of this module, and to the outside. */
class ArchitectureTest {
    private static final JavaClasses LOGS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.emphatic.logs");

    @Test
    void eachPackageUsesOnlyThoseBeforeIt() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("sql")
                .definedBy("io.emphatic.logs.sql")
                .layer("spec")
                .definedBy("io.emphatic.logs.spec")
                .layer("suggest")
                .definedBy("io.emphatic.logs.suggest")
                .layer("replay")
                .definedBy("io.emphatic.logs.replay")
                .layer("model")
                .definedBy("io.emphatic.logs.model")
                .layer("doctor")
                .definedBy("io.emphatic.logs.doctor")
                .layer("file")
                .definedBy("io.emphatic.logs.file")
                .layer("learning")
                .definedBy("io.emphatic.logs.learning")
                .layer("live")
                .definedBy("io.emphatic.logs.live")
                .layer("tuning")
                .definedBy("io.emphatic.logs.tuning")
                .layer("evaluating")
                .definedBy("io.emphatic.logs.evaluating")
                .layer("scaleout")
                .definedBy("io.emphatic.logs.scaleout")
                .whereLayer("scaleout")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("replay")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("suggest")
                .mayOnlyBeAccessedByLayers("replay")
                .whereLayer("tuning")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("live")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("evaluating")
                .mayOnlyBeAccessedByLayers("scaleout")
                .whereLayer("learning")
                .mayOnlyBeAccessedByLayers("live", "tuning", "evaluating")
                .whereLayer("file")
                .mayOnlyBeAccessedByLayers("learning", "live", "tuning", "evaluating")
                .whereLayer("doctor")
                .mayOnlyBeAccessedByLayers("file", "learning", "tuning", "evaluating")
                .whereLayer("model")
                .mayOnlyBeAccessedByLayers("learning", "live", "tuning")
                .whereLayer("spec")
                .mayOnlyBeAccessedByLayers(
                        "model", "doctor", "file", "learning", "live", "tuning", "evaluating", "scaleout")
                .check(LOGS);
        slices().matching("io.emphatic.logs.(*)..").should().beFreeOfCycles().check(LOGS);
    }

    @Test
    void everyClassIsInOneOfThePackages() {
        classes()
                .that()
                .doNotHaveSimpleName("package-info")
                .should()
                .resideInAnyPackage(
                        "io.emphatic.logs.sql",
                        "io.emphatic.logs.spec",
                        "io.emphatic.logs.suggest",
                        "io.emphatic.logs.replay",
                        "io.emphatic.logs.model",
                        "io.emphatic.logs.doctor",
                        "io.emphatic.logs.file",
                        "io.emphatic.logs.learning",
                        "io.emphatic.logs.live",
                        "io.emphatic.logs.tuning",
                        "io.emphatic.logs.evaluating",
                        "io.emphatic.logs.scaleout")
                .check(LOGS);
    }

    /** Other modules are recognised by the first package behind io.emphatic. */
    @Test
    void ofOtherModulesOnlyTheCoreDocumentsAndEvaluationAreUsed() {
        DescribedPredicate<JavaClass> others = resideInAPackage("io.emphatic..")
                .and(DescribedPredicate.not(resideInAnyPackage(
                        "io.emphatic",
                        "io.emphatic.experience..",
                        "io.emphatic.engine..",
                        "io.emphatic.batch..",
                        "io.emphatic.bands..",
                        "io.emphatic.validation..",
                        "io.emphatic.documents..",
                        "io.emphatic.evaluation..",
                        "io.emphatic.logs..")));
        noClasses().should().dependOnClassesThat(others).check(LOGS);
    }

    @Test
    void theDriverIsUsedByTheSqlPackageAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.emphatic.logs.sql")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.duckdb..")
                .check(LOGS);
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.emphatic.logs.file",
                        "io.emphatic.logs.learning",
                        "io.emphatic.logs.live",
                        "io.emphatic.logs.tuning",
                        "io.emphatic.logs.evaluating")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.sql..")
                .check(LOGS);
    }

    @Test
    void learnersAreUsedByStreamsLearningAndLiveLearningAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.emphatic.logs.file", "io.emphatic.logs.learning", "io.emphatic.logs.live")
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "are learners or hordes",
                        type -> type.getSimpleName().equals("Learner")
                                || type.getSimpleName().startsWith("Horde")))
                .check(LOGS);
    }
}
