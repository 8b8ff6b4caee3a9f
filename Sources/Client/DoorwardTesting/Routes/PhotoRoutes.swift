import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardWire
import Encodings

extension DoorwardTestServer {
  /// Stores an upload unchanged. The double recognizes images by their first bytes and decodes none.
  func setPhoto(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    try requireRegistered(caller)
    _ = try request.mediaType()
    guard let mediaType = Self.mediaType(of: request.body) else { throw Problem.photoUnsupported }
    accounts.changeUser(caller.user) {
      $0.photo = User.Photo(
        id: Base64URL.encode(randomBytes(16)), createdAt: time.now, mediaType: mediaType, bytes: request.body)
    }
    return try userAnswer(caller.user)
  }

  func removePhoto(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    accounts.changeUser(caller.user) { $0.photo = nil }
    return .noContent
  }

  /// The upload, in its original size.
  func photo(_ request: HTTPRequest, _ id: String?) throws -> HTTPResponse {
    let sizes = try request.queryItems.values(for: WirePhoto.size)
    guard sizes.count <= 1, sizes.allSatisfy({ WirePhoto.sides.map(String.init).contains($0) }) else {
      throw Problem.malformed(WireCode.invalidSize, "size must be one of the sizes of photos.")
    }
    guard let photo = accounts.users.lazy.compactMap(\.photo).first(where: { $0.id == id }) else {
      throw Problem.notFound("photo")
    }
    return HTTPResponse(
      status: 200,
      fields: [
        "Content-Type": photo.mediaType, "Cache-Control": "public, max-age=31536000, immutable",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Cross-Origin-Resource-Policy": "cross-origin",
      ], body: photo.bytes)
  }

  /// The first bytes of the formats that the server accepts, the place where they begin, and the media type.
  private static let formats: [(place: Int, bytes: [UInt8], mediaType: String)] =
    [
      (0, [0xff, 0xd8, 0xff], "image/jpeg"),
      (0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "image/png"),
      (8, Array("WEBP".utf8), "image/webp"), (0, Array("GIF8".utf8), "image/gif"),
      (4, Array("ftypavif".utf8), "image/avif"),
    ] + ["heic", "heix", "heim", "heis", "mif1"].map { (4, Array("ftyp\($0)".utf8), "image/heic") }

  private static func mediaType(of image: [UInt8]) -> String? {
    formats.first { image.dropFirst($0.place).starts(with: $0.bytes) }?.mediaType
  }
}
