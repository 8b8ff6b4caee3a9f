/// The source files of the hosted page, by name.
struct WebFolder {
  let files: [String: [UInt8]]

  /// The names that end in `ending`, in order.
  func names(_ ending: String) -> [String] { files.keys.filter { $0.hasSuffix(ending) }.sorted() }

  func text(_ name: String) throws(BundlingError) -> String {
    guard let bytes = files[name] else { throw BundlingError(file: name, reason: "there is no such file") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw BundlingError(file: name, reason: "is not UTF-8")
    }
    return text
  }
}
