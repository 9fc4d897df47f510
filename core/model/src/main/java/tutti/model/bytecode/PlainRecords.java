package tutti.model.bytecode;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tutti.model.Decoder;
import tutti.model.codec.RecordCodec;
import tutti.model.codec.TypeCodec;
import tutti.model.codec.TypeEvolution;
import tutti.model.codec.TypeShape;

/**
 * Records without code of their author: their constructor assigns its arguments to the fields, and
 * their accessors return them, as the compiler makes both. To make and read such a record takes a
 * short time, whatever its values are; the code of any other record may do anything.
 *
 * <p>For example, {@code record Point(int x, int y) {}} is one, and a record whose compact
 * constructor matches a text with a regular expression is none.
 */
public final class PlainRecords {
  private static final ClassValue<Boolean> WHOLE =
      new ClassValue<>() {
        @Override
        @SuppressWarnings({"unchecked", "rawtypes"}) // only records are asked for
        protected Boolean computeValue(Class<?> type) {
          return only((RecordCodec<?>) RecordCodec.of((Class) type), new HashSet<>());
        }
      };

  private static final ClassValue<Consumer<Decoder>> SKIPPED =
      new ClassValue<>() {
        @Override
        @SuppressWarnings({"unchecked", "rawtypes"}) // only records are asked for
        protected Consumer<Decoder> computeValue(Class<?> type) {
          return TypeEvolution.dropper(RecordCodec.of((Class) type).type());
        }
      };

  private PlainRecords() {}

  /** Returns whether values of a type consist of such records alone, and of what is no record. */
  public static boolean only(TypeCodec<?> codec) {
    return switch (codec.shape()) {
      case TypeShape.Scalar _, TypeShape.Constants _ -> true;
      case TypeShape.OptionalOf(var of) -> only(of);
      case TypeShape.ListOf(var of) -> only(of);
      case TypeShape.SetOf(var of) -> only(of);
      case TypeShape.MapOf(var key, var value) -> only(key) && only(value);
      case TypeShape.Components(var record) -> WHOLE.get(record.record());
    };
  }

  /**
   * Reads past a value without making its records.
   *
   * @throws tutti.model.MalformedData if the bytes are not such a value
   */
  public static void skip(TypeCodec<?> codec, Decoder in) {
    Consumer<Decoder> skipped =
        codec instanceof RecordCodec<?> record
            ? SKIPPED.get(record.record())
            : TypeEvolution.dropper(codec.type());
    skipped.accept(in);
  }

  private static boolean only(TypeCodec<?> codec, Set<Class<?>> seen) {
    return switch (codec.shape()) {
      case TypeShape.Scalar _, TypeShape.Constants _ -> true;
      case TypeShape.OptionalOf(var of) -> only(of, seen);
      case TypeShape.ListOf(var of) -> only(of, seen);
      case TypeShape.SetOf(var of) -> only(of, seen);
      case TypeShape.MapOf(var key, var value) -> only(key, seen) && only(value, seen);
      case TypeShape.Components(var record) -> only(record, seen);
    };
  }

  private static boolean only(RecordCodec<?> record, Set<Class<?>> seen) {
    if (!seen.add(record.record())) {
      return true;
    }
    for (int i = 0; i < record.size(); i++) {
      if (!only(record.column(i).codec(), seen)) {
        return false;
      }
    }
    return is(record.record());
  }

  /** Returns whether a class is such a record; false also if its bytecode cannot be read. */
  static boolean is(Class<? extends Record> record) {
    ClassModel model = Classes.read(record);
    if (model == null) {
      return false;
    }
    String canonical =
        Arrays.stream(record.getRecordComponents())
            .map(component -> component.getType().descriptorString())
            .collect(Collectors.joining("", "(", ")V"));
    Set<String> accessors = new HashSet<>();
    for (RecordComponent component : record.getRecordComponents()) {
      accessors.add(component.getName() + "()" + component.getType().descriptorString());
    }
    for (MethodModel method : model.methods()) {
      String name = method.methodName().stringValue();
      String signature = name + method.methodType().stringValue();
      boolean plain =
          switch (signature) {
            case "<clinit>()V" -> false;
            case "hashCode()I", "equals(Ljava/lang/Object;)Z" -> has(method, PlainRecords::derives);
            default ->
                signature.equals("<init>" + canonical)
                    ? has(method, PlainRecords::assigns)
                    : !accessors.contains(signature) || has(method, PlainRecords::returns);
          };
      if (!plain) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a method has code, and instructions of a kind alone. */
  private static boolean has(MethodModel method, Predicate<Instruction> kind) {
    return method.code().isPresent()
        && method.code().get().elementStream().allMatch(each -> has(each, kind));
  }

  private static boolean has(CodeElement element, Predicate<Instruction> kind) {
    return !(element instanceof Instruction instruction)
        || instruction instanceof LoadInstruction
        || instruction instanceof ReturnInstruction
        || kind.test(instruction);
  }

  private static boolean assigns(Instruction instruction) {
    return instruction.opcode() == Opcode.PUTFIELD
        || instruction instanceof InvokeInstruction call
            && call.opcode() == Opcode.INVOKESPECIAL
            && call.owner().asInternalName().equals("java/lang/Record");
  }

  private static boolean returns(Instruction instruction) {
    return instruction instanceof FieldInstruction field && field.opcode() == Opcode.GETFIELD;
  }

  /** Returns whether an instruction is the call of what the compiler derives of the components. */
  private static boolean derives(Instruction instruction) {
    return instruction instanceof InvokeDynamicInstruction call
        && call.bootstrapMethod()
            .owner()
            .descriptorString()
            .equals("Ljava/lang/runtime/ObjectMethods;");
  }
}
