package javax.annotation;

/** What generated classes are marked with; a build by Gradle or Maven has it from jakarta.annotation-api. */
public @interface Generated {
  String value();

  String comments() default "";
}
