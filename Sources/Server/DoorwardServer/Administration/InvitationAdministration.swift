import DoorwardDelivery
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
package import Encodings

/// The operator's commands on invitations.
extension Administration {
  /// Invites an address to an application. A running server sends the message.
  ///
  /// - Parameters:
  ///   - body: the members of `POST /v1/invitations`.
  ///   - application: the application; nil for the first.
  /// - Returns: the invitation.
  /// - Throws: `Problem` as the call; ``ConfigurationError``, ``StoreError``.
  package func invite(_ body: JSONObject, to application: String?) async throws -> JSONValue {
    let application = try await self.application(application)
    return try await act(.invitation, SecurityLog.Details(application: application.id)) { _ in
      try await invitations().invite(InvitationRequest(JSONObjectReader(body)), to: application, by: origin)
        .json
    }
  }

  /// The newest invitations to an application.
  package func invitations(to application: String?, limit: Int) async throws -> [JSONValue] {
    let id = try await self.application(application).id
    return try await installation.store.read { try $0.invitations(to: id, after: nil, limit: limit) }
      .map(\.json)
  }

  /// Revokes an invitation; false if the application has no such invitation.
  package func revokeInvitation(_ id: String, to application: String?) async throws -> Bool {
    let application = try await self.application(application).id
    return try await actIfFound(.invitationRemoval, SecurityLog.Details(application: application)) {
      _ -> Bool in
      guard let id = Invitation.ID(id) else { return false }
      return try await invitations().revoke(id, to: application, by: origin)
    }
  }

  /// Reads an application in force.
  ///
  /// - Parameter id: the id; nil for the first application.
  /// - Returns: the application.
  /// - Throws: ``ConfigurationError`` if there is no such application, or its settings are wrong; ``StoreError``.
  func application(_ id: String?) async throws -> Application {
    try configuration.application(id, besides: await installation.store.read { try $0.applications() })
  }

  func invitations() throws -> Invitations {
    Invitations(
      store: installation.store, clock: clock, random: .system, messenger: try messenger(),
      page: "\(configuration.derivedOrigin)/")
  }

  /// Queues messages for a running server.
  func messenger() throws -> Messenger {
    let key = try installation.key(for: .messages)
    let outbox = Outbox(
      store: installation.store, clock: clock, random: .system,
      seal: MessageSeal(seal: { try key.seal($0, purpose: $1) }, open: { try key.open($0, purpose: $1) }))
    let destinations = configuration.delivery.isConsole ? nil : configuration.delivery.sms?.destinations
    return Messenger(
      outbox: outbox, channels: configuration.delivery.channels,
      allows: { recipient in
        guard case .phone(let number) = recipient, let destinations else { return true }
        return destinations.allows(number)
      },
      // A running server looks for messages each second.
      wake: {})
  }

  /// Queues notices for a running server.
  func notices() throws -> SecurityNotices {
    let key = try installation.key(for: .noticeLinks)
    return SecurityNotices(
      messenger: try messenger(), page: "\(configuration.derivedOrigin)/",
      links: NoticeLinks(key: key, random: .system, limits: configuration.limits),
      kinds: SignInMethods.identityKinds, limits: nil)
  }

  /// The server's passwords.
  func passwords() throws -> Passwords {
    try Passwords(
      configuration.methods[PasswordSettings.self] ?? PasswordSettings(),
      pepper: installation.key(for: .passwords), library: installation.library)
  }
}

extension ServerConfiguration {
  /// An application in force.
  ///
  /// - Parameters:
  ///   - id: the id; nil for the first application.
  ///   - stored: the applications of the store.
  /// - Returns: the application.
  /// - Throws: ``ConfigurationError`` if there is no such application, or its settings are wrong.
  func application(_ id: String?, besides stored: [ApplicationRecord]) throws -> Application {
    let list = try applicationSources(at: derivedOrigin).applications(besides: stored, issuer: derivedOrigin)
    guard let id else { return list.standard }
    if let refused = list.refused[id] { throw refused }
    guard let application = list.all.first(where: { $0.id == id }) else {
      throw ConfigurationError(
        .invalidValue, key: "--application",
        "there is no application \"\(id)\"; there are \(list.ids.joined(separator: ", "))")
    }
    return application
  }
}
