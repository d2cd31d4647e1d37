package io.emphatic.lab;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arrows between the packages of the lab. */
class LabArchitectureTest {
    private static final JavaClasses LAB = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.emphatic.lab");

    @Test
    void noPackagesDependOnEachOtherInACircle() {
        slices().matching("io.emphatic.lab.(**)").should().beFreeOfCycles().check(LAB);
    }

    @ParameterizedTest
    @CsvSource({
        "io.emphatic.lab, io.emphatic.lab.*..",
        "io.emphatic.lab.theory.., io.emphatic.lab.internal.explanation..",
        "io.emphatic.lab.theory.., io.emphatic.lab.problems..",
        "io.emphatic.lab.theory.., io.emphatic.lab.study..",
        "io.emphatic.lab.theory.., io.emphatic.lab.internal.report..",
        "io.emphatic.lab.internal.explanation.., io.emphatic.lab.simulation..",
        "io.emphatic.lab.internal.explanation.., io.emphatic.lab.study..",
        "io.emphatic.lab.internal.explanation.., io.emphatic.lab.internal.report..",
        "io.emphatic.lab.simulation.., io.emphatic.lab.theory..",
        "io.emphatic.lab.simulation.., io.emphatic.lab.problems..",
        "io.emphatic.lab.mdpfile.., io.emphatic.lab.simulation..",
        "io.emphatic.lab.mdpfile.., io.emphatic.lab.theory..",
        "io.emphatic.lab.mdpfile.., io.emphatic.lab.internal.explanation..",
        "io.emphatic.lab.mdpfile.., io.emphatic.lab.problems..",
        "io.emphatic.lab.mdpfile.., io.emphatic.lab.study..",
        "io.emphatic.lab.mdpfile.., io.emphatic.lab.internal.report..",
        "io.emphatic.lab.problems.., io.emphatic.lab.mdpfile..",
        "io.emphatic.lab.problems.., io.emphatic.lab.study..",
        "io.emphatic.lab.problems.., io.emphatic.lab.internal.report..",
        "io.emphatic.lab.study.., io.emphatic.lab.internal.report..",
        "io.emphatic.lab.study.., io.emphatic.lab.internal.explanation..",
        "io.emphatic.lab.internal.report.., io.emphatic.lab.simulation..",
        "io.emphatic.lab.internal.report.., io.emphatic.lab.problems..",
        "io.emphatic.lab.internal.report.., io.emphatic.lab.theory.."
    })
    void noArrowLeadsFromOnePackageToAnother(String from, String to) {
        noClasses()
                .that()
                .resideInAPackage(from)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(to)
                .check(LAB);
    }

    /** Wherever in the core they live. */
    @Test
    void reportsDoNotReachLearners() {
        noClasses()
                .that()
                .resideInAPackage("io.emphatic.lab.internal.report..")
                .should()
                .dependOnClassesThat(describe("learn or are learned from", type -> type.getName()
                        .matches("io\\.emphatic\\.(\\w+\\.)?(Learner|Batch|Horde|Transition)\\b.*")))
                .check(LAB);
    }

    @Test
    void theSimulatorDoesNotReachLearners() {
        noClasses()
                .that()
                .resideInAPackage("io.emphatic.lab.simulation..")
                .should()
                .dependOnClassesThat(describe("learn", type -> type.getName()
                        .matches("io\\.emphatic\\.(\\w+\\.)?(Learner|Batch|Horde)\\b.*")))
                .check(LAB);
    }
}
