import DoorwardDelivery
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file with one part of a rendered message. It is named as the template: `sign_in_code.html`.
struct PreviewFile {
  let name: String
  let content: String

  /// The parts of a message.
  static func files(_ preview: TemplatePreview) -> [PreviewFile] {
    let kind = preview.kind.rawValue
    switch preview.message {
    case .mail(let mail):
      return [
        PreviewFile(name: "\(kind).subject", content: mail.subject),
        PreviewFile(name: "\(kind).txt", content: mail.text),
        PreviewFile(name: "\(kind).html", content: mail.html),
      ]
    case .sms(let text): return [PreviewFile(name: "\(kind).sms", content: text)]
    }
  }

  /// Writes files. The folder is created if it does not exist.
  ///
  /// - Returns: the paths.
  /// - Throws: ``PreviewNotWritten``.
  static func write(_ files: [PreviewFile], to folder: String) throws(PreviewNotWritten) -> [String] {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw PreviewNotWritten(path: folder)
    }
    var paths: [String] = []
    for file in files {
      let path = "\(folder)/\(file.name)"
      do {
        try Data((file.content + "\n").utf8).write(to: URL(filePath: path))
      } catch {
        throw PreviewNotWritten(path: path)
      }
      paths.append(path)
    }
    return paths
  }
}

/// A file or folder of a preview cannot be written.
struct PreviewNotWritten: Error, CustomStringConvertible {
  let path: String

  var description: String { "\(path) cannot be written: choose another folder (--output)" }
}
