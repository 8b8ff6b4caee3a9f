import Encodings
import HTTPCore

/// A file of the hosted pages, embedded in the binary; its hash is its version.
struct PageAsset: Sendable {
  let name: String
  private let bytes: [UInt8]
  private let contentType: String
  private let tag: String

  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    contentType =
      switch name.split(separator: ".").last {
      case "js": "text/javascript; charset=utf-8"
      case "css": "text/css; charset=utf-8"
      case "svg": "image/svg+xml"
      default: "application/octet-stream"
      }
    tag = "\"\(Base64URL.encode(Array(SHA256.hash(bytes).prefix(16))))\""
  }

  /// The file, or 304 where the browser has this very version.
  func response(to request: HTTPRequest) -> HTTPResponse {
    let cache: HTTPFields = ["ETag": tag, "Cache-Control": "no-cache"]
    if request.fields["If-None-Match"] == tag { return HTTPResponse(status: 304, fields: cache) }
    var fields = cache
    fields["Content-Type"] = contentType
    return HTTPResponse(status: 200, fields: fields, body: bytes)
  }

  /// Serves the files under `/assets/`.
  static func register(_ assets: [PageAsset], in router: inout Router) {
    for asset in assets {
      router.on(.get, "/assets/\(asset.name)") { request, _ in asset.response(to: request) }
    }
  }
}
