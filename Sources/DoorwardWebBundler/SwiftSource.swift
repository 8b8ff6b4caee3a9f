import Encodings

/// The Swift file that has what was bundled.
enum SwiftSource {
  static func text(of bundler: Bundler) -> String {
    let assets = bundler.assets.map { asset in
      """
        static let \(variable(of: asset.name)) = PageAsset(
          address: "\(asset.address)", contentType: "\(asset.contentType)",
          text: \(literal(String(decoding: asset.bytes, as: UTF8.self))),
          gzip: "\(Base64.encode(Gzip.compress(asset.bytes)))")

      """
    }
    let texts = bundler.texts.map { "  static let \(variable(of: $0.name)) = \(literal($0.text))\n" }
    return """
      /// Made by WebBundler from the files of `Web`.
      enum WebFiles {
      \((assets + texts).joined(separator: "\n"))}

      """
  }

  /// `end-session.js` is `end_session_js`.
  private static func variable(of name: String) -> String {
    name.replacing("-", with: "_").replacing(".", with: "_")
  }

  /// A raw string literal; it has more number signs around it than stand in a row in the text.
  private static func literal(_ text: String) -> String {
    let longest = text.matches(of: /#+/).map(\.0.count).max() ?? 0
    let marks = String(repeating: "#", count: longest + 1)
    return "\(marks)\"\"\"\n\(text)\n\"\"\"\(marks)"
  }
}
