import Foundation

// usage: DoorwardBundler texts LANGUAGES OUTPUT.swift PART…   a PART is a part of the language files, or `mail`
//        DoorwardBundler pages LANGUAGES OUTPUT.swift WEB     WEB is the folder of the pages' files
// LANGUAGES is the folder DoorwardTexts.

do {
  let arguments = CommandLine.arguments
  let languages = try LanguageFolder.files(arguments[2])
  let source =
    try arguments[1] == "pages"
    ? PageSource.text(of: Bundler(WebFolder(at: arguments[4]), languages))
    : TextSource.text(of: languages, named: arguments[4...])
  let output = URL(filePath: arguments[3])
  // Debug and release builds share the output. An unchanged file compiles nothing again.
  if (try? Data(contentsOf: output)) != Data(source.utf8) { try Data(source.utf8).write(to: output) }
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
