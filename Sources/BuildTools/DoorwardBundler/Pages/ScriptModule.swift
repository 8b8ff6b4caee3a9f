/// A JavaScript module of the page: its imports, its exports, and its text as a function.
///
/// A few forms of `import` and `export` are read. Every other form ends the build.
struct ScriptModule {
  struct Import: Equatable {
    let path: String
    /// The names that the other module must export. Empty for `import * as`.
    let names: [String]
  }

  let imports: [Import]
  let exports: [String]
  /// A constant with the module's exports. A function around the module keeps its other names private.
  let asFunction: String

  init(_ path: String, _ source: String) throws(BundlingError) {
    var imports: [Import] = []
    var exports: [String] = []
    var body = ""
    for line in try CodeLines.code(of: source, in: path) {
      if line.prefixMatch(of: /\s*import\b/) != nil {
        let (imported, names) = try Self.importing(line, in: path)
        imports.append(imported)
        body += "const \(names) = \(Self.variable(of: imported.path));\n"
      } else if line.prefixMatch(of: /\s*export\b/) != nil {
        guard line.hasPrefix("export ") else { throw Self.unreadExport(line, in: path) }
        let declaration = line.dropFirst("export ".count)
        exports += try Self.declared(declaration, in: path)
        body += "\(declaration)\n"
      } else {
        body += "\(CodeLines.withoutIndent(line))\n"
      }
    }
    self.imports = imports
    self.exports = exports
    asFunction = """
      // \(path)
      const \(Self.variable(of: path)) = (() => {
      \(body)return { \(exports.joined(separator: ", ")) };
      })();

      """
  }

  /// - Returns: the imported module, and the names as the left side of an assignment.
  private static func importing(_ line: Substring, in path: String) throws(BundlingError) -> (Import, String)
  {
    if let found = line.wholeMatch(of: /import \{ (\w+(?: as \w+)?(?:, \w+(?: as \w+)?)*) \} from "([^"]+)";/)
    {
      let names = found.1.split(separator: ", ").map { $0.split(separator: " as ").map(String.init) }
      let pattern = names.map { $0.count == 2 ? "\($0[0]): \($0[1])" : $0[0] }.joined(separator: ", ")
      return (Import(path: try module(found.2, in: path), names: names.map { $0[0] }), "{ \(pattern) }")
    }
    if let found = line.wholeMatch(of: /import \* as (\w+) from "([^"]+)";/) {
      return (Import(path: try module(found.2, in: path), names: []), String(found.1))
    }
    throw BundlingError(
      file: path,
      reason: "only import { a, b as c } and import * as a, each on one line, are bundled: \(line)")
  }

  /// The names that a declaration exports.
  private static func declared(_ declaration: Substring, in path: String) throws(BundlingError) -> [String] {
    if let found = declaration.prefixMatch(of: /(?:async function|function|class|const) (\w+)\b/) {
      return [String(found.1)]
    }
    if let found = declaration.prefixMatch(of: /const \{ (\w+(?:, \w+)*) \} =/) {
      return found.1.split(separator: ", ").map(String.init)
    }
    throw unreadExport(declaration, in: path)
  }

  private static func unreadExport(_ line: Substring, in path: String) -> BundlingError {
    BundlingError(
      file: path, reason: "only exported functions, classes and constants are bundled: \(line)")
  }

  private static func module(_ address: Substring, in path: String) throws(BundlingError) -> String {
    guard address.wholeMatch(of: /\.\.?\/[a-z0-9\/.-]+\.js/) != nil,
      let module = WebFolder.resolve(address, from: path)
    else {
      throw BundlingError(file: path, reason: "\(address) is not a module of this folder")
    }
    return module
  }

  /// The name of the constant. Paths have no underscore and no dollar sign, so two paths never have the same name.
  private static func variable(of path: String) -> String {
    "module_" + path.dropLast(".js".count).replacing("-", with: "_").replacing("/", with: "$")
  }
}
