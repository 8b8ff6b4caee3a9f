package import DoorwardHTTP
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An authorization request that is open on the page.
///
/// The page gets the ticket sealed and returns it with every step. The server therefore stores nothing before
/// the user consents, and only this server can make or change a ticket.
package struct AuthorizationTicket: Sendable {
  /// The lifetime of a ticket, in seconds.
  package static let lifetime: TimeInterval = 3600
  private static let purpose = [UInt8]("authorization-ticket".utf8)

  /// A question that the page has shown.
  package struct Shown: Sendable {
    /// The time when the page showed it.
    package let at: Date
    /// The user that the page asks for consent; nil if the page asks for a sign-in.
    package let user: User.ID?
    /// Whether the page lists the scopes with it.
    package let question: AuthorizationQuestion

    package init(at: Date, user: User.ID?, question: AuthorizationQuestion) {
      self.at = at
      self.user = user
      self.question = question
    }
  }

  /// The store spends this ID when the ticket is exchanged for its only code.
  package let id: ChallengeID
  package let request: AuthorizationRequest
  /// The time of the request. A sign-in that the request asks for must be later.
  package let issuedAt: Date
  /// The last question that the page has shown; nil if it has not shown one.
  package var shown: Shown?

  /// The time from which the ticket is no longer accepted.
  package var expiresAt: Date { issuedAt.addingTimeInterval(Self.lifetime) }

  package func sealed(under key: DerivedKey) throws -> String {
    var object: JSONObject = [
      "client_id": .string(request.application.id), "redirect_uri": .string(request.back.redirectURI),
      "scope": .string(request.scopes.text),
      "prompt": .strings(request.prompts.map(\.rawValue)),
      "issued_at": .integer(try StoredTime.milliseconds(issuedAt)),
      "id": .string(Base64URL.encode(id.bytes)),
    ]
    object["challenge"] = request.challenge.map { .string(Base64URL.encode($0)) }
    object["state"] = request.back.state.map(JSONValue.string)
    object["nonce"] = request.nonce.map(JSONValue.string)
    object["max_age"] = request.maximumAge.map { .integer($0) }
    object["acr_values"] = .strings(request.assurances.map(\.rawValue))
    object["user"] = request.expectedUser.map { .string($0.text) }
    object["shown_at"] = try StoredTime.milliseconds(shown?.at).map { .integer($0) }
    object["shown_to"] = shown?.user.map { .string($0.text) }
    object["shown_question"] = .text(shown?.question.rawValue)
    return try key.sealedText(JSONValue.object(object).serialized(), purpose: Self.purpose)
  }

  /// Opens a ticket that ``sealed(under:)`` made.
  ///
  /// - Returns: nil if the text is not a ticket, if the ticket has expired, or if the client may no longer use its
  ///   redirect URI or its scopes.
  package init?(_ text: String, under key: DerivedKey, _ applications: ApplicationDirectory, at now: Date) {
    guard let bytes = key.opened(text, purpose: Self.purpose),
      let object = try? JSONParser.parse(bytes), let id = object["client_id"]?.string,
      let application = applications[id], let redirectURI = object["redirect_uri"]?.string,
      let listed = application.client.redirectURI(admitting: redirectURI),
      let scopes = object["scope"]?.string.map({ Scopes($0) }),
      scopes.isSubset(of: application.client.scopes),
      let milliseconds = object["issued_at"]?.int64,
      let idBytes = object["id"]?.string.flatMap({ try? Base64URL.decode($0) })
    else { return nil }
    self.id = ChallengeID(bytes: idBytes)
    issuedAt = StoredTime.moment(milliseconds)
    guard (0..<Self.lifetime).contains(now.timeIntervalSince(issuedAt)) else { return nil }
    let prompts = object["prompt"]?.array?.compactMap(\.string).compactMap(AuthorizationRequest.Prompt.init)
    request = AuthorizationRequest(
      back: AuthorizationReturn(
        application: application, redirectURI: redirectURI, destination: listed.destination,
        state: object["state"]?.string),
      scopes: scopes, challenge: object["challenge"]?.string.flatMap { try? Base64URL.decode($0) },
      nonce: object["nonce"]?.string, prompts: Set(prompts ?? []),
      maximumAge: object["max_age"]?.int64,
      assurances: (object["acr_values"]?.array ?? []).compactMap(\.string).map(Assurance.init(rawValue:)),
      expectedUser: object["user"]?.string.flatMap { User.ID($0) })
    shown = object["shown_at"]?.int64.map {
      Shown(
        at: StoredTime.moment($0), user: object["shown_to"]?.string.flatMap { User.ID($0) },
        question: object["shown_question"]?.string.flatMap(AuthorizationQuestion.init(rawValue:)) ?? .consent)
    }
  }

  package init(id: ChallengeID, request: AuthorizationRequest, issuedAt: Date) {
    self.id = id
    self.request = request
    self.issuedAt = issuedAt
  }
}

/// Opens the tickets that the pages send.
package struct AuthorizationTickets: Sendable {
  package let key: DerivedKey
  private let applications: ApplicationDirectory
  private let clock: WallClock

  package init(key: DerivedKey, applications: ApplicationDirectory, clock: WallClock) {
    self.key = key
    self.applications = applications
    self.clock = clock
  }

  /// - Throws: ``Problem`` 400 `invalid_ticket`.
  package func open(_ text: String) throws(Problem) -> AuthorizationTicket {
    guard let ticket = AuthorizationTicket(text, under: key, applications, at: clock.now) else {
      throw .invalidTicket
    }
    return ticket
  }
}

extension Problem {
  package static var invalidTicket: Problem {
    Problem(
      status: 400, code: WireCode.invalidTicket,
      detail:
        "This sign-in has ended: it was completed, or the page was open for too long. Go back to the app and start again."
    )
  }
}
