internal import Doorward
internal import Foundation

/// The calls of the SDK for the requests of a flow.
@MainActor final class SignInCalls {
  private let doorward: Doorward
  private var proofs: SignInProofs
  private(set) var challenges = KeptChallenges()
  /// The kinds of addresses that users sign up with.
  private var addressKinds: [IdentifierKind] = []
  /// The session of the user before the sign-in; nil if there was none, or if it was not read yet.
  private var sessionBefore: String?
  private var hasReadSession = false
  private let memory: SignInMemory
  private let purpose: SignInPurpose
  /// Whether it has done so.
  private var hasConfirmed = false
  /// The id of the user who has signed in. Later requests change the account of no other user.
  private var user: DoorwardUser.ID?
  /// The method of the last proof of a first factor.
  private var firstFactor: SignInMethod?
  /// Whether the application and the app have passkeys.
  private var hasPasskeys = false

  init(_ doorward: Doorward, proofs: SignInProofs, memory: SignInMemory, purpose: SignInPurpose) {
    self.doorward = doorward
    self.proofs = proofs
    self.proofs.usesPasskeys = proofs.usesPasskeys ?? doorward.passkey.hasAuthenticator
    self.memory = memory
    self.purpose = purpose
  }

  /// Performs a request.
  ///
  /// - Returns: The answer, and the error if it is a refusal.
  func perform(_ request: SignInRequest) async -> (SignInAnswer, DoorwardError?) {
    await doorward.calls(of: user) { await answer(to: request) }
  }

  private func answer(to request: SignInRequest) async -> (SignInAnswer, DoorwardError?) {
    do throws(DoorwardError) {
      do throws(DoorwardError) {
        let answer = try await confirms ? confirmation(request) : call(request)
        if confirms, case .signedIn = answer { hasConfirmed = true }
        return (answer, nil)
      } catch {
        return (try answer(of: error), nil)
      }
    } catch {
      return (.refused(SignInProblem(error, of: request, now: doorward.serverTime)), error)
    }
  }

  /// Performs a request of a sign-in that counts for the present session.
  private func confirmation(_ request: SignInRequest) async throws(DoorwardError) -> SignInAnswer {
    do {
      return try await doorward.reauthenticate { _ in try await self.call(request) }
    } catch let error as DoorwardError {
      throw error
    } catch {
      throw .ofApp(error)
    }
  }

  /// Forgets the challenges that no view needs any more.
  ///
  /// `code` is the ticket of a code that the user can still type; nil if there is none.
  func forgetChallenges(except code: Ticket?) { challenges.forget(except: code) }

  /// Whether a user has signed in since the beginning.
  func hasSignedIn() async -> Bool {
    if confirms { return hasConfirmed }
    guard hasReadSession, let session = await doorward.signedInSession() else { return false }
    return session != sessionBefore
  }

  private func readSession() async {
    guard !hasReadSession else { return }
    sessionBefore = await doorward.signedInSession()
    hasReadSession = true
  }

  private func call(_ request: SignInRequest) async throws(DoorwardError) -> SignInAnswer {
    let (password, code, factors) = (doorward.password, doorward.code, doorward.secondFactor)
    firstFactor = request.method ?? firstFactor
    switch request {
    case .readOffer:
      await readSession()
      let offer = try await doorward.offer()
      let choices = SignInChoices(
        offer, proofs.methods, lastUsed: memory.lastUsed, for: purpose, of: doorward.currentUser)
      addressKinds = choices.addressKinds
      hasPasskeys = choices.methods.contains(.passkey)
      return .offer(choices)
    case .signIn(let identifier, let secret):
      return try answer(of: await password.login(identifier: identifier, password: secret.text))
    case .sendCode(let number, .phoneNumber): return sent(try await code.send(phoneNumber: number))
    case .sendCode(let address, _): return sent(try await code.send(email: address))
    case .resend(let ticket):
      return sent(try await code.resend(challenges.code(ticket)), replacing: ticket)
    case .verifyCode(let ticket, let typed, _):
      let (outcome, isNew) = try await code.admission(by: challenges.code(ticket), code: typed.text)
      return try answer(of: outcome, isNewUser: isNew)
    case .signUp(let form): return try answer(of: await signUp(form))
    case .reset(let identifier): return sent(try await password.reset(identifier: identifier))
    case .confirmReset(let ticket, let typed, let new):
      return try answer(
        of: await password.confirmReset(
          challenges.code(ticket), code: typed.text, newPassword: new.text))
    case .prove(.passkey): return try answer(of: await doorward.passkey.login())
    case .prove(let method): return try await prove(method)
    case .signUpWithPasskey(let name):
      return try answer(of: await doorward.passkey.signUp(name: name.isEmpty ? nil : name))
    case .verifyFactor(let ticket, .recoveryCode, let typed):
      let outcome = try await factors.verify(
        challenges.signIn(ticket), code: typed.text, by: .recoveryCode)
      guard case .signedIn(let state) = outcome else { return try answer(of: outcome) }
      user = state.user?.id
      // The user is signed in, also if the server does not say how many codes are left.
      let list = await doorward.calls(of: user) { try? await factors.all() }
      return .signedIn(SignedIn(codesLeft: list?.recoveryCodesLeft))
    case .verifyFactor(let ticket, _, let typed):
      return try answer(of: await factors.verify(challenges.signIn(ticket), code: typed.text, by: .totp))
    case .verifyWithPasskey(let ticket):
      return try answer(of: await factors.verifyWithPasskey(challenges.signIn(ticket)))
    case .sendFactorCode(let ticket, let kind):
      return sent(try await factors.sendCode(challenges.signIn(ticket), by: kind?.channel))
    case .verifyFactorCode(let ticket, let typed):
      return try answer(of: await factors.verify(challenges.factorCode(ticket), code: typed.text))
    case .enrollAuthenticator(let ticket):
      return answer(of: try await factors.enroll(challenges.signIn(ticket)))
    case .finishAuthenticator(let ticket, let typed):
      return answer(of: try await factors.finish(challenges.enrollment(ticket), code: typed.text))
    case .enrollPasskey(let ticket):
      return answer(of: try await factors.enrollPasskey(challenges.signIn(ticket)))
    case .keepAccount(let ticket):
      return answer(of: try await doorward.user.keepAccount(challenges.deletion(ticket)))
    case .setName(let name):
      _ = try await doorward.user.updatePersonalInfo(name: name)
      return .nameSaved
    case .addPasskey:
      _ = try await doorward.passkey.link()
      return .passkeyAdded
    }
  }

  private func signUp(_ form: SignUpForm) async throws(DoorwardError) -> SignInOutcome {
    let given = { (text: String) in text.isEmpty ? nil : text }
    let isPhone = IdentifierKind.guess(form.address, among: addressKinds) == .phoneNumber
    return try await doorward.password.signUp(
      email: isPhone ? nil : given(form.address), phoneNumber: isPhone ? given(form.address) : nil,
      username: given(form.username), password: form.password.text, name: given(form.name))
  }

  private func prove(_ method: SignInMethod) async throws(DoorwardError) -> SignInAnswer {
    do {
      guard let proof = proofs[method] else { throw CancellationError() }
      guard try await proof(doorward).isLoggedIn else {
        throw DoorwardError(code: .callbackFailed, reason: "A closure of the app signed no user in.")
      }
      return .signedIn(SignedIn())
    } catch let error as DoorwardError {
      throw error
    } catch {
      throw .ofApp(error)
    }
  }

  /// Whether the sign-in confirms the user who is signed in.
  private var confirms: Bool { purpose != .signIn }

  // MARK: Answers

  private func answer(
    of outcome: SignInOutcome, isNewUser: Bool = false
  ) throws(DoorwardError) -> SignInAnswer {
    switch outcome {
    case .signedIn(let state): return signedIn(state, isNewUser: isNewUser)
    case .verificationRequired(let challenge): return sent(challenge)
    case .secondFactorRequired(let challenge): return try waits(for: challenge)
    }
  }

  private func answer(of finished: FinishedSignIn) -> SignInAnswer {
    signedIn(finished.state, recoveryCodes: finished.recoveryCodes, isNewUser: finished.isNewUser)
  }

  private func signedIn(
    _ state: AuthState, recoveryCodes: [String] = [], isNewUser: Bool = false
  ) -> SignInAnswer {
    user = state.user?.id
    return .signedIn(
      SignedIn(
        recoveryCodes: recoveryCodes, mayAddPasskey: mayAddPasskey(state),
        needsName: isNewUser && state.user?.info.name == nil))
  }

  /// Whether the view can offer a passkey: the user has none, and was not asked on this device.
  private func mayAddPasskey(_ state: AuthState) -> Bool {
    let isUpgraded = firstFactor == .password && doorward.passkey.upgradesPasswords
    guard !confirms, hasPasskeys, !isUpgraded, !memory.hasOfferedPasskey else { return false }
    return state.user.map(SignInMethod.passkey.isOf) == false
  }

  private func answer(of enrollment: SignInEnrollment) -> SignInAnswer {
    let shown = enrollment.authenticator
    return .authenticator(
      NewAuthenticator(
        ticket: challenges.keep(enrollment), secret: shown.secret, uri: shown.uri, qrCode: shown.qrCode))
  }

  private func sent(_ code: CodeChallenge, replacing old: Ticket? = nil) -> SignInAnswer {
    .codeSent(
      SentCode(
        ticket: challenges.keep(code, replacing: old), expiresAt: code.expiresAt,
        resendAt: future(code.resendAt)))
  }

  private func sent(_ code: SecondFactorCode) -> SignInAnswer {
    .codeSent(
      SentCode(
        ticket: challenges.keep(code), maskedAddress: code.sentTo,
        channel: IdentifierKind(channel: code.channel),
        channels: code.channels.compactMap(IdentifierKind.init(channel:)), expiresAt: code.expiresAt,
        resendAt: future(code.resendAt)))
  }

  private func future(_ time: Date) -> Date? { time > doorward.serverTime ? time : nil }

  private func waits(for challenge: SecondFactorChallenge) throws(DoorwardError) -> SignInAnswer {
    let kinds = { (methods: [SecondFactorMethod]) in
      methods.compactMap(SecondFactorKind.init).filter { $0 != .passkey || self.proofs.usesPasskeys == true }
    }
    let waiting = WaitingSignIn(
      ticket: challenges.keep(challenge), factors: kinds(challenge.methods),
      newFactors: kinds(challenge.enrollmentMethods), expiresAt: challenge.expiresAt)
    guard waiting.screen != nil else { throw .unknownFactors }
    return .secondFactorRequired(waiting)
  }

  private func answer(of error: DoorwardError) throws(DoorwardError) -> SignInAnswer {
    if let challenge = error.secondFactor { return try waits(for: challenge) }
    if let deletion = error.accountDeletion {
      return .deletionPending(
        KeepAccountStep(deletesAt: deletion.deletesAt, ticket: challenges.keep(deletion)))
    }
    guard error.code == .cancelled else { throw error }
    return .cancelled
  }
}
