public import UniformTypeIdentifiers

// https://developer.apple.com/documentation/swiftui/filedocument
@available(macOS 11.0, iOS 14.0, *)
public protocol FileDocument: Sendable {
  // https://developer.apple.com/documentation/swiftui/filedocument/readablecontenttypes
  static var readableContentTypes: [UTType] { get }
  // https://developer.apple.com/documentation/swiftui/filedocument/init(configuration:)
  init(configuration: ReadConfiguration) throws
  // https://developer.apple.com/documentation/swiftui/filedocument/filewrapper(configuration:)
  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper
  // https://developer.apple.com/documentation/swiftui/filedocument/readconfiguration
  typealias ReadConfiguration = FileDocumentReadConfiguration
  // https://developer.apple.com/documentation/swiftui/filedocument/writeconfiguration
  typealias WriteConfiguration = FileDocumentWriteConfiguration
}
// https://developer.apple.com/documentation/swiftui/filedocumentreadconfiguration
public struct FileDocumentReadConfiguration {}
// https://developer.apple.com/documentation/swiftui/filedocumentwriteconfiguration
public struct FileDocumentWriteConfiguration {}

// https://developer.apple.com/documentation/foundation/filewrapper
open class FileWrapper: NSObject {
  let contents: Data
  // https://developer.apple.com/documentation/foundation/filewrapper/init(regularfilewithcontents:)
  public init(regularFileWithContents contents: Data) { self.contents = contents }
}

/// Stand-in: a view that can save a file.
nonisolated struct ExportingView<Content: View, Document: FileDocument>: PrimitiveView {
  let content: Content
  let isPresented: Binding<Bool>
  let document: Document?
  let name: String?
  let completion: (Result<URL, any Error>) -> Void
}
extension View {
  // https://developer.apple.com/documentation/swiftui/view/fileexporter(ispresented:document:contenttype:defaultfilename:oncompletion:)
  @available(macOS 11.0, iOS 14.0, *)
  nonisolated public func fileExporter<D: FileDocument>(
    isPresented: Binding<Bool>, document: D?, contentType: UTType, defaultFilename: String? = nil,
    onCompletion: @escaping (_ result: Result<URL, any Error>) -> Void
  ) -> some View {
    ExportingView(
      content: self, isPresented: isPresented, document: document, name: defaultFilename,
      completion: onCompletion)
  }
}
