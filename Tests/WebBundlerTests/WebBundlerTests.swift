import Testing

@testable import DoorwardWebBundler

@Suite struct WebBundlerTests {
  private func folder(_ files: [String: String]) -> WebFolder {
    WebFolder(files: files.mapValues { [UInt8]($0.utf8) })
  }

  @Test func everyModuleIsBundledOnceAndBeforeItsImporters() throws {
    let folder = folder([
      "page.js": "import { a } from \"./a.js\";\nimport * as b from \"./b-c.js\";\na(b.b);\n",
      "a.js": "import { b } from \"./b-c.js\";\nexport const a = () => b;\n",
      "b-c.js": "export function b() {}\n",
    ])
    #expect(try ScriptBundle.entries(of: folder) == ["page.js"])
    #expect(
      try ScriptBundle(of: "page.js", in: folder).text == """
        // b-c.js
        const module_b_c = (() => {
        function b() {}
        return { b };
        })();
        // a.js
        const module_a = (() => {
        const { b } = module_b_c;
        const a = () => b;
        return { a };
        })();
        // page.js
        const module_page = (() => {
        const { a } = module_a;
        const b = module_b_c;
        a(b.b);
        return {  };
        })();

        """)
  }

  @Test(arguments: [
    ["page.js": "import a from \"./a.js\";\n", "a.js": ""], ["page.js": "export default 1;\n"],
    ["page.js": "export let a = 1;\n"], ["page.js": "import { a } from \"./missing.js\";\n"],
    [
      "page.js": "import { a } from \"./a.js\";\n", "a.js": "import { b } from \"./b.js\";\n",
      "b.js": "import { a } from \"./a.js\";\n",
    ],
    ["page.js": "show(\"/assets/missing.svg\");\n"],
    ["page.html": "<script src=\"/assets/missing.js\"></script>"],
    ["page.css": "@import \"missing.css\";\n"],
  ])
  func buildStopsAtFilesThatItCannotBundle(_ files: [String: String]) {
    #expect(throws: BundlingError.self) { try Bundler(folder(files)) }
  }

  @Test func addressesChangeWithTheContentAlone() throws {
    let files = [
      "a.svg": "<svg/>", "s.css": "p {}", "page.css": "@import \"s.css\";\n", "page.html": "/assets/page.css",
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

  @Test func compressionIsTheSameAtEachBuild() {
    let bytes = [UInt8]("function function function".utf8)
    let compressed = Gzip.compress(bytes)
    #expect(compressed == Gzip.compress(bytes))
    // RFC 1952 §2.3: the magic number, deflate, no flags, no time.
    #expect(compressed.prefix(8) == [0x1f, 0x8b, 8, 0, 0, 0, 0, 0])
  }
}
