import Foundation

/// The Swift file with the texts that a target needs.
func texts(_ languages: [LanguageFile], _ parts: ArraySlice<String>) throws -> String {
  parts == ["mail"]
    ? try TextSource.mail(of: languages)
    : try TextSource.text(of: languages, parts: parts.compactMap(LanguageFile.Part.init))
}

/// The Swift file with the files of the pages.
func pages(_ languages: [LanguageFile], in web: String) throws -> String {
  let folder = URL(filePath: web, directoryHint: .isDirectory)
  var files: [String: [UInt8]] = [:]
  for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false)) {
    let file = folder.appending(path: path)
    guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
    files[path] = [UInt8](try Data(contentsOf: file))
  }
  return try PageSource.text(of: Bundler(WebFolder(files: files), languages))
}
