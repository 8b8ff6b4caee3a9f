package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An act or a refusal, with its details. Each case is one ``EventType``.
package enum EventKind: Sendable, Equatable {
  // MARK: Sign-ins and sessions

  /// A user signed in, or a client got a session. The scopes are those of a client.
  case sessionStarted(methods: [SignInMethodName], Scopes?)
  /// A user signed in again in a live session.
  case sessionRenewed(methods: [SignInMethodName])
  case sessionEnded(SessionEnding.Reason)
  /// Several sessions ended: those of a user, or those of all users if the event names none.
  case sessionsEnded(SessionEnding.Reason, count: Int)
  case signInRefused(EventRefusal)
  /// A one-time code was sent or withheld.
  case codeRequested(purpose: String, channel: DeliveryChannel)

  // MARK: Accounts

  case userCreated(User.Kind)
  /// An anonymous user got a way to sign in.
  case userRegistered
  /// The profile or the metadata changed. The event has the names of the changed members.
  case userChanged([String])
  /// The first proof of an identity gave an account that a backend has made to its owner.
  case userClaimed
  case userExported
  case userBanned(until: Date?)
  case userUnbanned
  case deletionScheduled(due: Date)
  case deletionCanceled
  case userDeleted
  /// The event of one transaction of an import. The imported users have no event of their own.
  case usersImported(count: Int)
  case photoChanged
  case photoRemoved

  // MARK: Ways to sign in

  case identityAdded(Identity.ID, IdentityKey.Kind)
  case identityRemoved(Identity.ID, IdentityKey.Kind)
  /// An address or a user name was replaced by another one, or an identity got another spelling or name.
  case identityChanged(Identity.ID, IdentityKey.Kind, from: Identity.ID? = nil)
  case passwordChanged
  case passwordReset
  case factorAdded(SecondFactorRecord.ID, String)
  case factorRemoved(SecondFactorRecord.ID, String)
  case factorsRemoved(count: Int)
  case recoveryCodesReplaced
  /// The link of a notice secured the account.
  case accountSecured(notice: String, undone: String?)

  // MARK: Applications

  case consentGiven(Scopes)
  case consentWithdrawn
  /// A device asked for a code that its user types.
  case deviceRegistered
  case deviceApproved
  case deviceDenied
  case rolesChanged([String])
  /// An administrator made a link by which the user signs in once.
  case signInLinkCreated(until: Date)
  case invitationSent(Invitation.ID?)
  case invitationRevoked(Invitation.ID)

  // MARK: The operator

  case applicationAdded(EventChange)
  case applicationChanged(EventChange)
  case applicationRemoved(EventChange)
  case clientSecretReplaced(EventChange)
  case clientSecretRemoved(EventChange)
  /// The settings of the server changed.
  case settingsChanged(EventChange)
  case apiKeyCreated(APIKeyRecord.ID)
  case apiKeyRevoked(APIKeyRecord.ID)
  case apiKeyRefused(EventRefusal)
  case administratorAdded(AdministratorRole)
  case administratorChanged(AdministratorRole)
  case administratorRemoved
  /// A link was made by which one user can become an owner.
  case ownerLinkCreated
  case administrationKeyCreated(AdministrationKey.ID)
  case administrationKeyRevoked(AdministrationKey.ID)
  case keyRotated([String])
  case keyRevoked(String)
  /// A message was refused permanently, or expired before it was sent.
  case deliveryFailed(QueuedMessage.ID, kind: String, DeliveryChannel, code: String)
  /// A client did not accept the logout token of a user, and gets no other one. `error` is the code of its answer (OpenID Connect
  /// Back-Channel Logout 1.0 §2.8), and `code` the reason why there was no answer.
  case logoutFailed(attempts: Int64, status: Int?, error: String?, code: String?)
  /// An administrator sent a test message, which has no user.
  case messageTested(DeliveryChannel)
  /// The operator copied the database.
  case backupMade
  case webhookCreated(Webhook.ID)
  case webhookChanged(Webhook.ID)
  case webhookRemoved(Webhook.ID)
  case webhookSecretReplaced(Webhook.ID)
  /// The server sends no more events to a webhook that has failed for days.
  case webhookDisabled(Webhook.ID)
  /// The event of a test, which goes to this webhook alone.
  case webhookTested(Webhook.ID)
  /// Events are sent to a webhook again.
  case webhookReplayed(Webhook.ID, count: Int)

  // MARK: Refusals

  case actRefused(EventRefusal)
  /// More acts were refused than the server stores.
  case refusalsOmitted(count: Int)
}

/// A refused act.
package struct EventRefusal: Sendable, Equatable {
  /// The name of the act in the log.
  package let act: String
  /// The code of the refusal.
  package let code: String
  /// Further members: the sign-in method, or the object of the act.
  package let details: JSONObject

  package init(of act: String, code: String, _ details: JSONObject = JSONObject()) {
    self.act = act
    self.code = code
    self.details = details
  }

  fileprivate var data: JSONObject {
    var data: JSONObject = ["act": .string(act), "code": .string(code)]
    data.set(details)
    return data
  }
}

/// A change of the settings of the server or of an application.
package struct EventChange: Sendable, Equatable {
  package let id: SettingsChange.ID
  /// The paths of the changed keys.
  package let keys: [String]
  /// The change that this one undoes.
  package let undone: SettingsChange.ID?

  package init(id: SettingsChange.ID, keys: [String], undone: SettingsChange.ID? = nil) {
    self.id = id
    self.keys = keys
    self.undone = undone
  }

  fileprivate var data: JSONObject {
    ["change_id": .string(id.text), "keys": .strings(keys), "undone_id": .text(undone?.text)]
  }
}

extension EventKind {
  package var type: EventType {
    switch self {
    case .sessionStarted: .sessionStarted
    case .sessionRenewed: .sessionRenewed
    case .sessionEnded: .sessionEnded
    case .sessionsEnded: .sessionsEnded
    case .signInRefused: .signInRefused
    case .codeRequested: .codeRequested
    case .userCreated: .userCreated
    case .userRegistered: .userRegistered
    case .userChanged: .userChanged
    case .userClaimed: .userClaimed
    case .userExported: .userExported
    case .userBanned: .userBanned
    case .userUnbanned: .userUnbanned
    case .deletionScheduled: .deletionScheduled
    case .deletionCanceled: .deletionCanceled
    case .userDeleted: .userDeleted
    case .usersImported: .usersImported
    case .photoChanged: .photoChanged
    case .photoRemoved: .photoRemoved
    case .identityAdded: .identityAdded
    case .identityRemoved: .identityRemoved
    case .identityChanged: .identityChanged
    case .passwordChanged: .passwordChanged
    case .passwordReset: .passwordReset
    case .factorAdded: .factorAdded
    case .factorRemoved: .factorRemoved
    case .factorsRemoved: .factorsRemoved
    case .recoveryCodesReplaced: .recoveryCodesReplaced
    case .accountSecured: .accountSecured
    case .consentGiven: .consentGiven
    case .consentWithdrawn: .consentWithdrawn
    case .deviceRegistered: .deviceRegistered
    case .deviceApproved: .deviceApproved
    case .deviceDenied: .deviceDenied
    case .rolesChanged: .rolesChanged
    case .signInLinkCreated: .signInLinkCreated
    case .invitationSent: .invitationSent
    case .invitationRevoked: .invitationRevoked
    case .applicationAdded: .applicationAdded
    case .applicationChanged: .applicationChanged
    case .applicationRemoved: .applicationRemoved
    case .clientSecretReplaced: .clientSecretReplaced
    case .clientSecretRemoved: .clientSecretRemoved
    case .settingsChanged: .settingsChanged
    case .apiKeyCreated: .apiKeyCreated
    case .apiKeyRevoked: .apiKeyRevoked
    case .apiKeyRefused: .apiKeyRefused
    case .administratorAdded: .administratorAdded
    case .administratorChanged: .administratorChanged
    case .administratorRemoved: .administratorRemoved
    case .ownerLinkCreated: .ownerLinkCreated
    case .administrationKeyCreated: .administrationKeyCreated
    case .administrationKeyRevoked: .administrationKeyRevoked
    case .keyRotated: .keyRotated
    case .keyRevoked: .keyRevoked
    case .deliveryFailed: .deliveryFailed
    case .logoutFailed: .logoutFailed
    case .messageTested: .messageTested
    case .backupMade: .backupMade
    case .webhookCreated: .webhookCreated
    case .webhookChanged: .webhookChanged
    case .webhookRemoved: .webhookRemoved
    case .webhookSecretReplaced: .webhookSecretReplaced
    case .webhookDisabled: .webhookDisabled
    case .webhookTested: .webhookTested
    case .webhookReplayed: .webhookReplayed
    case .actRefused: .actRefused
    case .refusalsOmitted: .refusalsOmitted
    }
  }

  /// The members of the event that depend on its type.
  package var data: JSONObject {
    switch self {
    case .sessionStarted(let methods, let scopes):
      var data: JSONObject = ["methods": .strings(methods.map(\.rawValue))]
      if let scopes { data["scopes"] = .strings(scopes.names) }
      return data
    case .sessionRenewed(let methods): return ["methods": .strings(methods.map(\.rawValue))]
    case .sessionEnded(let reason): return ["reason": .string(reason.rawValue)]
    case .sessionsEnded(let reason, let count):
      return ["reason": .string(reason.rawValue), "count": .integer(Int64(count))]
    case .signInRefused(let refusal), .apiKeyRefused(let refusal), .actRefused(let refusal):
      return refusal.data
    case .codeRequested(let purpose, let channel):
      return ["purpose": .string(purpose), "channel": .string(channel.rawValue)]
    case .userCreated(let kind): return ["kind": .string(kind.rawValue)]
    case .userChanged(let members): return ["members": .strings(members)]
    case .userBanned(let end): return ["ends_at": .time(end)]
    case .deletionScheduled(let due): return ["delete_at": .time(due)]
    case .usersImported(let count), .factorsRemoved(let count), .refusalsOmitted(let count):
      return ["count": .integer(Int64(count))]
    case .identityAdded(let id, let kind), .identityRemoved(let id, let kind):
      return ["identity_id": .string(id.text), "kind": .string(kind.rawValue)]
    case .identityChanged(let id, let kind, let old):
      return [
        "identity_id": .string(id.text), "kind": .string(kind.rawValue), "replaced_id": .text(old?.text),
      ]
    case .factorAdded(let id, let kind), .factorRemoved(let id, let kind):
      return ["factor_id": .string(id.text), "kind": .string(kind)]
    case .accountSecured(let notice, let undone):
      return ["choice": .string(notice), "undone": .text(undone)]
    case .consentGiven(let scopes): return ["scopes": .strings(scopes.names)]
    case .rolesChanged(let roles): return ["roles": .strings(roles)]
    case .signInLinkCreated(let end): return ["expires_at": .time(end)]
    case .invitationSent(let id): return ["invitation_id": .text(id?.text)]
    case .invitationRevoked(let id): return ["invitation_id": .string(id.text)]
    case .apiKeyCreated(let id), .apiKeyRevoked(let id): return ["key_id": .string(id.text)]
    case .applicationAdded(let change), .applicationChanged(let change), .applicationRemoved(let change),
      .clientSecretReplaced(let change), .clientSecretRemoved(let change), .settingsChanged(let change):
      return change.data
    case .administratorAdded(let role), .administratorChanged(let role):
      return ["role": .string(role.rawValue)]
    case .administrationKeyCreated(let id), .administrationKeyRevoked(let id):
      return ["key_id": .string(id.text)]
    case .keyRotated(let ids): return ["key_id": .string(ids.joined(separator: " "))]
    case .keyRevoked(let id): return ["key_id": .string(id)]
    case .deliveryFailed(let id, let kind, let channel, let code):
      return [
        "message_id": .string(id.text), "kind": .string(kind), "channel": .string(channel.rawValue),
        "code": .string(code),
      ]
    case .logoutFailed(let attempts, let status, let error, let code):
      return [
        "attempts": .integer(attempts), "status": status.map { .integer(Int64($0)) } ?? .null,
        "error": .text(error), "code": .text(code),
      ]
    case .messageTested(let channel): return ["channel": .string(channel.rawValue)]
    case .webhookCreated(let id), .webhookChanged(let id), .webhookRemoved(let id),
      .webhookSecretReplaced(let id), .webhookDisabled(let id), .webhookTested(let id):
      return ["webhook_id": .string(id.text)]
    case .webhookReplayed(let id, let count):
      return ["webhook_id": .string(id.text), "count": .integer(Int64(count))]
    case .userRegistered, .userClaimed, .userExported, .userUnbanned, .deletionCanceled, .userDeleted,
      .photoChanged, .photoRemoved, .passwordChanged, .passwordReset, .recoveryCodesReplaced,
      .consentWithdrawn, .deviceRegistered, .deviceApproved, .deviceDenied, .administratorRemoved,
      .ownerLinkCreated, .backupMade:
      return JSONObject()
    }
  }
}
