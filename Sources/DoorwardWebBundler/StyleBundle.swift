/// One style sheet: a file with each `@import "other.css";` line replaced by that file.
enum StyleBundle {
  static func text(of name: String, in folder: WebFolder) throws(BundlingError) -> String {
    var text = ""
    for line in try folder.text(name).split(separator: "\n", omittingEmptySubsequences: false) {
      if let file = imported(line) {
        guard file != name else { throw BundlingError(file: name, reason: "imports itself") }
        text += try self.text(of: file, in: folder)
      } else {
        text += "\(line)\n"
      }
    }
    return text
  }

  /// The style sheets that no other one imports: what pages load.
  static func entries(of folder: WebFolder) throws(BundlingError) -> [String] {
    var files: Set<String> = []
    let names = folder.names(".css")
    for name in names {
      files.formUnion(try folder.text(name).split(separator: "\n").compactMap(imported))
    }
    return names.filter { !files.contains($0) }
  }

  private static func imported(_ line: Substring) -> String? {
    line.wholeMatch(of: /@import "([\w-]+\.css)";/).map { String($0.1) }
  }
}
