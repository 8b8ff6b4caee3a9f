/// A JavaScript module of the page, taken apart.
struct ScriptModule {
  let imports: [String]
  /// The module as a function that answers its exports, kept under the module's name.
  let asFunction: String

  init(_ name: String, _ source: String) throws(BundlingError) {
    var imports: [String] = []
    var exports: [String] = []
    var body = ""
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("import ") {
        let (names, file) = try Self.importing(line, in: name)
        imports.append(file)
        body += "const \(names) = \(Self.variable(of: file));\n"
      } else if line.hasPrefix("export ") {
        let declaration = line.dropFirst("export ".count)
        exports.append(try Self.declared(declaration, in: name))
        body += "\(declaration)\n"
      } else {
        body += "\(line)\n"
      }
    }
    self.imports = imports
    asFunction = """
      // \(name)
      const \(Self.variable(of: name)) = (() => {
      \(body.trimmingNewlines)
      return { \(exports.joined(separator: ", ")) };
      })();

      """
  }

  /// What an `import` brings, as the left side of an assignment, and from which file.
  private static func importing(_ line: Substring, in name: String) throws(BundlingError) -> (String, String)
  {
    if let found = line.wholeMatch(of: /import (\{ [\w, ]+ \}) from "\.\/([\w-]+\.js)";/) {
      return (String(found.1), String(found.2))
    }
    if let found = line.wholeMatch(of: /import \* as (\w+) from "\.\/([\w-]+\.js)";/) {
      return (String(found.1), String(found.2))
    }
    throw BundlingError(
      file: name, reason: "only import { a, b } and import * as a, of \"./module.js\", are bundled: \(line)")
  }

  private static func declared(_ declaration: Substring, in name: String) throws(BundlingError) -> String {
    if let found = declaration.prefixMatch(of: /(?:async function|function|class|const) (\w+)/) {
      return String(found.1)
    }
    throw BundlingError(
      file: name, reason: "only exported functions, classes and constants are bundled: \(declaration)")
  }

  private static func variable(of file: String) -> String {
    "module_" + file.dropLast(".js".count).replacing("-", with: "_")
  }
}

extension String {
  fileprivate var trimmingNewlines: Substring {
    var rest = self[...]
    while rest.last == "\n" { rest.removeLast() }
    return rest
  }
}
