import Encodings
import Foundation
import HTTPCore

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
    let shown = try reading { () throws(JSONError) in try body.optionalString("guest_secret") }
    let secret = shown.flatMap { guests[$0] == nil ? nil : $0 } ?? "dwg_\(Base64URL.encode(randomBytes(56)))"
    let id = guests[secret] ?? "guest_\(newID())"
    guests[secret] = id
    let token = try mint.issue(toGuest: id, application, at: time.now)
    return .privateJSON([
      "access_token": .string(token), "token_type": "Bearer",
      "expires_in": .integer(application.offer.accessTokenLifetime), "guest_id": .string(id),
      "guest_secret": .string(secret),
    ])
  }

  /// What every sign-in and refresh answers.
  func session(_ admitted: AccountBook.Admitted) throws -> HTTPResponse {
    guard let session = accounts.session(admitted.session), let user = accounts.user(admitted.user) else {
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
