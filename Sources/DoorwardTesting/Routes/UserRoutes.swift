import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardWire
import Encodings
import Foundation

extension DoorwardTestServer {
  /// The access token opens this call too.
  func readUser(_ request: HTTPRequest) throws -> HTTPResponse {
    guard let caller = try bearer(request, [.account, .access]) else { throw Problem.missingToken }
    return try userAnswer(caller.user)
  }

  func patchUser(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    let body = try request.requireJSON(mediaTypes: ["application/json", "application/merge-patch+json"])
    guard var user = accounts.user(caller.user) else { throw Problem.invalidToken }
    try user.apply(patch: body)
    accounts.changeUser(caller.user) { $0 = user }
    return try userAnswer(caller.user)
  }

  func removeUser(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    try requireRecentSignIn(caller)
    try requireSettledProof(toRemove: accounts.identities(of: caller.user), by: caller)
    accounts.delete(caller.user)
    return .noContent
  }

  func listIdentities(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    let part = try ListRequest(request)
    let identities = Array(accounts.identities(of: caller.user).reversed())
    return .privateJSON(.object(part.answer(identities, cursor: \.cursor, json: \.wire.json)))
  }

  func unlink(_ request: HTTPRequest, _ id: String?) throws -> HTTPResponse {
    let caller = try account(request)
    try requireRecentSignIn(caller)
    let identities = accounts.identities(of: caller.user)
    guard let removed = identities.first(where: { $0.id == id }) else { throw Problem.notFound("identity") }
    // A user name signs in only with a password.
    let hasPassword = accounts.user(caller.user)?.password != nil
    guard identities.contains(where: { $0.id != id && (hasPassword || !$0.key.isUsername) }) else {
      throw Problem.lastIdentity
    }
    try requireSettledProof(toRemove: [removed], by: caller)
    accounts.removeIdentity(removed.id, at: time.now)
    return .noContent
  }

  /// Refuses the removal of an older identity by a sign-in with one that was added within the last 24 hours.
  private func requireSettledProof(toRemove removed: [Identity], by caller: Caller) throws(Problem) {
    let now = time.now
    let settled = Set(
      accounts.identities(of: caller.user).filter { now.timeIntervalSince($0.verifiedAt) >= 24 * 3600 }
        .map(\.id))
    guard removed.contains(where: { settled.contains($0.id) }) else { return }
    let isProven =
      accounts.session(caller.session)?.proofs.contains {
        $0.identity.map(settled.contains) == true
          && now.timeIntervalSince($0.provenAt) <= Double(application.offer.recentSignIn)
      } ?? false
    guard isProven else { throw .identityOnHold }
  }

  /// The members of a user that an export has in other places, or that the double has no values for.
  private static let membersBesideProfile = [
    WireUser.Members.email, WireUser.Members.emailVerified, WireUser.Members.phoneNumber,
    WireUser.Members.phoneNumberVerified, WireUser.Members.username, WireUser.Members.picture,
    WireUser.Members.appMetadata, WireUser.Members.identities, WireUser.Members.hasPassword,
  ]

  func exportUser(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    guard let user = accounts.user(caller.user) else { throw Problem.invalidToken }
    let identities = accounts.identities(of: user.id)
    var profile = user.json([])
    for name in Self.membersBesideProfile { profile[name] = nil }
    let sessions = accounts.liveSessions(of: user.id, at: time.now).reversed()
    var response = HTTPResponse.privateJSON([
      "exported_at": .time(time.now), "issuer": .string(issuer), "user": .object(profile),
      "identities": .array(identities.map { .object($0.wire.json) }),
      "second_factors": .array(secondFactors.factors(of: user.id).map { .object($0.wire.json) }),
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
    ])
    response.fields["Content-Disposition"] = "attachment; filename=\"account.json\""
    return response
  }

  func userAnswer(_ id: String) throws -> HTTPResponse {
    guard let user = accounts.user(id) else { throw Problem.invalidToken }
    return .privateJSON(.object(user.json(accounts.identities(of: id))))
  }
}
