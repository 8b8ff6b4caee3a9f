import DoorwardDelivery
import DoorwardHTTP
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

/// Lets signed-in users choose codes by email or SMS as a second factor.
///
/// The session of the choice gains no proof, because no code was sent to it.
package struct CodeFactorChoice: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let secrets: SecondFactorSecrets
  private let notices: SecurityNotices

  /// - Parameters:
  ///   - store: the store.
  ///   - clock: the clock.
  ///   - random: the source of ids and recovery codes.
  ///   - secrets: protects the recovery codes in the store.
  ///   - notices: tells the user about the choice.
  package init(
    store: any Store, clock: WallClock, random: RandomSource, secrets: SecondFactorSecrets,
    notices: SecurityNotices
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.secrets = secrets
    self.notices = notices
  }

  /// Makes codes to the caller's address a second factor in every application that accepts them. The caller of the method
  /// has checked that the sign-in is recent.
  ///
  /// - Parameters:
  ///   - name: the channel.
  ///   - caller: the user.
  ///   - application: the application in which the choice is made.
  ///   - key: the `Idempotency-Key` of the request.
  ///   - language: the language of the notice if the user has no locale.
  /// - Returns: the factor, with recovery codes if the user has none; the present factor if the channel was chosen before.
  /// - Throws: `Problem` 403 `channel_not_offered`, 401 `insufficient_user_authentication`, 409 `unsuitable_address`,
  ///   `unproven_address`; ``StoreError``.
  package func choose(
    _ name: String, of caller: Caller, in application: Application, key: String?, language: String
  ) async throws -> JSONValue {
    let offered = application.secondFactor.codeChannels.first { $0.rawValue == name }
    guard let channel = offered else { throw Problem.factorChannelNotOffered }
    let now = clock.now
    let id = try SecondFactorRecord.ID(at: now, random: random)
    // The key alone shows the recovery codes again. So it is a secret of the session, and no key that another client of the user
    // may have chosen too.
    let repetition = RepeatableRequest(
      of: [caller.session.id.text, SignInMethodName.code.rawValue, channel.rawValue], secretKey: key)
    let codes = try RecoveryCodeSet(of: repetition, under: secrets, random)
    return try await notices.messenger.sending(in: store) { [secrets, notices] transaction in
      let session = try transaction.liveSession(of: caller, at: now)
      if let known = try transaction.codeFactor(of: caller.user.id, by: channel) {
        var answer = known.json
        if repetition != nil, try transaction.has(codes, caller.user.id, under: secrets) {
          answer[SecondFactorMembers.recoveryCodes] = .strings(codes.shown)
        }
        return .object(answer)
      }
      try transaction.requireSecondFactor(of: session)
      guard let user = try transaction.user(caller.user.id), user.securedAt == caller.user.securedAt else {
        throw Problem.invalidToken
      }
      let identities = try transaction.identities(of: user.id)
      let address = identities.first { identity in
        identity.recipient.map { $0.channel == channel && notices.messenger.sends(to: $0) } ?? false
      }
      // Otherwise each sign-in would prove the address alone, and no session could change the protection of the account.
      guard let address, address.hasAlternative(in: identities, of: user) else {
        throw Problem.unsuitableAddress
      }
      let factor = SecondFactorRecord(
        id: id, userID: user.id, kind: .identity(address.id, by: channel.proofName), createdAt: now)
      try transaction.add(factor, reachedBy: notices.messenger)
      try transaction.record(.factorAdded(factor.id, notices.name(of: factor)), by: caller, at: now)
      var answer = factor.json
      if try transaction.add(codes, to: user.id, under: secrets) {
        answer[SecondFactorMembers.recoveryCodes] = .strings(codes.shown)
      }
      let rows = try notices.rows(
        for: .secondFactorAdded, method: notices.name(of: factor), undoing: .addedSecondFactor(factor.id),
        to: identities.noticeRecipients, about: user, application, language: language, at: now)
      for row in rows { try transaction.insert(row) }
      return .object(answer)
    }
  }
}

extension SecurityNotices {
  /// The second factor, as notices name it.
  func name(of factor: SecondFactorRecord) -> String {
    switch (factor.kind, factor.codeChannel) {
    case (.authenticator, _): SecondFactorChanges.authenticatorName
    case (.identity, .email): "email_codes"
    case (.identity, .sms): "sms_codes"
    // The kind of these identities has the name of the method.
    case (.identity(_, let method), nil): name(of: IdentityKey.Kind(rawValue: method.rawValue))
    }
  }
}
