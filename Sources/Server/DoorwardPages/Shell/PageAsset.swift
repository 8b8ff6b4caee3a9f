package import DoorwardHTTP
import DoorwardHTTPTypes
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
