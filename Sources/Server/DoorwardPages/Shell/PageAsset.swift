package import DoorwardHTTP
package import DoorwardHTTPTypes
import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardSystem
import Encodings

/// A file that pages load. Its address has a hash of its content, so that browsers can cache it without limit.
package struct PageAsset: Sendable {
  package let address: String
  private let contentType: String
  private let text: String
  /// The content compressed, in base64.
  private let gzip: String
  /// The content compressed, from the first request on. Most languages are never requested.
  private let compressed = Monitor<[UInt8]?>(nil)

  /// - Parameters:
  ///   - address: the path that pages name.
  ///   - contentType: the media type.
  ///   - text: the content.
  ///   - gzip: the content compressed, in base64. The bundler makes it when the server is built.
  package init(address: String, contentType: String, text: String, gzip: String) {
    self.address = address
    self.contentType = contentType
    self.text = text
    self.gzip = gzip
  }

  /// The content as text.
  var content: String { text }

  package func response(to request: HTTPRequest) -> HTTPResponse {
    var fields: HTTPFields = [
      "Content-Type": contentType, "Cache-Control": "public, max-age=31536000, immutable",
      "Vary": "Accept-Encoding",
    ]
    guard ContentCoding.accepts("gzip", request.fields), let body = compressedBody() else {
      return HTTPResponse(status: 200, fields: fields, body: [UInt8](text.utf8))
    }
    fields["Content-Encoding"] = "gzip"
    return HTTPResponse(status: 200, fields: fields, body: body)
  }

  private func compressedBody() -> [UInt8]? {
    if let done = compressed.withLock({ $0 }) { return done }
    let bytes = try? Base64.decode(gzip)
    compressed.withLock { $0 = bytes }
    return bytes
  }

  package static func register(_ assets: [PageAsset], in router: inout Router) {
    for asset in assets {
      router.on(.get, asset.address, by: .anyone) { request in asset.response(to: request) }
    }
  }
}

/// The files that pages of each origin load. Wallet code and the account page share only the icon.
package enum PageAssetList {
  package static var account: [PageAsset] {
    [
      WebFiles.account_js, WebFiles.authorize_js, WebFiles.continue_js, WebFiles.device_js,
      WebFiles.end_session_js, WebFiles.icon_svg, WebFiles.page_css, WebFiles.secure_js,
    ] + WebFiles.texts.values
  }

  package static var wallet: [PageAsset] {
    [WebFiles.icon_svg, WebFiles.wallet_css, WebFiles.wallet_js] + WebFiles.walletTexts.values
  }
}

/// The content codings that a client accepts (RFC 9110 §12.5.3).
package enum ContentCoding {
  /// Whether `Accept-Encoding` names the coding, or `*`, with a weight above zero. The name itself decides over `*`.
  package static func accepts(_ coding: String, _ fields: HTTPFields) -> Bool {
    var any = false
    for member in fields.values(for: "Accept-Encoding").flatMap({ $0.split(separator: ",") }) {
      let parts = member.split(separator: ";").map { $0.trimmingSpaces.lowercased() }
      guard let name = parts.first else { continue }
      // The weights "0", "0." and "0.000" refuse a coding (RFC 9110 §12.4.2).
      let isRefused = parts.dropFirst().contains { $0.wholeMatch(of: /q=0(?:\.0{0,3})?/) != nil }
      if name == coding || name == "x-\(coding)" { return !isRefused }
      if name == "*" { any = !isRefused }
    }
    return any
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var rest = self
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}
