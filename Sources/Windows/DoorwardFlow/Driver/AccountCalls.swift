internal import Doorward
internal import Foundation

/// The calls of the SDK for the requests of an account window.
@MainActor final class AccountCalls {
  private let doorward: Doorward
  private let links: AccountLinks
  private let hasPasskeys: Bool
  private var lastTicket = 0
  private var codes: [Ticket: CodeChallenge] = [:]
  private var enrollments: [Ticket: AuthenticatorEnrollment] = [:]
  /// The photo that the user has chosen.
  var photo = Data()

  init(_ doorward: Doorward, _ links: AccountLinks) {
    self.doorward = doorward
    self.links = links
    hasPasskeys = doorward.passkey.hasAuthenticator
  }

  /// Performs a request.
  ///
  /// `user` is the id of the user whose account is shown; nil before it was read. Nothing is sent for another user.
  ///
  /// - Returns: The answer.
  func perform(_ request: AccountRequest, of user: String?) async -> AccountAnswer {
    await doorward.calls(of: user) { await answer(to: request) }
  }

  private func answer(to request: AccountRequest) async -> AccountAnswer {
    do throws(DoorwardError) { return try await call(request) } catch {
      switch error.code {
      case .recentSignInRequired: return .signInAgain(ConfirmationReason(error.stepUp))
      case .cancelled: return .cancelled
      case .notSignedIn, .sessionEnded: return .signedOut
      default: return .refused(SignInProblem(error, now: doorward.serverTime))
      }
    }
  }

  /// Reads a list of the user whose account is shown.
  func read(
    _ list: AccountList, of user: String?
  ) async -> Result<AccountLists.Content, SignInProblem> {
    await doorward.calls(of: user) { await content(of: list) }
  }

  private func content(of list: AccountList) async -> Result<AccountLists.Content, SignInProblem> {
    do throws(DoorwardError) {
      switch list {
      case .passkeys:
        return .success(.passkeys(try await doorward.passkey.all().map(AccountPasskey.init)))
      case .secondFactors:
        return .success(.secondFactors(AccountFactors(try await doorward.secondFactor.all())))
      case .sessions:
        return .success(.sessions(try await doorward.sessions.all().map(AccountSession.init)))
      }
    } catch {
      return .failure(SignInProblem(error, now: doorward.serverTime))
    }
  }

  /// Forgets the challenges and the photo, because no dialog needs them any more.
  func forget() {
    codes = [:]
    enrollments = [:]
    photo = Data()
  }

  private func call(_ request: AccountRequest) async throws(DoorwardError) -> AccountAnswer {
    switch request {
    case .read:
      let offer = try await doorward.offer()
      guard let user = try await doorward.user.refresh() else { return .signedOut }
      return .read(AccountUser(user), AccountOffer(offer, links, hasPasskeys: hasPasskeys))
    case .change(let change, let texts): return try await make(change, texts)
    case .resend(let ticket):
      return sent(try await doorward.code.resend(kept(codes, ticket)))
    case .verifyCode(let ticket, let typed):
      _ = try await doorward.code.verify(kept(codes, ticket), code: typed.text)
      return changed()
    case .confirmAuthenticator(let ticket, let typed):
      let added = try await doorward.secondFactor.confirm(kept(enrollments, ticket), code: typed.text)
      return .recoveryCodes(added.recoveryCodes)
    case .setPhoto:
      _ = try await doorward.user.setPhoto(photo)
      return changed()
    }
  }

  private func make(_ change: AccountChange, _ texts: FieldTexts) async throws(DoorwardError) -> AccountAnswer
  {
    let (user, factors) = (doorward.user, doorward.secondFactor)
    switch change {
    case .profile: try await update(texts)
    case .username: _ = try await user.setUsername(texts[.username].trimmed)
    case .removeUsername: _ = try await user.removeUsername()
    case .removePhoto: _ = try await user.removePhoto()
    case .email:
      let isNew = doorward.currentUser?.info.email == nil
      return sent(
        try await doorward.code.send(email: texts[.address].trimmed, for: isNew ? .verify : .change))
    case .phoneNumber:
      let isNew = doorward.currentUser?.info.phoneNumber == nil
      return sent(
        try await doorward.code.send(phoneNumber: texts[.address].trimmed, for: isNew ? .verify : .change))
    case .link(.passkey): _ = try await doorward.passkey.link()
    case .link(let method): try await link(method)
    case .unlink(let id): _ = try await doorward.identities.unlink(id)
    case .password:
      let current = texts[.password]
      try await doorward.password.change(
        from: current.isEmpty ? nil : current, to: texts[.newPassword])
    case .renamePasskey(let id): _ = try await doorward.passkey.rename(id, to: texts[.name].trimmed)
    case .removePasskey(let id): _ = try await doorward.passkey.unlink(id)
    case .addAuthenticator:
      let enrollment = try await factors.addAuthenticator()
      let ticket = ticket()
      enrollments[ticket] = enrollment
      return .authenticator(
        NewAuthenticator(
          ticket: ticket, secret: enrollment.secret, uri: enrollment.uri, qrCode: enrollment.qrCode))
    case .addFactorCode(let kind):
      let channel: CodeChannel = kind == .phoneNumber ? .sms : .email
      return .recoveryCodes(try await factors.addCode(by: channel).recoveryCodes)
    case .removeFactor(let id): try await factors.remove(id)
    case .newRecoveryCodes: return .recoveryCodes(try await factors.newRecoveryCodes())
    case .endSession(let id): try await doorward.sessions.end(id)
    case .endOtherSessions: _ = try await doorward.signOut(scope: .others)
    case .signOut:
      _ = try await doorward.signOut()
      return .signedOut
    case .signOutEverywhere:
      // If ending the other sessions fails, the user stays signed in and can try again.
      _ = try await doorward.signOut(scope: .others)
      _ = try await doorward.signOut()
      return .signedOut
    case .export:
      let data = try await user.export()
      return .file(
        TextFile(name: "account.json", text: String(decoding: data.json, as: UTF8.self), format: .json))
    case .deleteAccount:
      try await user.delete()
      return .deleted
    }
    return changed()
  }

  /// Sets the fields with a text and clears the others.
  private func update(_ texts: FieldTexts) async throws(DoorwardError) {
    let present = doorward.currentUser?.info
    var changes: [(UserClient.Field, String?)] = []
    for field in UserClient.Field.allCases where texts.has(.profile(field)) {
      let text = texts[.profile(field)].trimmed
      if !text.isEmpty {
        changes.append((field, text))
      } else if present?[field] != nil {
        changes.append((field, nil))
      }
    }
    _ = try await doorward.user.changePersonalInfo(changes)
  }

  private func link(_ method: SignInMethod) async throws(DoorwardError) {
    do {
      guard let link = links[method] else { throw CancellationError() }
      _ = try await link(doorward)
    } catch let error as DoorwardError {
      throw error
    } catch {
      throw .ofApp(error)
    }
  }

  // MARK: Challenges

  private func ticket() -> Ticket {
    lastTicket += 1
    return Ticket(lastTicket)
  }

  private func sent(_ code: CodeChallenge) -> AccountAnswer {
    let ticket = ticket()
    codes = [ticket: code]
    return .codeSent(
      SentCode(
        ticket: ticket, expiresAt: code.expiresAt,
        resendAt: code.resendAt > doorward.serverTime ? code.resendAt : nil))
  }

  private func kept<Challenge>(
    _ challenges: [Ticket: Challenge], _ ticket: Ticket
  ) throws(DoorwardError) -> Challenge {
    guard let challenge = challenges[ticket] else { throw .challengeIsOver }
    return challenge
  }

  private func changed() -> AccountAnswer { .changed(doorward.currentUser.map(AccountUser.init)) }
}
