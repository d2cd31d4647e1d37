package io.emphatic.evaluation;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What the module may use. */
class EvaluationArchitectureTest {
    private static final JavaClasses EVALUATION = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.emphatic.evaluation");

    @Test
    void theModuleUsesFeaturesMatricesAndDistributionsAlone() {
        DescribedPredicate<JavaClass> bytes = belongToAnyOf(DataInput.class, DataOutput.class, IOException.class);
        classes()
                .should()
                .onlyDependOnClassesThat(bytes.or(resideInAnyPackage(
                        "io.emphatic.evaluation..",
                        "io.emphatic.experience..",
                        "org.ejml..",
                        "org.apache.commons.statistics.distribution..",
                        "java.lang..",
                        "java.util..")))
                .check(EVALUATION);
    }
}
