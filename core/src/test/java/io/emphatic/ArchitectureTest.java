package io.emphatic;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The core must run inside anything. */
class ArchitectureTest {
    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.emphatic");

    @Test
    void theCoreKnowsTheJdkAndEjmlAlone() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.emphatic..", "java..", "org.ejml..")
                .check(CORE);
    }

    private static final String INTERNAL = "io.emphatic.engine.internal.";

    /** Each room knows those before it in its list. */
    @ParameterizedTest(name = "{0} knows {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "io.emphatic.experience | io.emphatic.experience",
                "io.emphatic.engine     | io.emphatic.engine, io.emphatic.experience",
                INTERNAL + "plain  | io.emphatic.engine, io.emphatic.experience",
                INTERNAL + "sparse | io.emphatic.engine, io.emphatic.experience, " + INTERNAL + "plain",
                INTERNAL + "choice | io.emphatic.engine.., io.emphatic.experience",
                "io.emphatic            | io.emphatic.engine.., io.emphatic.experience",
                "io.emphatic.batch      | io.emphatic, io.emphatic.engine.., io.emphatic.experience",
                "io.emphatic.validation | io.emphatic, io.emphatic.engine.., io.emphatic.experience",
                "io.emphatic.bands      | io.emphatic, io.emphatic.batch, io.emphatic.engine.., io.emphatic.experience"
            })
    void arrowsBetweenPackagesPointDownwards(String from, String to) {
        classes()
                .that()
                .resideInAPackage(from)
                .should()
                .onlyDependOnClassesThat(JavaClass.Predicates.resideOutsideOfPackage("io.emphatic..")
                        .or(JavaClass.Predicates.resideInAnyPackage((to + ", " + from).split(", "))))
                .check(CORE);
    }

    @Test
    void ejmlSolvesTheLeastSquaresAndNothingElse() {
        noClasses()
                .that()
                .doNotHaveSimpleName("LeastSquaresEngine")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.ejml..")
                .check(CORE);
    }

    @Test
    void nothingIsSerializable() {
        noClasses()
                .that()
                .areNotEnums()
                .and()
                .areNotRecords()
                .should()
                .beAssignableTo(java.io.Serializable.class)
                .check(CORE);
        noClasses()
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(java.io.ObjectOutputStream.class, java.io.ObjectInputStream.class)
                .check(CORE);
    }
}
