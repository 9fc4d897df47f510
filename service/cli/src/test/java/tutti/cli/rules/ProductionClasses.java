package tutti.cli.rules;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The classes of all main code, read once for the tests of the rules. */
final class ProductionClasses {
  static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          // Other modules' classes for tests, which Maven hands over as folders or as jars.
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("tutti");

  private ProductionClasses() {}
}
