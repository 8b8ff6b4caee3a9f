/// One script that has an entry module and every module that it imports.
///
/// Each module becomes a function that returns its exports, so names of two modules never collide.
struct ScriptBundle {
  private let folder: WebFolder
  private var done: [String: ScriptModule] = [:]
  private var underWay: [String] = []
  private(set) var text = ""

  /// - Parameters:
  ///   - entry: the path of the module that the page loads.
  ///   - folder: has the modules.
  /// - Throws: ``BundlingError`` if a module is missing, imports itself, imports a name that the other module does not
  ///   export, or has a form that is not read.
  init(of entry: String, in folder: WebFolder) throws(BundlingError) {
    self.folder = folder
    _ = try add(entry)
  }

  /// The modules that no other module imports. Pages load them.
  static func entries(of folder: WebFolder) throws(BundlingError) -> [String] {
    var imported: Set<String> = []
    let paths = folder.paths(".js")
    for path in paths { imported.formUnion(try ScriptModule(path, folder.text(path)).imports.map(\.path)) }
    return paths.filter { !imported.contains($0) }
  }

  private mutating func add(_ path: String) throws(BundlingError) -> ScriptModule {
    if let module = done[path] { return module }
    if underWay.contains(path) {
      throw BundlingError(file: path, reason: "imports itself through \(underWay.last ?? path)")
    }
    underWay.append(path)
    let module = try ScriptModule(path, folder.text(path))
    for imported in module.imports {
      let exports = try add(imported.path).exports
      if let missing = imported.names.first(where: { !exports.contains($0) }) {
        throw BundlingError(file: path, reason: "\(imported.path) does not export \(missing)")
      }
    }
    underWay.removeLast()
    done[path] = module
    text += module.asFunction
    return module
  }
}
