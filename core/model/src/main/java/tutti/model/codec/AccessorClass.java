package tutti.model.codec;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;

/**
 * An accessor for a record of another class loader, for which the JDK makes no lambdas: a class in
 * the record's package with the code of such a lambda.
 */
final class AccessorClass {
  private static final int HIDDEN_FROM_SOURCES = ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC;

  private AccessorClass() {}

  /**
   * @param type the interface that the accessor implements
   * @param method the interface's one method, which gets the row as an Object
   */
  static Object make(
      MethodHandles.Lookup lookup, RecordComponent component, Class<?> type, String method)
      throws ReflectiveOperationException {
    boolean whole = method.equals("applyAsLong");
    ClassDesc row = describe(component.getDeclaringRecord());
    ClassDesc made =
        ClassDesc.of(
            component.getDeclaringRecord().getName()
                + "$$"
                + component.getName()
                + (whole ? "$$whole" : ""));
    MethodTypeDesc signature =
        MethodTypeDesc.of(
            whole ? ConstantDescs.CD_long : ConstantDescs.CD_Object, ConstantDescs.CD_Object);
    byte[] bytes =
        ClassFile.of()
            .build(
                made,
                builder -> {
                  builder.withFlags(HIDDEN_FROM_SOURCES).withInterfaceSymbols(describe(type));
                  constructor(builder);
                  builder.withMethodBody(
                      method,
                      signature,
                      ClassFile.ACC_PUBLIC,
                      code -> {
                        code.aload(1).checkcast(row);
                        code.invokevirtual(
                            row,
                            component.getName(),
                            MethodTypeDesc.of(describe(component.getType())));
                        give(code, component.getType(), whole);
                      });
                });
    Class<?> defined = define(lookup, made, bytes);
    try {
      return lookup.findConstructor(defined, MethodType.methodType(void.class)).invoke();
    } catch (Throwable e) {
      throw new IllegalStateException("cannot make " + defined, e);
    }
  }

  /** Defines the class, once for a record that occurs several times, as a row and in a result. */
  private static Class<?> define(MethodHandles.Lookup lookup, ClassDesc name, byte[] bytes)
      throws ReflectiveOperationException {
    String binary =
        name.packageName().isEmpty()
            ? name.displayName()
            : name.packageName() + "." + name.displayName();
    try {
      return lookup.findClass(binary);
    } catch (ClassNotFoundException first) {
      try {
        return lookup.defineClass(bytes);
      } catch (LinkageError another) {
        return lookup.findClass(binary);
      }
    }
  }

  private static void constructor(ClassBuilder builder) {
    builder.withMethodBody(
        ConstantDescs.INIT_NAME,
        ConstantDescs.MTD_void,
        0,
        code ->
            code.aload(0)
                .invokespecial(
                    ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                .return_());
  }

  private static void give(CodeBuilder code, Class<?> type, boolean whole) {
    if (whole) {
      if (type != long.class) {
        code.i2l();
      }
      code.lreturn();
      return;
    }
    if (type.isPrimitive()) {
      ClassDesc box = describe(MethodType.methodType(type).wrap().returnType());
      code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, describe(type)));
    }
    code.areturn();
  }

  private static ClassDesc describe(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }
}
