package io.emphatic.evaluation;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What the module may use. */
class EvaluationArchitectureTest {
    private static final JavaClasses EVALUATION = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.emphatic.evaluation");

    @Test
    void theModuleUsesFeaturesMatricesAndDistributionsAlone() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.emphatic.evaluation..",
                        "io.emphatic.experience..",
                        "org.ejml..",
                        "org.apache.commons.statistics.distribution..",
                        "java.lang..",
                        "java.util..")
                .check(EVALUATION);
    }
}
