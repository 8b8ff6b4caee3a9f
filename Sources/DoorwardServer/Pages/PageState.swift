import Encodings
import HTTPCore

/// What the hosted page is told of who is signed in, and of what it may offer.
struct PageState: Sendable {
  let context: ServerContext
  let application: Application

  func json(of caller: Caller?) async throws -> JSONValue {
    let user = caller?.user.id
    let found = try await context.store.read { snapshot in
      try user.flatMap { id in try snapshot.user(id).map { ($0, try snapshot.identities(of: id)) } }
    }
    return [
      "signed_in": .bool(found != nil), "user": found.map { $0.0.json($0.1) } ?? .null,
      "identities": .array(found?.1.map(\.json) ?? []),
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
