import Foundation

// usage: DoorwardBundler texts LANGUAGES OUTPUT.swift PART…        a PART is a part of the language files, or `mail`
//        DoorwardBundler pages LANGUAGES OUTPUT.swift WEB          WEB is the folder of the pages' files
//        DoorwardBundler dashboard WEB OUTPUT.swift
//        DoorwardBundler contract OPENAPI OUTPUT.swift WIRE WEB…   OPENAPI and WIRE are folders of Sources/Contract
// LANGUAGES is the folder DoorwardTexts.

do {
  let arguments = CommandLine.arguments
  let source =
    switch arguments[1] {
    case "contract":
      try ContractSource.text(
        of: Folder.files(in: arguments[2], endingIn: ".json"),
        wire: Folder.files(in: arguments[4], endingIn: ".swift"),
        web: arguments[5...].map { WebFolder(files: try Folder.files(in: $0)) })
    case "dashboard":
      try PageSource.text(
        of: Bundler(WebFolder(files: Folder.files(in: arguments[2]))), importing: "DoorwardPages")
    case "pages":
      try PageSource.text(
        of: Bundler(WebFolder(files: Folder.files(in: arguments[4])), LanguageFolder.files(arguments[2])))
    default: try TextSource.text(of: LanguageFolder.files(arguments[2]), named: arguments[4...])
    }
  let output = URL(filePath: arguments[3])
  // Debug and release builds share the output. An unchanged file compiles nothing again.
  if (try? Data(contentsOf: output)) != Data(source.utf8) { try Data(source.utf8).write(to: output) }
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
