/// The acts that an account window allows, and their effects.
extension AccountFlow {
  /// The effect of an act.
  enum Move {
    case open(AccountChange)
    case send(AccountRequest)
    /// Keeps the typed texts of the form, except passwords, then sends.
    case submit(AccountRequest, FieldTexts)
    case read(AccountList)
    case dismiss
    /// Warns that the recovery codes are not shown again.
    case warn
    case finish(AccountEnd)
  }

  /// The effect of an act; nil if the act is not allowed.
  func move(for act: AccountAct) -> Move? {
    // If the user left now, the codes would be lost.
    guard end == nil, pending?.request.givesRecoveryCodes != true else { return nil }
    switch act {
    case .close: return leave(.finish(.closed))
    case .dismiss: return dialog == nil ? nil : leave(.dismiss)
    case .reload(let list): return user == nil || reading[list] != nil ? nil : .read(list)
    default: break
    }
    guard !isBusy, dialog?.confirmation == nil, problem?.waitsUntil == nil || isFree(act) else { return nil }
    switch act {
    case .retry: return repetition
    case .begin(let change): return dialog == nil && offersChange(change) ? .open(change) : nil
    case .setPhoto: return dialog == nil && user != nil ? .send(.setPhoto) : nil
    case .confirm(let texts): return dialog.flatMap { confirmation($0, texts) }
    case .sendCode:
      guard case .code(_, let sent) = dialog?.step, sent.resendAt == nil else { return nil }
      return .send(.resend(sent.ticket))
    case .savedCodes:
      guard case .recoveryCodes = dialog?.step else { return nil }
      return .dismiss
    case .close, .dismiss, .reload: return nil
    }
  }

  /// Whether a limit of the server does not concern the act.
  private func isFree(_ act: AccountAct) -> Bool {
    switch act {
    case .begin, .savedCodes: true
    default: false
    }
  }

  private var repetition: Move? {
    if user == nil { return .send(.read) }
    guard problem?.remedy == .retry else { return nil }
    return waiting.map { .send($0) }
  }

  private func leave(_ move: Move) -> Move {
    if case .recoveryCodes = dialog?.step { .warn } else { move }
  }

  private func confirmation(_ dialog: AccountDialog, _ texts: FieldTexts) -> Move? {
    switch dialog.step {
    case .form:
      guard !dialog.change.beginsAtOnce || problem != nil else { return nil }
      return accepts(texts, for: dialog.change) ? .submit(.change(dialog.change, texts), texts) : nil
    case .code(_, let sent) where !sent.isExpired:
      return TypedCode.digits(texts[.code], length: offer?.choices.codeLength).map {
        .send(.verifyCode(sent.ticket, $0))
      }
    case .authenticator(let authenticator):
      return TypedCode.digits(texts[.code], length: TypedCode.authenticatorLength).map {
        .send(.confirmAuthenticator(authenticator.ticket, $0))
      }
    case .code, .recoveryCodes, .file: return nil
    }
  }

  /// Whether the texts of a form can be sent. The server decides whether they are right.
  private func accepts(_ texts: FieldTexts, for change: AccountChange) -> Bool {
    switch change {
    case .username: !texts[.username].trimmed.isEmpty
    case .email, .phoneNumber: !texts[.address].trimmed.isEmpty
    case .renamePasskey: !texts[.name].trimmed.isEmpty
    case .password:
      offer?.choices.accepts(texts[.newPassword]) == true
        && (user?.hasPassword == false || !texts[.password].isEmpty)
    default: true
    }
  }

  /// Whether the user can begin the change now.
  func offersChange(_ change: AccountChange) -> Bool {
    guard let user, let offer else { return false }
    let choices = offer.choices
    switch change {
    case .profile, .signOut, .signOutEverywhere, .export, .deleteAccount, .endOtherSessions: return true
    case .username: return choices.passwordIdentifiers.contains(.username)
    case .removeUsername: return user.username != nil
    case .removePhoto: return user.photo != nil
    case .email: return choices.identifiers.contains(.email)
    case .phoneNumber: return choices.identifiers.contains(.phoneNumber)
    case .link(let method): return method.isAddable && choices.methods.contains(method)
    case .unlink(let id): return !user.hasOneIdentity && user.identities.contains { $0.id == id }
    case .password:
      return user.hasPassword
        || choices.hasPasswords && user.email ?? user.phoneNumber ?? user.username != nil
    case .renamePasskey(let id): return hasPasskey(id)
    case .removePasskey(let id): return !user.hasOneIdentity && hasPasskey(id)
    case .addAuthenticator: return factors != nil
    case .addFactorCode(let kind): return factors?.mayAdd(kind, offer: offer, user: user) == true
    case .removeFactor(let id): return factors?.factors.contains { $0.id == id } == true
    case .newRecoveryCodes: return factors?.factors.isEmpty == false
    case .endSession(let id):
      guard case .loaded(let sessions) = lists.sessions else { return false }
      return sessions.contains { $0.id == id && !$0.isCurrent }
    }
  }

  private func hasPasskey(_ id: String) -> Bool {
    if case .loaded(let passkeys) = lists.passkeys { passkeys.contains { $0.id == id } } else { false }
  }

  var factors: AccountFactors? {
    if case .loaded(let factors) = lists.secondFactors { factors } else { nil }
  }
}

extension AccountFactors {
  /// Whether codes to an address of a kind can become a second factor.
  func mayAdd(_ kind: IdentifierKind, offer: AccountOffer, user: AccountUser) -> Bool {
    offer.factorKinds.contains(kind) && !factors.contains { $0.channel == kind }
      && (kind == .email ? user.email : user.phoneNumber) != nil
  }
}
