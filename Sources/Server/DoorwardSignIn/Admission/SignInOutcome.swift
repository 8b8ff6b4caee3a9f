package import DoorwardStore

/// The outcome of a sign-in whose proof has been admitted.
package enum SignInOutcome: Sendable {
  case signedIn(SignedIn)
  /// The user must prove a second factor before a session opens.
  case secondFactorRequired(SecondFactorRequest)
}

/// A user that has signed in.
package struct SignedIn: Sendable {
  package let user: User
  package let session: Session
  package let isNewUser: Bool
  /// The data of the user that the application can read, as of the transaction of the sign-in.
  package let view: UserView
  /// The device after the sign-in; nil if it is not known.
  package let device: KnownDevice?
  /// Whether a message was stored: that the device was not known, or that the first proof has removed an address.
  package let isAnnounced: Bool
  /// The recovery codes of a user who has added a second factor during the sign-in. They are shown once.
  package let recoveryCodes: [String]?

  package init(
    user: User, session: Session, isNewUser: Bool, view: UserView, device: KnownDevice? = nil,
    isAnnounced: Bool = false, recoveryCodes: [String]? = nil
  ) {
    self.user = user
    self.session = session
    self.isNewUser = isNewUser
    self.view = view
    self.device = device
    self.isAnnounced = isAnnounced
    self.recoveryCodes = recoveryCodes
  }

  /// The same sign-in, with recovery codes in the answer.
  func showing(_ codes: [String]?) -> SignedIn {
    SignedIn(
      user: user, session: session, isNewUser: isNewUser, view: view, device: device,
      isAnnounced: isAnnounced, recoveryCodes: codes)
  }
}
