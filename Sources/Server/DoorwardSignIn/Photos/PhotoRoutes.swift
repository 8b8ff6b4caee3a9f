package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardPhotos
import DoorwardServerRules
package import DoorwardSessions
import DoorwardStore
import DoorwardWire

/// The routes that set and remove the photo of the signed-in user. They are the same for each carrier.
package struct PhotoRoutes: Sendable {
  private let carrier: any SessionCarrier
  private let photos: UserPhotos
  private let limits: RequestLimits

  package init(carrier: any SessionCarrier, photos: UserPhotos, limits: RequestLimits) {
    self.carrier = carrier
    self.photos = photos
    self.limits = limits
  }

  package func register(in router: inout Router) {
    let path = carrier.path(WirePath.userPhoto)
    router.onUpload(.put, path, by: carrier.signedInCaller, limits: [.accountWrite]) { head in
      let caller = try await carrier.caller(head)
      try await limits.admitWrite(by: caller.user.id, head)
      // Anyone can become any number of anonymous users, whose photos would fill the disk.
      try caller.requireRegistered()
      // The content decides the format. The media type of the request is only checked not to be a form or compressed.
      _ = try head.mediaType()
      return { body in
        // The session may have ended while the body arrived. The transaction that stores the photo checks it again.
        let view = try await photos.set(body, of: caller, in: carrier.application(of: caller))
        return try carrier.answer(view, caller)
      }
    }
    router.on(.delete, path, by: carrier.signedInCaller, limits: [.accountRemoval]) { request in
      let caller = try await carrier.caller(request)
      try await limits.admitRemoval(by: caller.session.id, request)
      try await photos.remove(of: caller)
      return .noContent
    }
  }

  /// Whether a request may have a body as large as a photo.
  package static func hasLargeBody(_ request: HTTPRequest) -> Bool {
    request.method == .put && (request.path == WirePath.userPhoto || request.path == PagePath.photo)
  }
}

/// `GET /v1/photos/{id}`: a photo, for each program that has its address.
package struct PhotoFileRoute: Sendable {
  private let photos: UserPhotos

  package init(photos: UserPhotos) { self.photos = photos }

  package func register(in router: inout Router) {
    router.on(.get, WirePath.photo, by: .anyone) { request in
      let side = try Self.side(request)
      guard let id = request.pathParameters["id"], let file = try await photos.file(id, side: side) else {
        throw Problem.notFound("photo")
      }
      return HTTPResponse(
        status: 200,
        fields: [
          "Content-Type": Photo.mediaType,
          // The content of an address never changes: a new photo has a new id.
          "Cache-Control": "public, max-age=31536000, immutable",
          "Content-Security-Policy": "default-src 'none'; sandbox",
          // Pages of every site may show the photo. It has no secret and needs no cookie.
          "Cross-Origin-Resource-Policy": "cross-origin",
        ], body: file)
    }
  }

  /// The side that the request asks for. The default is the largest.
  private static func side(_ request: HTTPRequest) throws(Problem) -> Int {
    let values = try request.queryItems.values(for: WirePhoto.size)
    guard !values.isEmpty else { return WirePhoto.sides.last ?? 0 }
    guard values.count == 1, let side = WirePhoto.sides.first(where: { "\($0)" == values[0] }) else {
      throw .invalidPhotoSize
    }
    return side
  }
}
