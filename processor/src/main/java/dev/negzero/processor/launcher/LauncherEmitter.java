package dev.negzero.processor.launcher;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.MethodPlan;
import dev.negzero.processor.read.JavaFacts;
import dev.negzero.spec.CollectiveSpec;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;

/**
 * Writes the Java launcher of one interface. Same input, same bytes. Its statements are such that a compiler has little to infer:
 * most of what the processor adds to a compilation is the compiler's work on launchers. A reference to a constructor, passed to a
 * generic method, costs javac more than the loop that does the same.
 */
public final class LauncherEmitter {
    private static final String PROCESSOR = "dev.negzero.processor.NegzeroProcessor";
    private static final String RUNTIME = "dev.negzero.runtime";
    private static final ClassName GENERATED = ClassName.get("javax.annotation.processing", "Generated");
    private static final ClassName COMMUNICATOR = ClassName.get(RUNTIME, "Communicator");
    private static final ClassName LAUNCHER = ClassName.get(RUNTIME, "Launcher");
    private static final ClassName LAUNCHER_INFO = LAUNCHER.nestedClass("Info");
    private static final ClassName RANK = ClassName.get(RUNTIME, "Rank");
    private static final ClassName ARRAY_LIST = ClassName.get(ArrayList.class);
    private static final ClassName GROUP = ClassName.get(RUNTIME, "Group");

    private final CollectiveSpec spec;
    private final KernelPlan plan;
    private final String digest;
    private final JavaFacts facts;
    private final ClassName user;
    private final ClassName self;

    private LauncherEmitter(CollectiveSpec spec, KernelPlan plan, String digest, JavaFacts facts) {
        this.spec = spec;
        this.plan = plan;
        this.digest = digest;
        this.facts = facts;
        List<String> names = List.of(spec.sourceName().split("\\."));
        this.user = ClassName.get(
                spec.packageName(), names.get(0), names.subList(1, names.size()).toArray(new String[0]));
        this.self = ClassName.get(spec.packageName(), spec.launcherName());
    }

    /**
     * The launcher.
     *
     * @param spec what the user wrote, without findings
     * @param plan the plan of that spec
     * @param digest digest of the plan's manifest, which the launcher expects to find beside it
     * @param facts what it repeats and avoids of the user's source
     */
    public static JavaFile emit(CollectiveSpec spec, KernelPlan plan, String digest, JavaFacts facts) {
        return new LauncherEmitter(spec, plan, digest, facts).file();
    }

    private JavaFile file() {
        TypeSpec.Builder type = TypeSpec.classBuilder(self)
                .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
                .superclass(LAUNCHER)
                .addSuperinterface(user)
                .alwaysQualify(facts.hiding().toArray(new String[0]))
                .addJavadoc(typeDoc())
                .addField(info())
                .addMethod(constructor())
                .addMethod(open())
                .addMethod(openAll());
        if (facts.knowsGenerated()) {
            type.addAnnotation(AnnotationSpec.builder(GENERATED)
                    .addMember("value", "$S", PROCESSOR)
                    .build());
        }
        if (!facts.suppressed().isEmpty()) {
            AnnotationSpec.Builder suppress = AnnotationSpec.builder(SuppressWarnings.class);
            facts.suppressed().forEach(lint -> suppress.addMember("value", "$S", lint));
            type.addAnnotation(suppress.build());
        }
        plan.methods().forEach(method -> type.addMethod(collective(method)));
        return JavaFile.builder(spec.packageName(), type.build())
                .skipJavaLangImports(!facts.hidesJavaLang())
                .indent("    ")
                .build();
    }

    private CodeBlock typeDoc() {
        CodeBlock.Builder doc = CodeBlock.builder();
        doc.add("Carries out {@link $T} on a group of $L ranks.\n", user, plan.groupSize());
        DocText.paragraphs(facts.typeDoc()).forEach(text -> doc.add("\n<p>$L\n", text));
        doc.add(
                        "\n<p>Each rank has an instance of its own. Calls are asynchronous and in order; a fault of any rank is\n")
                .add(
                        "thrown by {@link $T#synchronize()}. Kernels, and the numbers that they share with this class, are in the\n",
                        RANK)
                .add("resources below.\n\n")
                .add("@see \"$L.cu\"\n", plan.resourceStem())
                .add("@see \"$L.hip.cpp\"\n", plan.resourceStem())
                .add("@see \"$L.json\"\n", plan.resourceStem());
        return doc.build();
    }

    private FieldSpec info() {
        return FieldSpec.builder(LAUNCHER_INFO, "INFO", Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer(
                        "new $T(\n        $S,\n        $S,\n        $L,\n        $S)",
                        LAUNCHER_INFO,
                        spec.qualifiedName(),
                        plan.resourceStem(),
                        KernelPlan.SCHEMA,
                        digest)
                .build();
    }

    private static MethodSpec constructor() {
        return MethodSpec.constructorBuilder()
                .addModifiers(Modifier.PRIVATE)
                .addParameter(COMMUNICATOR, "communicator")
                .addStatement("super(communicator)")
                .build();
    }

    private MethodSpec open() {
        return MethodSpec.methodBuilder("open")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .addJavadoc(
                        "Opens the launcher on one rank; returns once every rank of the group has done so, each on its\n")
                .addJavadoc("own thread.\n\n")
                .addJavadoc("@param rank a rank of a group of $L\n", plan.groupSize())
                .addJavadoc("@return this rank's launcher\n")
                .returns(self)
                .addParameter(RANK, "rank")
                .addStatement("$T communicator = $T.open(rank, $T.class, INFO)", COMMUNICATOR, COMMUNICATOR, self)
                .addStatement("return new $T(communicator)", self)
                .build();
    }

    private MethodSpec openAll() {
        TypeName all = ParameterizedTypeName.get(ClassName.get(List.class), self);
        return MethodSpec.methodBuilder("openAll")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .addJavadoc("Opens the launcher on all ranks of a group, from one thread.\n\n")
                .addJavadoc("@param group a group of $L ranks\n", plan.groupSize())
                .addJavadoc("@return one launcher for each rank, in rank order\n")
                .returns(all)
                .addParameter(GROUP, "group")
                .addStatement("$T launchers = new $T()", all, ParameterizedTypeName.get(ARRAY_LIST, self))
                .beginControlFlow(
                        "for ($T communicator : $T.openAll(group, $T.class, INFO))", COMMUNICATOR, COMMUNICATOR, self)
                .addStatement("launchers.add(new $T(communicator))", self)
                .endControlFlow()
                .addStatement("return launchers")
                .build();
    }

    private MethodSpec collective(MethodPlan planned) {
        dev.negzero.spec.MethodSpec written = spec.methods().get(planned.index());
        MethodSpec.Builder method = MethodSpec.methodBuilder(planned.name())
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .addJavadoc(methodDoc(planned));
        written.parameters()
                .forEach(p -> method.addParameter(
                        ParameterSpec.builder(type(p), p.name()).build()));
        return method.addStatement(
                        "communicator().$L($L$L)",
                        planned.operation().methodName(),
                        planned.index(),
                        Arguments.of(written))
                .build();
    }

    private CodeBlock methodDoc(MethodPlan method) {
        CodeBlock.Builder doc = CodeBlock.builder();
        String mark = "";
        for (String paragraph : DocText.paragraphs(facts.methodDocs().getOrDefault(method.key(), ""))) {
            doc.add("$L$L\n\n", mark, paragraph);
            mark = "<p>";
        }
        return doc.add("$L$L\n", mark, Summary.of(method)).build();
    }

    private static TypeName type(dev.negzero.spec.ParameterSpec parameter) {
        return switch (parameter.kind()) {
            case BUFFER -> buffer("DeviceBuffer", parameter);
            case SYMMETRIC_BUFFER -> buffer("SymmetricBuffer", parameter);
            case LONG -> TypeName.LONG;
            case LONG_ARRAY -> ArrayTypeName.of(TypeName.LONG);
            case INT -> TypeName.INT;
            case UNTYPED_BUFFER, OTHER ->
                throw new IllegalArgumentException("the rules let a parameter of type " + parameter.type() + " pass");
        };
    }

    private static TypeName buffer(String name, dev.negzero.spec.ParameterSpec parameter) {
        return ParameterizedTypeName.get(ClassName.get(RUNTIME, name), ClassName.get(RUNTIME, parameter.element()));
    }
}
