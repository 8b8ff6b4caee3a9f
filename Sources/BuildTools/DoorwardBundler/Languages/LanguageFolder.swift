import Foundation

/// The folder of the language files, and the file of keys with the text of another key beside it.
enum LanguageFolder {
  /// Reads the files, English first and the others by tag.
  ///
  /// - Parameter path: the folder `DoorwardTexts`.
  /// - Returns: the files.
  /// - Throws: ``TextFileError``, or the error of a file.
  static func files(_ path: String) throws -> [LanguageFile] {
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    let sameTexts = [UInt8](try Data(contentsOf: folder.appending(path: "same-texts.json")))
    let languages = folder.appending(path: "Languages")
    let tags = try FileManager.default.contentsOfDirectory(atPath: languages.path(percentEncoded: false))
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }
    return try tags.sorted { ($0 == "en" ? "" : $0) < ($1 == "en" ? "" : $1) }.map { tag in
      let bytes = [UInt8](try Data(contentsOf: languages.appending(path: "\(tag).json")))
      return try LanguageFile(bytes, tag: tag, sameTexts: sameTexts)
    }
  }
}
