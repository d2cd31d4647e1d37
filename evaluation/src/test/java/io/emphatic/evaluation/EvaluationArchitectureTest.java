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
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the module and its rooms may use. */
class EvaluationArchitectureTest {
    private static final String ROOT = "io.emphatic.evaluation";

    private static final JavaClasses EVALUATION = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void theModuleUsesFeaturesMatricesAndDistributionsAlone() {
        DescribedPredicate<JavaClass> bytes = belongToAnyOf(DataInput.class, DataOutput.class, IOException.class);
        classes()
                .should()
                .onlyDependOnClassesThat(bytes.or(resideInAnyPackage(
                        "io.emphatic.evaluation..",
                        "io.emphatic.experience..",
                        "io.emphatic.bands..",
                        "org.ejml..",
                        "org.apache.commons.statistics.distribution..",
                        "java.lang..",
                        "java.util..")))
                .check(EVALUATION);
    }

    /** Each room with those that it may use, beside the JDK and the libraries. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "log               | log",
                "result            | result, log",
                "internal          | internal",
                "internal.episodes | internal.episodes, internal, log",
                "internal.weights  | internal.weights, internal.episodes, internal, log, result",
                "internal.values   | internal.values, internal.episodes, internal, log",
                "internal.targets  | internal.targets, internal.values, internal.weights, internal.episodes, internal,"
                        + " log, result",
                "internal.verdict  | internal.verdict, internal.targets, internal.values, internal.weights,"
                        + " internal.episodes, internal, log, result"
            })
    void eachRoomUsesOnlyThoseBelowIt(String room, String allowed) {
        String[] packages = Stream.concat(
                        Arrays.stream(allowed.split(", ")).map(name -> ROOT + "." + name),
                        Stream.of("io.emphatic.experience..", "io.emphatic.bands..", "org..", "java.."))
                .toArray(String[]::new);
        classes()
                .that()
                .resideInAPackage(ROOT + "." + room)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(packages))
                .check(EVALUATION);
    }
}
