package org.dat4j.faults;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Puts a call of {@link Faults} before everything in our classes that takes a resource. */
public final class FaultAgent implements ClassFileTransformer {

  private static final String OURS = "org/dat4j/";
  private static final List<String> NOT_OURS =
      List.of(
          "org/dat4j/faults/",
          "org/dat4j/architecture/",
          "org/dat4j/conformance/",
          "org/dat4j/dat/util/");
  private static final String FAULTS = "org/dat4j/faults/Faults";
  private static final String LIBC = "org/dat4j/rsm/shm/LibC";

  /** Channel calls that declare IOException and take or use something. */
  private static final Set<String> CHANNEL_CALLS =
      Set.of(
          "open",
          "accept",
          "bind",
          "connect",
          "finishConnect",
          "configureBlocking",
          "register",
          "setOption",
          "read",
          "write",
          "select",
          "selectNow");

  /** Give something back, lock or wake: what is thrown there cannot be made good by anybody. */
  private static final Set<String> GIVING_BACK =
      Set.of("close", "munmap", "unlink", "shm_unlink", "unlock", "flock", "write", "futexWake");

  private FaultAgent() {}

  /**
   * Starts the instrumentation.
   *
   * @param arguments none
   * @param instrumentation of this JVM
   */
  public static void premain(String arguments, Instrumentation instrumentation) {
    instrumentation.addTransformer(new FaultAgent());
  }

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] code) {
    if (name == null || !name.startsWith(OURS) || NOT_OURS.stream().anyMatch(name::startsWith)) {
      return null;
    }
    ClassReader reader = new ClassReader(code);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new InOurs(writer, name), 0);
    return writer.toByteArray();
  }

  private static final class InOurs extends ClassVisitor {
    private final String owner;

    InOurs(ClassVisitor next, String owner) {
      super(Opcodes.ASM9, next);
      this.owner = owner;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      // What happens once in the life of a JVM is not undone by anybody.
      return next == null || name.equals("<clinit>")
          ? next
          : new Places(next, owner.equals(LIBC) || GIVING_BACK.contains(name));
    }
  }

  private static final class Places extends MethodVisitor {
    private final boolean sparesNativeCalls;

    Places(MethodVisitor next, boolean sparesNativeCalls) {
      super(Opcodes.ASM9, next);
      this.sparesNativeCalls = sparesNativeCalls;
    }

    private void place(String kind) {
      super.visitLdcInsn(Faults.found(kind));
      super.visitMethodInsn(Opcodes.INVOKESTATIC, FAULTS, kind, "(I)V", false);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      super.visitTypeInsn(opcode, type);
      if (opcode == Opcodes.NEW || opcode == Opcodes.ANEWARRAY) {
        // Behind it: frames name the place of a NEW, which has to stay there.
        place("allocation");
      }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      if (opcode == Opcodes.NEWARRAY) {
        place("allocation");
      }
      super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
      place("allocation");
      super.visitMultiANewArrayInsn(descriptor, dimensions);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name,
        String descriptor,
        net.bytebuddy.jar.asm.Handle bootstrap,
        Object... arguments) {
      if (Type.getArgumentTypes(descriptor).length > 0) {
        // A capturing lambda, or a text.
        place("allocation");
      }
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (owner.equals("java/nio/ByteBuffer") && name.startsWith("allocate")) {
        place("directMemory");
      } else if (owner.equals("java/lang/Thread") && name.equals("start")) {
        place("threadStart");
      } else if (owner.startsWith("java/nio/channels/") && CHANNEL_CALLS.contains(name)) {
        place("channel");
      } else if (!sparesNativeCalls && owner.equals(LIBC) && !GIVING_BACK.contains(name)) {
        place("nativeCall");
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }
  }
}
