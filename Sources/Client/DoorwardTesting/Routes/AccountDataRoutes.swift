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

extension DoorwardTestServer {
  /// The members of a user that an export has in other places.
  private static let membersBesideProfile = [
    WireUser.Members.email, WireUser.Members.emailVerified, WireUser.Members.phoneNumber,
    WireUser.Members.phoneNumberVerified, WireUser.Members.username, WireUser.Members.picture,
    WireUser.Members.appMetadata, WireUser.Members.identities,
  ]

  /// The data of a user. The double stores no messages.
  func exportUser(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    guard let user = accounts.user(caller.user) else { throw Problem.invalidToken }
    let identities = accounts.identities(of: user.id)
    var profile = user.json(identities, at: issuer)
    for name in Self.membersBesideProfile { profile[name] = nil }
    profile["secured_at"] = .time(user.securedTime)
    let sessions = accounts.liveSessions(of: user.id, at: time.now).reversed()
    var response = HTTPResponse.privateJSON([
      "exported_at": .time(time.now), "issuer": .string(issuer), "user": .object(profile),
      "deletion": user.deletion?.exported ?? .null, "photo": user.photo?.exported ?? .null,
      "identities": .array(identities.map { .object($0.json) }),
      "second_factors": .array(allSecondFactors(of: user.id).map { .object($0.json) }),
      SecondFactorMembers.recoveryCodesLeft: .integer(Int64(secondFactors.recoveryCodesLeft(of: user.id))),
      "applications": [
        [
          "application": .string(application.id), "scopes": ["account"],
          WireUser.Members.appMetadata: .object(user.appMetadata), WireUser.Members.roles: [],
        ]
      ],
      "sessions": .array(
        sessions.map {
          .object($0.row(current: caller.session, application: application.id).json)
        }),
      "messages": [], "ban": user.ban?.exported ?? .null, "invitations": [], "administrator": .null,
      "activity": .array(
        sessions.map {
          .object($0.started(current: caller.session, application: application.id).json)
        }),
    ])
    response.fields["Content-Disposition"] = "attachment; filename=\"account.json\""
    return response
  }
}

extension User.Deletion {
  fileprivate var exported: JSONValue { ["requested_at": .time(requestedAt), "delete_at": .time(dueAt)] }
}

extension User.Ban {
  fileprivate var exported: JSONValue { ["banned_at": .time(bannedAt), "ends_at": .time(endsAt)] }
}

extension User.Photo {
  fileprivate var exported: JSONValue {
    [
      "created_at": .time(createdAt), "media_type": .string(mediaType),
      "content": .string(Base64.encode(bytes)),
    ]
  }
}
