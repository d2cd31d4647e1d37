package io.emphatic.lab.study;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a class does, as a digest of its class file (JVM specification, chapter 4) without what only debuggers read: a
 * comment, or a line further up, does not matter.
 *
 * @param references the classes that it names, as {@code io/emphatic/Etd}
 */
record ClassDigest(String digest, Set<String> references) {
    private static final int MAGIC_AND_VERSION = 8;
    private static final Set<String> FOR_DEBUGGERS =
            Set.of("LineNumberTable", "LocalVariableTable", "LocalVariableTypeTable", "SourceFile");

    static ClassDigest of(byte[] classFile) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
        in.skipNBytes(MAGIC_AND_VERSION);
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(kept);
        ConstantPool pool = ConstantPool.read(in, out);
        copy(in, out, 6); // access flags, this class, super class
        copy(in, out, 2 * copyCount(in, out)); // interfaces
        members(in, out, pool); // fields
        members(in, out, pool); // methods
        attributes(in, out, pool);
        return new ClassDigest(sha256(kept.toByteArray()), pool.classes());
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static void copy(DataInputStream in, DataOutputStream out, int bytes) throws IOException {
        out.write(in.readNBytes(bytes));
    }

    private static int copyCount(DataInputStream in, DataOutputStream out) throws IOException {
        int count = in.readUnsignedShort();
        out.writeShort(count);
        return count;
    }

    private static void members(DataInputStream in, DataOutputStream out, ConstantPool pool) throws IOException {
        for (int left = copyCount(in, out); left > 0; left--) {
            copy(in, out, 6); // access flags, name, descriptor
            attributes(in, out, pool);
        }
    }

    private static void attributes(DataInputStream in, DataOutputStream out, ConstantPool pool) throws IOException {
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            String name = pool.text(in.readUnsignedShort());
            byte[] body = in.readNBytes(in.readInt());
            if (name.equals("Code")) {
                code(new DataInputStream(new ByteArrayInputStream(body)), out, pool);
            } else if (!FOR_DEBUGGERS.contains(name)) {
                out.writeUTF(name);
                out.write(body);
            }
        }
    }

    private static void code(DataInputStream in, DataOutputStream out, ConstantPool pool) throws IOException {
        copy(in, out, 4); // the sizes of stack and locals
        copy(in, out, in.readInt());
        copy(in, out, 8 * copyCount(in, out)); // exceptions
        attributes(in, out, pool);
    }

    /** The texts and the names of classes that a class file holds. */
    private record ConstantPool(String[] texts, Set<String> classes) {
        private static final int TEXT = 1;
        private static final int CLASS = 7;

        /** Reads the pool, and copies it. */
        static ConstantPool read(DataInputStream in, DataOutputStream out) throws IOException {
            int count = copyCount(in, out);
            String[] texts = new String[count];
            int[] classes = new int[count];
            for (int k = 1; k < count; k++) {
                int tag = in.readUnsignedByte();
                out.writeByte(tag);
                if (tag == TEXT) {
                    texts[k] = in.readUTF();
                    out.writeUTF(texts[k]);
                } else if (tag == CLASS) {
                    classes[k] = copyCount(in, out);
                } else {
                    copy(in, out, sizeOf(tag));
                }
                k += tag == 5 || tag == 6 ? 1 : 0; // a long or a double takes two places
            }
            Set<String> names = new TreeSet<>();
            for (int name : classes) {
                if (name > 0) {
                    names.add(texts[name].replaceAll("^\\[+L|;$", ""));
                }
            }
            return new ConstantPool(texts, names);
        }

        private static int sizeOf(int tag) throws IOException {
            return switch (tag) {
                case 8, 16, 19, 20 -> 2;
                case 15 -> 3;
                case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
                case 5, 6 -> 8;
                default -> throw new IOException("a class file holds a constant of an unknown kind: " + tag);
            };
        }

        String text(int index) {
            return texts[index];
        }
    }
}
