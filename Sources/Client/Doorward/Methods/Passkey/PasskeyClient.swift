internal import DoorwardWire
internal import Encodings

/// Passkeys: sign-up and sign-in without a password, and the passkeys of the signed-in user.
///
/// ```swift
/// do {
///   try await doorward.passkey.login()
/// } catch where error.code == .noPasskey {
///   try await doorward.passkey.signUp(name: "Ada")
/// }
/// ```
///
/// The passkeys are those of ``DoorwardConfiguration/passkeys``. Without an authenticator every call that needs one throws
/// ``DoorwardError/Code/passkeysUnsupported``.
///
/// The authenticator stays up to date: after each sign-in and each change, the client tells it which passkeys the server
/// accepts, and the user's present name.
public struct PasskeyClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  /// Whether the configuration has an authenticator.
  package var hasAuthenticator: Bool { engine.passkeys != nil }
  /// Whether the authenticator makes a passkey after a sign-in with a password without asking.
  package var upgradesPasswords: Bool { engine.passkeys?.upgradesPasswords == true }

  // MARK: Signing in

  /// Makes a new user with a passkey. The first sign-up of an anonymous user registers the same user.
  ///
  /// - Parameter name: The name to show. The authenticator shows it beside the passkey.
  /// - Returns: ``SignInOutcome/signedIn(_:)``; ``SignInOutcome/secondFactorRequired(_:)`` if the application requires a
  ///   second factor and the authenticator has not verified the user.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/cancelled``, ``DoorwardError/Code/passkeyNotAllowed``,
  ///   ``DoorwardError/Code/passkeysUnsupported``; ``DoorwardError/Code/signUpClosed`` and the other refusals of new users.
  @discardableResult public func signUp(name: String? = nil) async throws(DoorwardError) -> SignInOutcome {
    try await signUp(name: name, on: .signUp).outcome
  }

  /// Makes a new user with a passkey, in the sheet of the system that also asks for the user's name and address, if the
  /// system has one. Otherwise the same as ``signUp(name:)``.
  ///
  /// - Returns: The outcome, and the address that the user has chosen. The user has not proven it:
  ///   ``CodeClient/send(email:for:)`` with the purpose ``CodeClient/Purpose/verify`` adds it to the account.
  /// - Throws: ``DoorwardError``, as ``signUp(name:)``.
  @discardableResult public func signUpWithContact() async throws(DoorwardError) -> NewPasskeyAccount {
    let (outcome, registration) = try await signUp(name: nil, on: .account)
    if case .signedIn(let state) = outcome, let user = state.user, user.info.name == nil,
      let name = registration.name, !name.isEmpty
    {
      // The account exists, also if its name cannot be set now.
      _ = try? await UserClient(engine: engine).updatePersonalInfo(name: name)
      return NewPasskeyAccount(outcome: .signedIn(await engine.state), contact: registration.contact)
    }
    return NewPasskeyAccount(outcome: outcome, contact: registration.contact)
  }

  private func signUp(
    name: String?, on occasion: PasskeyCreation.Occasion
  ) async throws(DoorwardError) -> (outcome: SignInOutcome, PasskeyRegistration) {
    let authenticator = try engine.requirePasskeys()
    var request: JSONObject = [:]
    request[WireUser.Members.name] = name.map(JSONValue.string)
    let body = request
    // The user handle of the passkey is the id of the user, which an anonymous user has already.
    try? await engine.ready()
    let user = await engine.state.user?.info
    let visitor = user?.isAnonymous == true ? user?.id : nil
    return try await engine.register(for: .signUp(visitor: visitor)) { () throws(DoorwardError) in
      let ceremony = try await begin(
        WirePath.passkeyRegistrationOptions, body, isForUser: visitor != nil)
      let registration = try await authenticator.registration(
        PasskeyCreation(options: ceremony.options, origin: engine.api.origin, occasion: occasion))
      return SentRegistration(registration, of: ceremony, proof: ceremony.proof(registration.response))
    } sending: { registration throws(DoorwardError) in
      // An anonymous user that was created after the options has another id.
      try await engine.outcome(
        of: WirePath.passkeyRegistration, registration.proof, attaching: visitor != nil ? .visitor : .nothing)
    }
  }

  /// Signs in with a passkey, without a user name.
  ///
  /// With `autofill`, the system offers the passkeys among the suggestions for a text field of the content type `username`,
  /// and the call waits until the user chooses one. Begin it when the sign-in view appears, and cancel its task when the
  /// view disappears or the user signs in another way.
  ///
  /// - Parameter autofill: Whether the passkeys appear among the suggestions instead of in a sheet.
  /// - Returns: ``SignInOutcome/signedIn(_:)`` or ``SignInOutcome/secondFactorRequired(_:)``.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/cancelled``, ``DoorwardError/Code/noPasskey``,
  ///   ``DoorwardError/Code/passkeyNotAllowed``, ``DoorwardError/Code/unknownPasskey``,
  ///   ``DoorwardError/Code/challengeExpired``, ``DoorwardError/Code/passkeysUnsupported``.
  @discardableResult public func login(autofill: Bool = false) async throws(DoorwardError) -> SignInOutcome {
    try await login(autofill ? .autofill : .sheet)
  }

  /// Signs in with a passkey of this device, and asks the user only if there is one.
  ///
  /// An app can call it when it starts: a user with a passkey sees the sheet, and every other user sees the app.
  ///
  /// - Returns: ``SignInOutcome/signedIn(_:)`` or ``SignInOutcome/secondFactorRequired(_:)``.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/noPasskey`` at once if the device has none, and as
  ///   ``login(autofill:)``.
  @discardableResult public func loginIfAvailable() async throws(DoorwardError) -> SignInOutcome {
    try await login(.immediate)
  }

  private func login(_ mediation: PasskeyRequest.Mediation) async throws(DoorwardError) -> SignInOutcome {
    let (ceremony, response) = try await response(mediation)
    do throws(DoorwardError) {
      return try await engine.outcome(of: WirePath.passkeyAuthentication, ceremony.proof(response))
    } catch {
      if error.code == .unknownPasskey, error.status == 401 {
        await engine.signalUnknown(
          response.object[PasskeyMembers.id]?.string, of: ceremony.relyingPartyID)
      }
      throw error
    }
  }

  /// The response of a passkey. While the user has chosen none among the suggestions, the challenge is renewed before its
  /// end.
  private func response(
    _ mediation: PasskeyRequest.Mediation
  ) async throws(DoorwardError) -> (PasskeyCeremony, DoorwardJSON) {
    let authenticator = try engine.requirePasskeys()
    while true {
      let ceremony = try await begin(WirePath.passkeyAuthenticationOptions, [:], isForUser: false)
      let request = PasskeyRequest(
        options: ceremony.options, origin: engine.api.origin, mediation: mediation)
      guard mediation == .autofill else { return (ceremony, try await authenticator.response(request)) }
      let clock = engine.clock
      let response = try await DoorwardError.typed {
        do {
          return try await withTimeout(ceremony.timeout * 0.9, by: clock.sleep) { () -> DoorwardJSON? in
            try await authenticator.response(request)
          }
        } catch is CancellationError where !Task.isCancelled {
          return nil
        }
      }
      if let response { return (ceremony, response) }
    }
  }

  // MARK: The passkeys of the user

  /// Makes a passkey for the signed-in user, as another way to sign in.
  ///
  /// It is not a second factor yet: a sign-in by another method does not ask for it. It becomes one when the user first proves
  /// it after another method, or adds it during a sign-in with ``SecondFactorClient/enrollPasskey(_:)``.
  ///
  /// - Returns: The state with the passkey among the identities.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/recentSignInRequired`` if the user did not sign in within the last
  ///   minutes; ``DoorwardError/Code/passkeyRegistered`` if the authenticator has one of the user's passkeys;
  ///   ``DoorwardError/Code/cancelled``, ``DoorwardError/Code/passkeyNotAllowed``,
  ///   ``DoorwardError/Code/passkeysUnsupported``.
  @discardableResult public func link() async throws(DoorwardError) -> AuthState {
    try await link(on: .addition)
  }

  /// Makes a passkey for a user; nil for the present user. Another user never gets it instead.
  func link(
    on occasion: PasskeyCreation.Occasion, to user: String? = nil
  ) async throws(DoorwardError) -> AuthState {
    let authenticator = try engine.requirePasskeys()
    let user = try await engine.session(of: user).info.id
    let state = try await link(to: user, by: authenticator, on: occasion)
    _ = try? await engine.listPasskeys(of: user)
    return state
  }

  private func link(
    to user: String, by authenticator: any PasskeyAuthenticator, on occasion: PasskeyCreation.Occasion
  ) async throws(DoorwardError) -> AuthState {
    let (state, _) = try await engine.register(for: .addition(user: user)) { () throws(DoorwardError) in
      let ceremony = try await begin(
        WirePath.passkeyRegistrationOptions, [:], isForUser: true, of: user)
      let registration = try await authenticator.registration(
        PasskeyCreation(options: ceremony.options, origin: engine.api.origin, occasion: occasion))
      return SentRegistration(
        registration, of: ceremony,
        proof: ceremony.proof(registration.response, isConditional: occasion == .upgrade))
    } sending: { registration throws(DoorwardError) in
      let path = WirePath.passkeyRegistration
      let (answer, session) = try await engine.accountCall(
        "POST", path, body: .json(registration.proof), of: user,
        key: RequestKeys.key(of: path, registration.proof))
      return try await engine.adopt(user: answer, of: session)
    }
    return state
  }

  /// Asks the server for the passkeys of the signed-in user, the oldest first. The authenticator learns which ones are
  /// accepted, unless a passkey is being added.
  ///
  /// - Throws: ``DoorwardError``.
  public func all() async throws(DoorwardError) -> [DoorwardPasskey] {
    try await engine.listPasskeys().passkeys.map(DoorwardPasskey.init)
  }

  /// Gives a passkey of the signed-in user another name.
  ///
  /// - Parameters:
  ///   - id: The ``DoorwardPasskey/id``.
  ///   - name: One line of text, not empty.
  /// - Returns: The passkey with the name.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/notFound``; `invalid_name`.
  @discardableResult public func rename(
    _ id: DoorwardPasskey.ID, to name: String
  ) async throws(DoorwardError) -> DoorwardPasskey {
    let path = WirePath.passkey(try engine.pathComponent(id))
    let (answer, _) = try await engine.accountCall(
      "PATCH", path, body: [WirePasskey.Members.name: .string(name)])
    guard let passkey = WirePasskey(answer) else {
      throw .malformedAnswer("it is not a passkey", status: nil)
    }
    return DoorwardPasskey(wire: passkey)
  }

  /// Removes a passkey of the signed-in user, with every session that rests on it alone. The authenticator then hides it.
  ///
  /// - Returns: The state without it: signed out, if this session rested on the passkey alone.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/lastIdentity``, ``DoorwardError/Code/recentSignInRequired``,
  ///   ``DoorwardError/Code/identityOnHold``, ``DoorwardError/Code/notFound``.
  @discardableResult public func unlink(_ id: DoorwardPasskey.ID) async throws(DoorwardError) -> AuthState {
    try await engine.removePasskey(id, at: WirePath.passkey(engine.pathComponent(id)))
  }

  // MARK: Ceremonies

  private func begin(
    _ path: String, _ request: JSONObject, isForUser: Bool, of user: String? = nil
  ) async throws(DoorwardError) -> PasskeyCeremony {
    let (secret, binding) = BindingSecrets.make()
    var body = request
    body[ChallengeMembers.binding] = .string(binding)
    guard let user else {
      return try PasskeyCeremony(
        await engine.challenge(path, body, isForUser: isForUser), secret: secret)
    }
    return try PasskeyCeremony(
      await engine.accountCall("POST", path, body: .json(body), of: user).answer, secret: secret)
  }
}

/// A user who has signed up in a sheet of the system.
public struct NewPasskeyAccount: Sendable {
  /// The outcome of the sign-up.
  public let outcome: SignInOutcome
  /// The address that the user has chosen, which is not verified; nil if the system has not asked for one.
  public let contact: PasskeyContact?
}
