import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardWire
import Encodings

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
          WireUser.Members.appMetadata: .object(user.appMetadata),
        ]
      ],
      "sessions": .array(
        sessions.map {
          .object($0.row(current: caller.session, application: application.id).json)
        }),
      "messages": [], "ban": user.ban?.exported ?? .null, "invitations": [],
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
