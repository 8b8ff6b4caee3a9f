/// The paths in the scripts of the hosted page.
enum PagePaths {
  /// Compares the paths that the scripts call with the document.
  ///
  /// - Throws: ``BundlingError`` for a path that the document does not have.
  static func check(_ folder: WebFolder, against document: ContractDocument) throws(BundlingError) {
    let paths = document.fileOfPath.keys
    for file in folder.paths(".js") {
      for found in try folder.text(file).matches(of: /["`](\/session\/[^"`$?]*)(["`?]|\$\{)/) {
        let isWhole = found.2 != "${"
        guard paths.contains(where: { isWhole ? $0 == found.1 : $0.hasPrefix(found.1) }) else {
          throw BundlingError(file: file, reason: "\(found.1) is not a path of the OpenAPI document")
        }
      }
    }
  }
}
