import DoorwardHTTP
import Encodings
import Foundation

/// Who is nobody, and stays the same nobody by a secret that grows as old as a session.
struct Guest: Sendable {
  let id: String
  let issuedAt: Date
}

extension DoorwardTestServer {
  func anonymous(_ request: HTTPRequest, _ call: RequestContext) throws -> HTTPResponse {
    _ = try request.jsonObject()
    try requireApplication(request)
    try requireOffer("anonymous")
    return try session(accounts.welcome(opening(request, call, nil)))
  }

  func guest(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.jsonObject()
    try requireApplication(request)
    try requireOffer("guest")
    // Who shows the secret they were given stays the same guest.
    let shown = try body.optionalText("guest_secret").flatMap { isGood(guestSecret: $0) ? $0 : nil }
    let secret = shown ?? "dwg_\(Base64URL.encode(randomBytes(56)))"
    let guest = guests[secret] ?? Guest(id: "guest_\(newID())", issuedAt: time.now)
    guests[secret] = guest
    let token = try mint.issue(toGuest: guest.id, application, at: time.now)
    return .privateJSON([
      "access_token": .string(token), "token_type": "Bearer",
      "expires_in": .integer(application.offer.accessTokenLifetime), "guest_id": .string(guest.id),
      "guest_secret": .string(secret),
    ])
  }

  private func isGood(guestSecret secret: String) -> Bool {
    guard let guest = guests[secret] else { return false }
    return (0..<Double(application.offer.sessionLifetime)).contains(
      time.now.timeIntervalSince(guest.issuedAt))
  }

  /// What every sign-in and refresh answers.
  func session(_ admitted: AccountBook.Admitted) throws -> HTTPResponse {
    guard let session = accounts.session(admitted.session), let user = accounts.user(session.user) else {
      throw Problem.invalidToken
    }
    let left = Int64(session.expiresAt.timeIntervalSince(time.now).rounded(.down))
    let access = try mint.issue(.access, for: session, application, at: time.now)
    let account = try mint.issue(.account, for: session, application, at: time.now)
    return .privateJSON([
      "access_token": .string(access), "account_token": .string(account), "token_type": "Bearer",
      "expires_in": .integer(min(application.offer.accessTokenLifetime, left)),
      "refresh_token": .string(RefreshToken(of: session, counter: session.counter).text),
      "refresh_expires_in": .integer(left), "session_id": .string(session.id),
      "is_new_user": .bool(admitted.isNew), "user": .object(user.json(accounts.identities(of: user.id))),
    ])
  }
}
