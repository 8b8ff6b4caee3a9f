/// One script made of an entry module and every module that it imports.
///
/// Each module becomes a function that answers its exports, so that names of two modules never meet. The page's
/// modules keep to the few forms of `import` and `export` that are read here; any other form ends the build.
struct ScriptBundle {
  private let folder: WebFolder
  private var done: [String] = []
  private var underWay: [String] = []
  private(set) var text = ""

  /// - Parameters:
  ///   - entry: the name of the module that the page loads.
  ///   - folder: has the modules.
  /// - Throws: ``BundlingError`` for a module that is missing, imports itself, or has a form that is not read.
  init(of entry: String, in folder: WebFolder) throws(BundlingError) {
    self.folder = folder
    try add(entry)
  }

  /// The modules that no other module imports: what pages load.
  static func entries(of folder: WebFolder) throws(BundlingError) -> [String] {
    var imported: Set<String> = []
    let names = folder.names(".js")
    for name in names { imported.formUnion(try ScriptModule(name, folder.text(name)).imports) }
    return names.filter { !imported.contains($0) }
  }

  private mutating func add(_ name: String) throws(BundlingError) {
    if done.contains(name) { return }
    if underWay.contains(name) {
      throw BundlingError(file: name, reason: "imports itself through \(underWay.last ?? name)")
    }
    underWay.append(name)
    let module = try ScriptModule(name, folder.text(name))
    for dependency in module.imports { try add(dependency) }
    underWay.removeLast()
    done.append(name)
    text += module.asFunction
  }
}
