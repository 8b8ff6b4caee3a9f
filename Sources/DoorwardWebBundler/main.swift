import Foundation

// usage: WebBundler FOLDER OUTPUT.swift

do {
  let folder = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
  var files: [String: [UInt8]] = [:]
  for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
    files[file.lastPathComponent] = [UInt8](try Data(contentsOf: file))
  }
  let source = SwiftSource.text(of: try Bundler(WebFolder(files: files)))
  let output = URL(filePath: CommandLine.arguments[2])
  // Debug and release builds share the output. A file that stays as it is compiles nothing again.
  if (try? Data(contentsOf: output)) != Data(source.utf8) { try Data(source.utf8).write(to: output) }
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
