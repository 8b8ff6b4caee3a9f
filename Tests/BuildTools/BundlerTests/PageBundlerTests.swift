import Testing

@testable import DoorwardBundler

@Suite struct PageBundlerTests {
  private func folder(_ files: [String: String]) -> WebFolder {
    WebFolder(files: files.mapValues { [UInt8]($0.utf8) })
  }

  @Test func eachModuleIsBundledOnceBeforeItsImporters() throws {
    let folder = folder([
      "page.js": "import { a } from \"./a.js\";\nimport * as b from \"./parts/b-c.js\";\na(b.b);\n",
      "a.js": "import { b } from \"./parts/b-c.js\";\nexport const a = () => b;\n",
      "parts/b-c.js": "export function b() {}\n",
    ])
    #expect(try ScriptBundle.entries(of: folder) == ["page.js"])
    #expect(
      try ScriptBundle(of: "page.js", in: folder).text == """
        // parts/b-c.js
        const module_parts$b_c = (() => {
        function b() {}
        return { b };
        })();
        // a.js
        const module_a = (() => {
        const { b } = module_parts$b_c;
        const a = () => b;
        return { a };
        })();
        // page.js
        const module_page = (() => {
        const { a } = module_a;
        const b = module_parts$b_c;
        a(b.b);
        return {  };
        })();

        """)
  }

  @Test func browserGetsNeitherCommentsNorIndents() throws {
    let bundler = try Bundler(
      folder([
        "page.css": "/* One line. */\np {\n  color: red;\n}\n\n/*\n  Two lines.\n*/\n@import \"s.css\";\n",
        "s.css": "a { }\n",
        "page.js": "if (true) {\n  // A reason.\n  show(\"  two spaces\");\n}\n",
      ]))
    let texts = bundler.assets.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(texts[0] == "p {\ncolor: red;\n}\na { }\n")
    #expect(texts[1].contains("if (true) {\nshow(\"  two spaces\");\n}\n"))
  }

  @Test func importedNameMayBeRenamed() throws {
    let module = try ScriptModule("page.js", "import { a, b as c, d } from \"./a.js\";\n")
    #expect(module.imports == [ScriptModule.Import(path: "a.js", names: ["a", "b", "d"])])
    #expect(module.asFunction.contains("const { a, b: c, d } = module_a;"))
  }

  @Test func importIsRelativeToItsModule() throws {
    let module = try ScriptModule(
      "methods/near/a.js", "import { b } from \"../../b.js\";\nimport { c } from \"./c.js\";\n")
    #expect(module.imports.map(\.path) == ["b.js", "methods/near/c.js"])
  }

  @Test func severalNamesAreExportedAtOnce() throws {
    let module = try ScriptModule("a.js", "export const { text, parts } = catalog();\n")
    #expect(module.exports == ["text", "parts"])
  }

  @Test func commentsAreDropped() throws {
    let module = try ScriptModule(
      "a.js",
      """
      /** A comment. */
      /**
       * import a from "nothing";
       */
      export const a = /** @type {string} */ (b); // stays

        // A comment.
      """)
    #expect(
      module.asFunction == """
        // a.js
        const module_a = (() => {
        const a = /** @type {string} */ (b); // stays
        return { a };
        })();

        """)
  }

  @Test(arguments: [
    ["page.js": "import a from \"./a.js\";\n", "a.js": ""],
    ["page.js": "import \"./a.js\";\n", "a.js": ""],
    ["page.js": "import{ a } from \"./a.js\";\n", "a.js": "export const a = 1;\n"],
    ["page.js": "import {\n  a,\n} from \"./a.js\";\n", "a.js": "export const a = 1;\n"],
    ["page.js": "import { a as b as c } from \"./a.js\";\n", "a.js": "export const a = 1;\n"],
    ["page.js": "import { default as a } from \"a\";\n", "a.js": ""],
    ["page.js": "import { a } from \"../a.js\";\n", "a.js": "export const a = 1;\n"],
    ["page.js": "export default 1;\n"], ["page.js": "export let a = 1;\n"],
    ["page.js": "const a = 1;\nexport { a };\n"], ["page.js": "export * from \"./a.js\";\n", "a.js": ""],
    ["page.js": "export const { a: b } = c;\n"],
    ["page.js": "import { a } from \"./missing.js\";\n"],
    ["page.js": "import { b } from \"./a.js\";\n", "a.js": "export const a = 1, b = 2;\n"],
    [
      "page.js": "import { a } from \"./a.js\";\n", "a.js": "import { b } from \"./b.js\";\n",
      "b.js": "import { a } from \"./a.js\";\n",
    ],
    ["page.js": "const a = `\n// not a comment\n`;\n"], ["page.js": "/*\n*/ const a = 1;\n"],
    ["page.js": "show(\"/assets/missing.svg\");\n"],
    ["page.html": "<script src=\"/assets/missing.js\"></script>"],
    ["page.css": "@import \"missing.css\";\n"],
    ["a/page.svg": "<svg/>", "b/page.svg": "<svg/>"],
  ])
  func unreadableFormEndsBuild(_ files: [String: String]) {
    #expect(throws: BundlingError.self) { try Bundler(folder(files)) }
  }

  /// In a text that covers several lines, comments and spaces at the start of a line are content.
  @Test(arguments: [
    "const a = \"one \\\n  // two\";", "const a = `one\n  two`;", "const a = `${b ? `\n  two` : \"\"}`;",
    "const a = `\\`;\n  two`;", "const a = \"`\" + `one\n  two`;",
    "const a = b.split(/`/).join(`\n  two`);", "const a = `${{ b: {\n  c: 1 } }.b}`;",
    "const a = 1; /* one\n  import */",
    "const a = b(\"one\n  two\");",
  ])
  func lineThatContinuesEndsBuild(_ source: String) {
    #expect(throws: BundlingError.self) { try CodeLines.code(of: source, in: "a.js") }
    #expect(throws: BundlingError.self) {
      try CodeLines.code(of: "p {\n  content: \"a\\\n b\";\n}", in: "a.css")
    }
  }

  @Test(arguments: [
    "const a = `${b ? `two ${c ? `three` : \"\"}` : \"\"}`;",
    "const a = `one \\` ${b({ c: \"}`\" })} 'two`;", "const a = \"`\" + '`' + /`[/`]`/.source;",
    "const a = b / 2 + \"/\" + c / 3; // `",
    "const a = \"one \\\" // two\";", "const a = /** @type {string} */ (b); // it's",
    "if (/[\"']/.test(a)) b(`${a}`);",
    "background: url(/assets/page.svg) 1rem / 2rem;", "const a = \"image/*\";", "const a = /\\/*/g;",
  ])
  func lineThatEndsByItselfStays(_ line: String) throws {
    #expect(try CodeLines.code(of: line, in: "a.js").map(String.init) == [line])
  }

  @Test func settingsOfToolsAreNotServed() throws {
    let bundler = try Bundler(folder(["package.json": "{}", "tsconfig.json": "{}"]))
    #expect(bundler.texts.isEmpty && bundler.assets.isEmpty)
  }

  @Test func filesOfAnotherModuleImportThatOfAssets() throws {
    let bundler = try Bundler(folder(["page.css": "p {}\n"]))
    #expect(try PageSource.text(of: bundler, importing: "DoorwardPages").hasPrefix("import DoorwardPages\n"))
    #expect(try PageSource.text(of: bundler).hasPrefix("/// Generated"))
  }

  @Test func addressChangesOnlyWithContent() throws {
    let files = [
      "parts/a.svg": "<svg/>", "s.css": "p {}", "page.css": "@import \"s.css\";\n",
      "page.html": "/assets/page.css",
    ]
    let (bundle, again) = (try Bundler(folder(files)), try Bundler(folder(files)))
    #expect(bundle.assets.map(\.name) == ["a.svg", "page.css"])
    #expect(bundle.assets.map(\.address) == again.assets.map(\.address))
    #expect(bundle.texts.map(\.text) == [bundle.assets[1].address])
    #expect(bundle.assets[1].address.wholeMatch(of: /\/assets\/page\.[0-9a-f]{16}\.css/) != nil)
    let changed = try Bundler(folder(files.merging(["s.css": "a {}"]) { $1 }))
    #expect(changed.assets[0].address == bundle.assets[0].address)
    #expect(changed.assets[1].address != bundle.assets[1].address)
  }

  @Test func compressionIsReproducible() throws {
    let bytes = [UInt8]("function function function".utf8)
    let compressed = try Gzip.compress(bytes)
    #expect(try compressed == Gzip.compress(bytes))
    // RFC 1952 §2.3: the magic number, deflate, no flags, no time.
    #expect(compressed.prefix(8) == [0x1f, 0x8b, 8, 0, 0, 0, 0, 0])
  }
}
