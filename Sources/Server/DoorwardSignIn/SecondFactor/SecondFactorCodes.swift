import DoorwardDelivery
package import DoorwardHTTP
import DoorwardServerRules
import DoorwardSessions
package import DoorwardStore
import DoorwardWire
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Sends codes that are second factors.
package struct SecondFactorCodes: FactorCodeSending {
  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let notices: SecurityNotices
  private var messenger: Messenger { notices.messenger }
  private let factor: SentCodeFactor
  private let page: CodePage
  /// The time after which another code may be sent to an address, in seconds.
  private let pause: TimeInterval

  package init(
    store: any Store, clock: WallClock, random: RandomSource, notices: SecurityNotices,
    factor: SentCodeFactor,
    page: CodePage, pause: TimeInterval
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.notices = notices
    self.factor = factor
    self.page = page
    self.pause = pause
  }

  package func send(
    _ body: JSONObjectReader, by carrier: any SessionCarrier, with services: SignInServices,
    _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let text = try body.text(ProofMembers.challengeID)
    let channel = try body.optionalText(SecondFactorMembers.channel)
    let opening = try await carrier.opening(body, request)
    let application = opening.application
    try carrier.requireSignIn(to: application)
    try await services.limits.admit(request)
    let pending = try services.pendingSignIn(challenge: text, opening: opening, by: carrier, body, request)
    let (user, recipients) = try await recipients(of: pending.request, application)
    guard let recipient = recipients.first(where: { channel == nil || $0.channel.rawValue == channel }) else {
      throw Problem.factorCodeUnavailable
    }
    // The user has proven a first factor. Other codes for the address, which anyone can ask for, do not count here.
    try await messenger.requireDelivery(to: recipient, .reserved)
    let known = opening.device.flatMap { $0.isKnown(to: user, at: clock.now) ? $0.id : nil }
    let device = try await services.limits.reserving(
      known, forFactorOf: user.id, by: recipient.channel, request)
    if device == nil {
      try await services.limits.admitCode(toFactorOf: user.id, by: recipient.channel, request)
      do {
        try await services.limits.admitCode(toFactorOf: user.id, request)
      } catch let error as Problem {
        // A user who has signed in lately has entered codes.
        let isUnused = user.lastSignInAt.map { clock.now.timeIntervalSince($0) >= 3600 } ?? true
        if isUnused, await services.limits.admitsNoticeOfFactorCodes(to: user.id) {
          try await tell(user, application, language: request.preferredLanguage)
        }
        throw error
      }
    }
    let sent = try await send(
      to: recipient, for: pending.request, application, language: request.preferredLanguage,
      isFromPage: carrier.isPage, by: EventOrigin(.unknown, opening.client))
    let answer = WireSecondFactorCode(
      sent: WireSentCode(
        challengeID: try services.secondFactors.sealed(pending.replacing(sent.request)),
        expiresAt: sent.expiresAt, resendAt: sent.resendAt),
      channel: recipient.channel.rawValue, channels: recipients.map(\.channel.rawValue),
      sentTo: recipient.masked)
    return .privateJSON(.object(answer.json), status: 202)
  }

  /// Tells the user that a person who knows the password asks for codes and enters none.
  private func tell(_ user: User, _ application: Application, language: String) async throws {
    let identities = try await store.read { try $0.identities(of: user.id) }
    let rows = try notices.rows(
      for: .secondFactorCodesUnused, to: identities.noticeRecipients, about: user, application,
      language: language, at: clock.now)
    try await messenger.sending(in: store) { transaction in
      for row in rows { try transaction.insert(row) }
    }
  }

  /// The addresses that a code can go to, in the order of the application's channels.
  ///
  /// `request` is the waiting sign-in.
  ///
  /// - Returns: the user and the addresses.
  /// - Throws: `Problem` 400 `invalid_method` if the sign-in takes no code, 401 `challenge_expired`; ``StoreError``.
  private func recipients(
    of request: SecondFactorRequest, _ application: Application
  ) async throws -> (User, [Recipient]) {
    guard clock.now < request.expiresAt else { throw Problem.challengeExpired }
    guard request.methods.contains(.code), let id = request.first.user else { throw Problem.invalidFactor }
    let (user, recipients) = try await store.read { [factor] snapshot in
      (
        try snapshot.user(id),
        try factor.recipients(of: id, after: request.first, in: application, snapshot)
      )
    }
    guard let user else { throw Problem.invalidChallenge }
    return (user, recipients)
  }

  /// Sends a code. It replaces the code that was sent before, and the guesses of both count together.
  ///
  /// - Returns: the waiting sign-in with the code, and the times of the answer.
  /// - Throws: ``StoreError``; the errors of the random source and of the cipher.
  private func send(
    to recipient: Recipient, for request: SecondFactorRequest, _ application: Application, language: String,
    isFromPage: Bool, by origin: EventOrigin
  ) async throws -> (request: SecondFactorRequest, expiresAt: Date, resendAt: Date) {
    let now = clock.now
    let code = try OneTimeCode { try random.bytes($0) }
    let expiresAt = min(now.addingTimeInterval(OneTimeCodes.lifetime), request.expiresAt)
    var parameters: [MessageParameter: String] = [
      .application: application.name, .code: code.text,
      .minutes: "\(max(1, Int(expiresAt.timeIntervalSince(now) / 60)))",
    ]
    if isFromPage { parameters[.domain] = page.domain(for: recipient.channel) }
    let row = try messenger.outbox.row(
      for: messenger.outbox.message(
        .secondFactorCode, to: recipient, applicationID: application.id, userID: request.first.user,
        challengeID: request.id, language: application.messageLanguage(language),
        parameters: parameters, lifetime: expiresAt.timeIntervalSince(now), handling: .reserved))
    try await messenger.sending(in: store) { transaction in
      try transaction.cancelMessages(forChallenge: request.id, at: now)
      try transaction.insert(row)
      try transaction.record(
        .codeRequested(purpose: "second_factor", channel: recipient.channel),
        about: EventSubjects(user: request.first.user, application: application.id), by: origin, at: now)
    }
    var request = request
    request.secret = .code(code, recipient.channel, expiresAt: expiresAt)
    return (request, expiresAt, now.addingTimeInterval(pause))
  }
}

extension Recipient {
  /// The address with enough characters for its owner to recognize it.
  fileprivate var masked: String {
    channel == .email ? AddressMask.masked(email: text) : AddressMask.masked(phoneNumber: text)
  }
}
