/// The paths in the scripts of the hosted page.
enum PagePaths {
  /// Compares the paths that the scripts call with the document. `${…}` in a path stands for a part of a component.
  ///
  /// - Throws: ``BundlingError`` for a path that the document does not have.
  static func check(_ folder: WebFolder, against document: ContractDocument) throws(BundlingError) {
    let paths = document.fileOfPath.keys
    for file in folder.paths(".js") {
      for found in try folder.text(file).matches(of: /["`](\/session\/(?:\$\{[^}]*\}|[^"`$?])*)["`?]/) {
        let fixed = found.1.split(separator: /\$\{[^}]*\}/, omittingEmptySubsequences: false)
          .map { $0.isEmpty ? "" : "\\Q\($0)\\E" }
        guard let pattern = try? Regex(fixed.joined(separator: "[^/]*")),
          paths.contains(where: { $0.wholeMatch(of: pattern) != nil })
        else {
          throw BundlingError(file: file, reason: "\(found.1) is not a path of the OpenAPI document")
        }
      }
    }
  }
}
