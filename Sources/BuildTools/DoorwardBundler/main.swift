import DoorwardTextFiles
import Foundation

// usage: DoorwardTextBundler FOLDER OUTPUT.swift PART…
// A PART is a part of the language files, or `mail`.

do {
  let files = try LanguageFolder.files(CommandLine.arguments[1])
  let parts = CommandLine.arguments.dropFirst(3)
  let source =
    parts == ["mail"]
    ? try TextSource.mail(of: files)
    : try TextSource.text(of: files, parts: parts.compactMap(LanguageFile.Part.init))
  let output = URL(filePath: CommandLine.arguments[2])
  // Debug and release builds share the output. An unchanged file compiles nothing again.
  if (try? Data(contentsOf: output)) != Data(source.utf8) { try Data(source.utf8).write(to: output) }
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
