import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation

/// A guest. Its secret expires when a session would.
struct Guest: Sendable {
  let id: String
  let issuedAt: Date
}

extension DoorwardTestServer {
  func anonymous(_ request: HTTPRequest) throws -> HTTPResponse {
    _ = try request.jsonObject()
    try requireApplication(request)
    try requireOffer(WireMethod.anonymous)
    // The key is the only proof of the client.
    let key = try request.secretIdempotencyKey()
    if let key, let known = repeated(repetitions.signIns["anonymous \(key)"], key, nil),
      accounts.session(known.session)?.isAnonymous == true
    {
      return try session(known)
    }
    let admitted = accounts.signInAnonymously(opening(request, nil))
    if let key { repetitions.signIns["anonymous \(key)"] = AnsweredSignIn(key: key, admitted: admitted) }
    return try session(admitted)
  }

  func guest(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.jsonObject()
    try requireApplication(request)
    try requireOffer(WireMethod.guest)
    let known = try body.optionalText(WireGuest.Members.secret).flatMap {
      isValid(guestSecret: $0) ? $0 : nil
    }
    let secret = known ?? "dwg_\(Base64URL.encode(randomBytes(56)))"
    let guest = guests[secret] ?? Guest(id: "guest_\(newID())", issuedAt: time.now)
    guests[secret] = guest
    let token = try mint.issue(toGuest: guest.id, application, at: time.now)
    let answer = WireGuest(
      id: guest.id, secret: secret, accessToken: token,
      expiresIn: Double(application.offer.accessTokenLifetime))
    return .privateJSON(.object(answer.json))
  }

  private func isValid(guestSecret secret: String) -> Bool {
    guard let guest = guests[secret] else { return false }
    return (0..<Double(application.offer.sessionLifetime)).contains(
      time.now.timeIntervalSince(guest.issuedAt))
  }

  /// The answer to every sign-in and refresh. It has the recovery codes of a user who has added a second factor during the
  /// sign-in.
  func session(_ admitted: AccountBook.Admitted, recoveryCodes: [String] = []) throws -> HTTPResponse {
    guard let session = accounts.session(admitted.session), let user = accounts.user(session.user) else {
      throw Problem.invalidToken
    }
    let left = Int64(session.expiresAt.timeIntervalSince(time.now).rounded(.down))
    let access = try mint.issue(.access, for: session, application, at: time.now)
    let account = try mint.issue(.account, for: session, application, at: time.now)
    var answer: JSONObject = [
      SessionMembers.accessToken: .string(access), SessionMembers.accountToken: .string(account),
      SessionMembers.tokenType: .string(TokenType.bearer),
      SessionMembers.expiresIn: .integer(min(application.offer.accessTokenLifetime, left)),
      SessionMembers.refreshToken: .string(
        RefreshTokenText(of: session, counter: session.rotation.counter).text),
      SessionMembers.refreshExpiresIn: .integer(left), SessionMembers.sessionID: .string(session.id),
      SessionMembers.isNewUser: .bool(admitted.isNew),
      SessionMembers.user: .object(user.json(accounts.identities(of: user.id), at: issuer)),
    ]
    if !recoveryCodes.isEmpty {
      answer[SecondFactorMembers.recoveryCodes] = .strings(recoveryCodes)
    }
    var response = HTTPResponse.privateJSON(.object(answer))
    response.fields[WireHeader.device] = admitted.deviceToken
    return response
  }
}
