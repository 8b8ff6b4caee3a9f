import DoorwardHTTP
import Encodings

/// What the hosted page is told of who is signed in, and of what it may offer.
struct PageState: Sendable {
  let context: ServerContext
  let application: Application

  func json(of caller: Caller?) async throws -> JSONValue {
    let user = caller?.user.id
    let found = try await context.store.read { [application] snapshot in
      try user.flatMap { try UserView(of: $0, for: application.id, in: snapshot) }
    }
    return [
      "signed_in": .bool(found != nil), "user": found?.json(within: .whole) ?? .null,
      "identities": .array(found?.identities.map(\.json) ?? []),
      "current_session_id": .text(found == nil ? nil : caller?.session.id.text),
      "config": PageConfiguration(context: context, application: application).json,
    ]
  }

  /// Gives a browser that has none the secret its challenges are bound to.
  static func bind(
    _ response: inout HTTPResponse, _ request: HTTPRequest, _ cookies: SessionCookies, _ random: RandomSource
  ) throws {
    guard cookies.preSessionSecret(in: request) == nil else { return }
    response.setCookie(try cookies.preSession(Base64URL.encode(random.bytes(32))))
  }
}
