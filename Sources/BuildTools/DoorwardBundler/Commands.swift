import DoorwardTextFiles
import Foundation

// usage: DoorwardWebBundler FOLDER OUTPUT.swift TEXTS
// TEXTS is the folder DoorwardTexts.

do {
  let folder = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
  var files: [String: [UInt8]] = [:]
  for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false)) {
    let file = folder.appending(path: path)
    guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
    files[path] = [UInt8](try Data(contentsOf: file))
  }
  let source = try SwiftSource.text(
    of: Bundler(WebFolder(files: files), LanguageFolder.files(CommandLine.arguments[3])))
  let output = URL(filePath: CommandLine.arguments[2])
  // Debug and release builds share the output. An unchanged file compiles nothing again.
  if (try? Data(contentsOf: output)) != Data(source.utf8) { try Data(source.utf8).write(to: output) }
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
