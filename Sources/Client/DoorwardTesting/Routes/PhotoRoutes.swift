import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardWire
import Encodings

extension DoorwardTestServer {
  /// Stores an upload unchanged. The double recognizes images by their first bytes and decodes none.
  func setPhoto(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    try requireRegistered(caller)
    _ = try request.mediaType()
    guard let format = PhotoFormat(content: request.body) else {
      throw Problem(status: 415, code: WireCode.photoUnsupportedFormat, detail: PhotoFormat.refusal)
    }
    accounts.changeUser(caller.user) {
      $0.photo = User.Photo(
        id: Base64URL.encode(randomBytes(16)), createdAt: time.now, mediaType: format.mediaType,
        bytes: request.body)
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
      throw Problem.invalidPhotoSize
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
}
