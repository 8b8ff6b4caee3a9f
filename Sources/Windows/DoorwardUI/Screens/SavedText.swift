#if canImport(SwiftUI)
  internal import DoorwardFlow
  internal import Foundation
  internal import SwiftUI
  internal import UniformTypeIdentifiers

  /// A text that the user saves as a file.
  struct SavedText: FileDocument {
    static var readableContentTypes: [UTType] { [.plainText, .json] }
    let file: TextFile
    var contentType: UTType { file.format == .json ? .json : .plainText }

    init(_ file: TextFile) { self.file = file }

    // The system's panel only writes.
    init(configuration: ReadConfiguration) throws { throw NotReadable() }

    private struct NotReadable: Error {}

    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
      FileWrapper(regularFileWithContents: Data(file.text.utf8))
    }
  }
#endif
