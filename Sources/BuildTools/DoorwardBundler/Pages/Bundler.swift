import Encodings

/// Turns the source files of the page into the files that the server serves: bundled, and named by their content.
struct Bundler {
  /// A file that browsers cache forever, because its address changes with its content.
  struct Asset {
    /// The name of its source, such as `account.js`.
    let name: String
    let contentType: String
    let bytes: [UInt8]

    /// `/assets/account.`, 16 digits of the SHA-256 of the content, and the extension.
    var address: String {
      let hash = Hex.encode(Array(SHA256.hash(bytes).prefix(8)))
      let parts = name.split(separator: ".")
      return "/assets/\(parts[0]).\(hash).\(parts[1])"
    }
  }

  let folder: WebFolder
  private(set) var assets: [Asset] = []
  /// Templates, by name.
  private(set) var texts: [(name: String, text: String)] = []

  /// The names of the scripts with the texts of the account pages and of the wallet page, by language tag.
  private(set) var textScripts: [(tag: String, pages: String, wallet: String)] = []

  /// The section of the wallet origin, which shares no text with the other pages.
  private static let walletSection = "nearWallets."

  /// The text of the footer, which the server writes into a page and a script translates.
  private static let footer = "html.footer"

  /// - Parameters:
  ///   - folder: the source files.
  ///   - languages: the language files.
  /// - Throws: ``BundlingError``.
  init(_ folder: WebFolder, _ languages: [LanguageFile] = []) throws(BundlingError) {
    self.folder = folder
    for path in folder.paths(".svg") {
      try add(path, contentType: "image/svg+xml", text: folder.text(path))
    }
    for path in try StyleBundle.entries(of: folder) {
      try add(path, contentType: "text/css; charset=utf-8", text: StyleBundle.text(of: path, in: folder))
    }
    for path in try ScriptBundle.entries(of: folder) {
      let text = try withPictures(ScriptBundle(of: path, in: folder).text, of: path)
      try add(path, contentType: "text/javascript; charset=utf-8", text: text)
    }
    for path in folder.paths(".html") { try add(path, text: withAddresses(folder.text(path), of: path)) }
    for language in languages { try add(language) }
  }

  private mutating func add(_ path: String, contentType: String, text: String) throws(BundlingError) {
    let name = try newName(of: path)
    assets.append(Asset(name: name, contentType: contentType, bytes: [UInt8](text.utf8)))
  }

  private mutating func add(_ path: String, text: String) throws(BundlingError) {
    texts.append((try newName(of: path), text))
  }

  /// Adds the scripts with the texts of a language. A page loads one of them before its own script.
  private mutating func add(_ language: LanguageFile) throws(BundlingError) {
    let entries: [LanguageFile.Entry]
    do {
      let frame = try language.entries([.server]).filter { $0.key == Self.footer }
      entries = try language.entries([.shared, .page]) + frame
    } catch {
      throw BundlingError(file: error.file, reason: error.reason)
    }
    let (pages, wallet) = ("texts-\(language.tag).js", "wallet-texts-\(language.tag).js")
    textScripts.append((language.tag, pages, wallet))
    for (name, isWallet) in [(pages, false), (wallet, true)] {
      let own = entries.filter { $0.key.hasPrefix(Self.walletSection) == isWallet }
      let texts = JSONObject(own.map { ($0.key, $0.value) })
      try add(
        name, contentType: "text/javascript; charset=utf-8",
        text: "globalThis.doorwardTexts = \(JSONValue.object(texts).serializedString());\n")
    }
  }

  /// The server identifies a file by its name alone, so no two files may have the same name.
  private func newName(of path: String) throws(BundlingError) -> String {
    let name = WebFolder.name(of: path)
    if assets.contains(where: { $0.name == name }) || texts.contains(where: { $0.name == name }) {
      throw BundlingError(file: path, reason: "another file has this name")
    }
    return name
  }

  /// A page in which `/assets/name` is replaced by the address with the hash.
  private func withAddresses(_ page: String, of path: String) throws(BundlingError) -> String {
    try replacingAssets(in: page, of: path) { $0.address }
  }

  /// A script in which `/assets/name.svg` is replaced by the picture itself, which is smaller than a request for it.
  private func withPictures(_ script: String, of path: String) throws(BundlingError) -> String {
    try replacingAssets(in: script, of: path) { asset in
      asset.name.hasSuffix(".svg") ? "data:image/svg+xml;base64,\(Base64.encode(asset.bytes))" : nil
    }
  }

  private func replacingAssets(
    in text: String, of path: String, _ replacement: (Asset) -> String?
  ) throws(BundlingError) -> String {
    var result = ""
    var rest = text[...]
    while let found = rest.firstMatch(of: /\/assets\/([\w-]+\.\w+)/) {
      guard let asset = assets.first(where: { $0.name == found.1 }), let text = replacement(asset) else {
        throw BundlingError(file: path, reason: "\(found.0) cannot be used here")
      }
      result += rest[..<found.range.lowerBound] + text
      rest = rest[found.range.upperBound...]
    }
    return result + rest
  }
}

extension LanguageFile.Entry {
  /// The text, or the object of its plural forms.
  fileprivate var value: JSONValue {
    if forms.count == 1, let form = forms.first { return .string(form.text) }
    return .object(JSONObject(forms.map { ($0.category, .string($0.text)) }))
  }
}

/// A file of the page or of the contract cannot be embedded. The error ends the build.
struct BundlingError: Error, Equatable, CustomStringConvertible {
  let file: String
  let reason: String

  var description: String { "\(file): \(reason)" }
}

/// One style sheet: a file without comments, in which each line `@import "other.css";` is replaced by that file.
enum StyleBundle {
  static func text(of path: String, in folder: WebFolder) throws(BundlingError) -> String {
    var text = ""
    for line in try CodeLines.code(of: folder.text(path), in: path) {
      if let imported = imported(line) {
        guard imported != path else { throw BundlingError(file: path, reason: "imports itself") }
        text += try self.text(of: imported, in: folder)
      } else {
        text += "\(CodeLines.withoutIndent(line))\n"
      }
    }
    return text
  }

  /// The style sheets that no other one imports. Pages load them.
  static func entries(of folder: WebFolder) throws(BundlingError) -> [String] {
    var imports: Set<String> = []
    let paths = folder.paths(".css")
    for path in paths {
      imports.formUnion(try folder.text(path).split(separator: "\n").compactMap(imported))
    }
    return paths.filter { !imports.contains($0) }
  }

  private static func imported(_ line: Substring) -> String? {
    line.wholeMatch(of: /@import "([\w-]+\.css)";/).map { String($0.1) }
  }
}
