/// One style sheet: a file in which each line `@import "other.css";` is replaced by that file.
enum StyleBundle {
  static func text(of path: String, in folder: WebFolder) throws(BundlingError) -> String {
    var text = ""
    for line in try folder.text(path).split(separator: "\n", omittingEmptySubsequences: false) {
      if let imported = imported(line) {
        guard imported != path else { throw BundlingError(file: path, reason: "imports itself") }
        text += try self.text(of: imported, in: folder)
      } else {
        text += "\(line)\n"
      }
    }
    return text
  }

  /// The style sheets that no other one imports. Pages load them.
  static func entries(of folder: WebFolder) throws(BundlingError) -> [String] {
    var imports: Set<String> = []
    let paths = folder.paths(".css")
    for path in paths {
      imports.formUnion(try folder.text(path).split(separator: "\n").compactMap(imported))
    }
    return paths.filter { !imports.contains($0) }
  }

  private static func imported(_ line: Substring) -> String? {
    line.wholeMatch(of: /@import "([\w-]+\.css)";/).map { String($0.1) }
  }
}
