package import DoorwardDelivery
package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
package import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Sends one-time codes and checks them.
package struct OneTimeCodes: Sendable {
  /// The lifetime of a code, in seconds.
  package static let lifetime: TimeInterval = StandardLimits.codeLifetime
  private var store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let seal: CodeChallengeSeal
  private let guesses: GuessLimits
  private let messenger: Messenger
  private let page: CodePage
  /// The time after which another code may be sent to an address, in seconds.
  private let pause: TimeInterval
  /// The method by which a new user signs up whose address a code proves.
  let signUpMethod: SignInMethodName

  package init(
    store: any Store, clock: WallClock, random: RandomSource, seal: CodeChallengeSeal, guesses: GuessLimits,
    messenger: Messenger, page: CodePage, pause: TimeInterval, signUpMethod: SignInMethodName
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.seal = seal
    self.guesses = guesses
    self.messenger = messenger
    self.page = page
    self.pause = pause
    self.signUpMethod = signUpMethod
  }

  /// The same codes on another store, such as that of a caller.
  package func using(_ store: any Store) -> OneTimeCodes {
    var codes = self
    codes.store = store
    return codes
  }

  /// Whether codes can be sent.
  package var hasChannel: Bool { !messenger.channels.isEmpty }

  /// Whether codes can be sent to an address.
  package func sends(to recipient: Recipient) -> Bool { messenger.sends(to: recipient) }

  /// Refuses an address to which no message would be sent.
  ///
  /// - Throws: as ``Messenger/requireDelivery(to:_:)``.
  package func requireDelivery(
    to recipient: Recipient, _ handling: OutgoingMessage.Handling = .usual
  ) async throws { try await messenger.requireDelivery(to: recipient, handling) }

  /// The id of a device, if the user of an identifier has signed in on it. Codes that the user asks for there are counted
  /// apart from those that unknown devices request.
  package func knownDevice(_ device: KnownDevice, of identity: IdentityKey) async throws -> [UInt8]? {
    guard !device.signIns.isEmpty else { return nil }
    let now = clock.now
    return try await store.read { snapshot in
      guard let known = try snapshot.identity(identity), let user = try snapshot.user(known.userID),
        device.isKnown(to: user, at: now)
      else { return nil }
      return device.id
    }
  }

  // MARK: Sending

  /// The message for a sign-in, and the user who has the address. An address without a user gets a code if its user may sign
  /// up.
  package func signInMessage(
    to recipient: Recipient, _ application: Application
  ) async throws -> (message: CodeRequest.Message, user: User.ID?) {
    let (now, key) = (clock.now, recipient.identity.key)
    return try await store.read { snapshot in
      let accepts = try application.signUp.acceptsSignUp(by: key, at: now, in: snapshot)
      let user = try snapshot.identity(key)?.userID
      return (user != nil || accepts ? .code(.signInCode) : .withheld(.signInCode), user)
    }
  }

  /// Sends a code.
  ///
  /// The answer and the work are the same for each ``CodeRequest/Message``, so that they do not show whether the address
  /// belongs to a user.
  ///
  /// `request` has the purpose of the code.
  ///
  /// - Returns: the challenge, for the client.
  /// - Throws: ``StoreError``; the errors of the random source and of the cipher.
  package func send(_ request: CodeRequest, _ message: CodeRequest.Message) async throws -> WireSentCode {
    let now = clock.now
    let id = try ChallengeID(at: now, random: random)
    let code = try OneTimeCode { try random.bytes($0) }
    let expiresAt = now.addingTimeInterval(Self.lifetime)
    let challenge = try CodeChallenge(
      id: id, purpose: request.purpose, identifier: request.identifier,
      recipient: message.hasCode ? request.recipient : nil,
      applicationID: request.application.id, binding: request.binding, user: request.user, code: code,
      link: request.isFromPage && request.recipient.channel == .email ? CodeLink(random: random) : nil,
      expiresAt: expiresAt, signUp: request.signUp)
    let text = try seal.text(of: challenge, isShort: request.opensPage)
    let row = try messenger.outbox.row(for: outgoing(message, challenge: challenge, text: text, request))
    let event = EventKind.codeRequested(
      purpose: request.purpose.rawValue, channel: request.recipient.channel)
    let subjects = EventSubjects(user: request.user, application: request.application.id)
    try await messenger.sending(in: store) { transaction in
      try transaction.insert(row)
      try transaction.record(event, about: subjects, by: request.origin, at: now)
    }
    return WireSentCode(
      challengeID: text, expiresAt: expiresAt, resendAt: now.addingTimeInterval(pause))
  }

  /// The purpose of a challenge; nil if the text is none. The caller still opens it.
  package func purpose(of text: String) -> CodeChallenge.Purpose? { seal.challenge(text)?.purpose }

  private func outgoing(
    _ message: CodeRequest.Message, challenge: CodeChallenge, text: String, _ request: CodeRequest
  ) throws -> OutgoingMessage {
    let recipient = request.recipient
    switch message {
    case .code(let kind), .withheld(let kind):
      var parameters: [MessageParameter: String] = [
        .application: request.application.name, .code: challenge.code.text,
        .minutes: "\(Int(Self.lifetime / 60))",
      ]
      if request.opensPage {
        parameters[.link] = page.link(
          waitingFor: text, of: recipient, until: challenge.expiresAt,
          resending: clock.now.addingTimeInterval(pause))
      } else if request.isFromPage {
        parameters.merge(page.parameters(recipient.channel, link: challenge.link, challenge: text)) { $1 }
      }
      return try messenger.outbox.message(
        kind, to: recipient, applicationID: request.application.id, userID: request.user,
        challengeID: challenge.id, language: request.application.messageLanguage(request.language),
        parameters: parameters, lifetime: Self.lifetime,
        handling: message.isWithheld ? .withheld : request.handling)
    case .notice(let kind):
      return try messenger.outbox.message(
        kind, to: recipient, applicationID: request.application.id,
        language: request.application.messageLanguage(request.language),
        parameters: [.application: request.application.name, .link: page.start], lifetime: Self.lifetime)
    }
  }

  // MARK: Checking

  /// The challenge of a text, for a request that may answer it.
  ///
  /// - Parameters:
  ///   - text: `challenge_id` of the request.
  ///   - purposes: the purposes that the call serves.
  ///   - context: the circumstances of the request.
  /// - Returns: the challenge. Its code is not checked.
  /// - Throws: `Problem` 401 `invalid_challenge` or `challenge_expired`.
  package func open(
    _ text: String, for purposes: Set<CodeChallenge.Purpose>, in context: ProofContext
  ) throws(Problem) -> CodeChallenge {
    guard let challenge = seal.challenge(text), purposes.contains(challenge.purpose),
      challenge.applicationID == context.application.id,
      challenge.binding == nil || challenge.binding == context.binding,
      context.user == nil || challenge.user == context.user
    else { throw .invalidChallenge }
    guard clock.now < challenge.expiresAt || context.mayRepeat else { throw .challengeExpired }
    return challenge
  }

  /// Checks a code, or the secret of the link in the same message. The guess is counted first.
  ///
  /// - Parameters:
  ///   - text: the code as typed, or the secret.
  ///   - challenge: the challenge.
  ///   - context: the circumstances of the request.
  /// - Returns: the address that the code proves.
  /// - Throws: `Problem` 401 `invalid_code`; as ``GuessLimits/count(for:answering:)``.
  package func check(
    _ text: String, _ challenge: CodeChallenge, in context: ProofContext
  ) async throws -> ProvenAddress {
    guard let answer = CodeAnswer(text) else { throw Problem.invalidCode }
    let signedIn = challenge.purpose.isOfSignedInUser ? challenge.user : nil
    let subject = try signedIn.map(guesses.subject(ofSignedIn:))
    var (guess, ahead) = (CountedGuess.allowed, SignInAhead?.none)
    if let subject {
      try await guesses.count(for: subject, answering: challenge.answered)
    } else {
      (guess, _, ahead) = try await guesses.count(
        of: .code, challenge.identifier, on: context.device, answering: challenge.answered,
        before: context.signIn(by: challenge.identifier, answering: challenge.answered, at: clock.now)
      ) { _ in }
    }
    guard challenge.isAnswered(by: answer), guess == .allowed, let recipient = challenge.recipient else {
      throw Problem.invalidCode
    }
    return ProvenAddress(recipient: recipient, challenge: challenge, guessed: subject, ahead: ahead)
  }

  /// Takes back the guess of a signed-out user whose code was right, because the rest of the request was refused.
  ///
  /// - Parameters:
  ///   - proven: the result of ``check(_:_:in:)``.
  ///   - context: the circumstances of the request.
  /// - Throws: ``StoreError``; the errors of the MAC.
  package func takeBackGuess(of proven: ProvenAddress, in context: ProofContext) async throws {
    let challenge = proven.challenge
    try await guesses.takeBack(
      .code, challenge.identifier, on: context.device, answering: challenge.answered)
  }
}
