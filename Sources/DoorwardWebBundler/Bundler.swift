import Encodings

/// Makes of the source files of the page what the server serves: bundled, named by their content, compressed.
struct Bundler {
  /// A file that browsers keep for good: its name changes with its content.
  struct Asset {
    /// As its source is called, such as `account.js`.
    let name: String
    let contentType: String
    let bytes: [UInt8]

    /// `/assets/account.` and 16 digits of the SHA-256 of its content.
    var address: String {
      let hash = Hex.encode(Array(SHA256.hash(bytes).prefix(8)))
      let parts = name.split(separator: ".")
      return "/assets/\(parts[0]).\(hash).\(parts[1])"
    }
  }

  let folder: WebFolder
  private(set) var assets: [Asset] = []
  /// Templates and documents, by name.
  private(set) var texts: [(name: String, text: String)] = []

  init(_ folder: WebFolder) throws(BundlingError) {
    self.folder = folder
    for name in folder.names(".svg") {
      assets.append(
        Asset(name: name, contentType: "image/svg+xml", bytes: [UInt8](try folder.text(name).utf8)))
    }
    for name in try StyleBundle.entries(of: folder) {
      let text = try StyleBundle.text(of: name, in: folder)
      assets.append(Asset(name: name, contentType: "text/css; charset=utf-8", bytes: [UInt8](text.utf8)))
    }
    for name in try ScriptBundle.entries(of: folder) {
      let text = try withPictures(ScriptBundle(of: name, in: folder).text, of: name)
      assets.append(
        Asset(name: name, contentType: "text/javascript; charset=utf-8", bytes: [UInt8](text.utf8)))
    }
    for name in folder.names(".html") { texts.append((name, try withAddresses(folder.text(name), of: name))) }
    for name in folder.names(".json") { texts.append((name, try folder.text(name))) }
  }

  /// A page with `/assets/name` replaced by the address that has the hash.
  private func withAddresses(_ page: String, of name: String) throws(BundlingError) -> String {
    try replacingAssets(in: page, of: name) { $0.address }
  }

  /// A script with `/assets/name.svg` replaced by the picture itself: smaller than a request for it.
  private func withPictures(_ script: String, of name: String) throws(BundlingError) -> String {
    try replacingAssets(in: script, of: name) { asset in
      asset.name.hasSuffix(".svg") ? "data:image/svg+xml;base64,\(Base64.encode(asset.bytes))" : nil
    }
  }

  private func replacingAssets(
    in text: String, of file: String, _ replacement: (Asset) -> String?
  ) throws(BundlingError) -> String {
    var result = ""
    var rest = text[...]
    while let found = rest.firstMatch(of: /\/assets\/([\w-]+\.\w+)/) {
      guard let asset = assets.first(where: { $0.name == found.1 }), let text = replacement(asset) else {
        throw BundlingError(file: file, reason: "\(found.0) cannot stand here")
      }
      result += rest[..<found.range.lowerBound] + text
      rest = rest[found.range.upperBound...]
    }
    return result + rest
  }
}
