package import DoorwardDelivery
package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
package import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Invites addresses to applications.
///
/// An invitation has no secret: the message links to the hosted page, and the user proves the address by a code there. The
/// fragment of the link has the address, so that the page can fill it in. Browsers do not send fragments to servers.
package struct Invitations: Sendable {
  /// The lifetimes that an invitation may have, in seconds: an hour to a year.
  package static let lifetimes: ClosedRange<Int64> = 3600...31_536_000
  package static let standardLifetime: Int64 = 7 * 24 * 3600

  private var store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let messenger: Messenger
  /// The hosted page.
  private let page: String

  package init(
    store: any Store, clock: WallClock, random: RandomSource, messenger: Messenger, page: String
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.messenger = messenger
    self.page = page
  }

  /// The same acts on another store, such as that of a caller.
  package func using(_ store: any Store) -> Invitations {
    var invitations = self
    invitations.store = store
    return invitations
  }

  /// Invites an address and sends the message. A new invitation replaces an earlier one of the address.
  ///
  /// The answer does not depend on whether the address has a user.
  ///
  /// - Parameters:
  ///   - request: the address and the values of the message.
  ///   - application: the application.
  ///   - origin: the backend or the operator.
  ///   - repeatable: the request of a backend; nil if it has no `Idempotency-Key`.
  /// - Returns: the invitation.
  /// - Throws: `Problem` as ``known(_:_:to:)``, 403 `channel_not_offered` or `email_domain_not_allowed`, 422
  ///   `phone_number_country_refused`, 503 `sms_limit_reached`; ``StoreError``.
  package func invite(
    _ request: InvitationRequest, to application: Application, by origin: EventOrigin,
    _ repeatable: RepeatableRequest? = nil
  ) async throws -> Invitation {
    let now = clock.now
    let key = request.recipient.identity.key
    try application.signUp.requireAllowedDomain(of: key)
    let invitation = Invitation(
      id: try Invitation.ID(at: now, random: random), applicationID: application.id, address: key,
      inviter: request.inviter ?? application.name, createdAt: now,
      expiresAt: now.addingTimeInterval(TimeInterval(request.lifetime)))
    let row = try await row(
      request, to: application, user: nil, days: (request.lifetime + 86_399) / 86_400,
      link: "\(page)#invited=\(PercentEncoding.encode(key.identifier))")
    return try await messenger.sending(in: store) { transaction in
      if let repeatable, try transaction.isMarked(repeatable) {
        return try transaction.requiredInvitation(of: key, to: application)
      }
      try transaction.put(invitation)
      try transaction.record(
        .invitationSent(invitation.id), about: EventSubjects(application: application.id), by: origin, at: now
      )
      try transaction.insert(row)
      if let repeatable { try transaction.mark(repeatable, at: now) }
      return invitation
    }
  }

  /// The invitation that a request with the same key has made; nil if there was no such request.
  ///
  /// - Throws: `Problem` 404 if the invitation is gone, 422 `idempotency_key_reused` if that request was another one;
  ///   ``StoreError``.
  package func known(
    _ repeatable: RepeatableRequest?, _ request: InvitationRequest, to application: Application
  ) async throws -> Invitation? {
    guard let repeatable else { return nil }
    return try await store.read { snapshot in
      guard try snapshot.isMarked(repeatable) else { return nil }
      return try snapshot.requiredInvitation(of: request.recipient.identity.key, to: application)
    }
  }

  /// Revokes an invitation.
  ///
  /// - Parameters:
  ///   - id: the invitation.
  ///   - application: the application.
  ///   - origin: the party that acts.
  /// - Returns: false if the application has no such invitation.
  /// - Throws: ``StoreError``.
  package func revoke(
    _ id: Invitation.ID, to application: String, by origin: EventOrigin
  ) async throws -> Bool {
    let now = clock.now
    return try await store.write { transaction in
      guard try transaction.deleteInvitation(id, to: application) else { return false }
      try transaction.record(
        .invitationRevoked(id), about: EventSubjects(application: application), by: origin, at: now)
      return true
    }
  }

  /// The message to a user whom a backend creates, for the transaction that makes the user.
  ///
  /// - Throws: `Problem` as ``invite(_:to:)``; the errors of the cipher.
  package func row(
    _ request: InvitationRequest, to application: Application, user: User.ID
  ) async throws -> QueuedMessage {
    try await row(request, to: application, user: user, days: nil, link: page)
  }

  /// Starts the delivery of messages that another transaction has stored.
  package func deliver() { messenger.deliver() }

  private func row(
    _ request: InvitationRequest, to application: Application, user: User.ID?, days: Int64?, link: String
  ) async throws -> QueuedMessage {
    let recipient = request.recipient
    guard messenger.channels.contains(recipient.channel) else {
      throw Problem(
        status: 403, code: WireCode.channelNotOffered,
        detail: recipient.channel == .email
          ? "This server sends no mail. Configure \"mail\"." : "This server sends no SMS. Configure \"sms\".")
    }
    try await messenger.requireDelivery(to: recipient)
    var parameters: [MessageParameter: String] = [.application: application.name, .link: link]
    // "Example invites you to Example" says nothing more than "You are invited to Example".
    let isApplication = request.inviter.map(Self.folded) == Self.folded(application.name)
    parameters[.inviter] = isApplication ? nil : request.inviter
    parameters[.days] = days.map { "\($0)" }
    return try messenger.outbox.row(
      for: messenger.outbox.message(
        .invitation, to: recipient, applicationID: application.id, userID: user,
        language: application.messageLanguage(request.language ?? ""), parameters: parameters,
        lifetime: min(TimeInterval(request.lifetime), SecurityNotices.lifetime)))
  }

  /// A name without its case, invisible characters and the white space around its words.
  private static func folded(_ name: String) -> String {
    let visible = String(name.unicodeScalars.filter { $0.properties.generalCategory != .format })
    return visible.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }
}

/// The values of an invitation.
package struct InvitationRequest: Sendable {
  package let recipient: Recipient
  /// The name of the inviting user in the message; nil if the application invites.
  package let inviter: String?
  /// The language of the message; nil for the server's.
  package let language: String?
  /// In seconds.
  package let lifetime: Int64

  package init(
    recipient: Recipient, inviter: String?, language: String?,
    lifetime: Int64 = Invitations.standardLifetime
  ) {
    self.recipient = recipient
    self.inviter = inviter
    self.language = language
    self.lifetime = lifetime
  }

  /// Reads `email` or `phone_number`, `inviter`, `locale` and `expires_in`.
  ///
  /// - Throws: `Problem` 400 without an address, 422 for a value that is not accepted.
  package init(_ body: JSONObjectReader) throws(DoorwardHTTP.Problem) {
    let lifetime = try body.optionalInteger(Members.expiresIn)
    guard Invitations.lifetimes.contains(lifetime ?? Invitations.standardLifetime) else {
      throw Problem(
        status: 422, code: WireCode.invalidInvitation,
        detail:
          "expires_in must be a number of seconds from \(Invitations.lifetimes.lowerBound) to \(Invitations.lifetimes.upperBound)."
      )
    }
    try self.init(
      body, to: body.requiredRecipient(), lifetime: lifetime ?? Invitations.standardLifetime)
  }

  /// Reads `inviter` and `locale`.
  package init(
    _ body: JSONObjectReader, to recipient: Recipient, lifetime: Int64 = Invitations.standardLifetime
  ) throws(DoorwardHTTP.Problem) {
    let inviter = try body.optionalText(Members.inviter)
    let language = try body.optionalText(WireUser.Members.locale)
    if let inviter, !WireLimits.isLine(inviter, upTo: 128) {
      throw Problem(
        status: 422, code: WireCode.invalidInvitation, detail: "inviter must be one line of up to 128 bytes.")
    }
    try language.map { text throws(DoorwardHTTP.Problem) in try ProfileText.locale.check(text) }
    self.init(
      recipient: recipient, inviter: inviter.flatMap { $0.isEmpty ? nil : $0 }, language: language,
      lifetime: lifetime)
  }

  private enum Members {
    static var inviter: String { "inviter" }
    static var expiresIn: String { "expires_in" }
  }
}

extension StoreReading {
  fileprivate func requiredInvitation(
    of address: IdentityKey, to application: Application
  ) throws -> Invitation {
    guard let invitation = try invitation(of: address, to: application.id) else {
      throw Problem.noSuchInvitation
    }
    return invitation
  }
}

extension Problem {
  package static var noSuchInvitation: Problem {
    .notFound("invitation")
  }
}

extension Invitation {
  /// The invitation in the form of the HTTP contract.
  package var json: JSONValue {
    [
      "id": .string(id.text), "email": .text(address.kind == .email ? address.identifier : nil),
      "phone_number": .text(address.kind == .phone ? address.identifier : nil), "inviter": .string(inviter),
      "created_at": .time(createdAt), "expires_at": .time(expiresAt), "accepted_at": .time(acceptedAt),
    ]
  }
}
