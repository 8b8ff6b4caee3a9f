internal import Encodings

/// Signing in and linking with an Ethereum account (EIP-4361): a message of the server, signed by the wallet.
///
/// ```swift
/// let message = try await doorward.siwe.generateSiweMessage(params: params, metadata: metadata)
/// let state = try await doorward.siwe.loginWithSiwe(try await wallet.personalSign(message))
/// ```
public actor SiweClient {
  let engine: SessionEngine
  private var secrets = BindingSecrets()
  private var pending: (message: String, purpose: ProofPurpose, metadata: WalletLoginMetadata?)?
  private nonisolated let flow = SiweFlow()

  init(engine: SessionEngine) { self.engine = engine }

  // MARK: With the message kept here

  /// Makes a message to sign, and keeps it for ``loginWithSiwe(_:metadata:)`` or ``linkWithSiwe(_:metadata:)``.
  ///
  /// - Parameters:
  ///   - params: What it is for.
  ///   - metadata: What is kept with the wallet.
  ///   - purpose: What the signature is for. Nil means to link if a registered user is signed in, else to sign in.
  /// - Returns: The message, for `personal_sign` (EIP-191).
  /// - Throws: ``DoorwardError``: `malformed_answer` for a message that is for something else.
  public func generateSiweMessage(
    params: SiweMessageParams, metadata: WalletLoginMetadata? = nil, purpose: ProofPurpose? = nil
  ) async throws -> String {
    try await following {
      self.move(to: .generatingMessage)
      let purpose = if let purpose { purpose } else { await self.purposeOfState() }
      let message = try await self.generateMessage(params: params, purpose: purpose)
      self.pending = (message, purpose, metadata)
      self.move(to: .awaitingSignature)
      return message
    }
  }

  private func purposeOfState() async -> ProofPurpose {
    // A record that cannot be read has no user to link to, and must not keep a user from signing in.
    try? await engine.ready()
    return await engine.state.isLoggedIn ? .link : .signIn
  }

  /// Signs in with the signature over the message that was made last.
  ///
  /// - Parameters:
  ///   - signature: What the wallet answered to `personal_sign`, `0x…`.
  ///   - metadata: What is kept with the wallet, in place of what was given with the message.
  /// - Returns: The state of being signed in.
  /// - Throws: ``DoorwardError``: `no_message` when none was made to sign in with.
  @discardableResult public func loginWithSiwe(
    _ signature: String, metadata: WalletLoginMetadata? = nil
  ) async throws -> AuthState {
    try await submit(isLink: false) { message, kept in
      try await self.login(message: message, signature: signature, metadata: metadata ?? kept)
    }
  }

  /// Adds the account to who is signed in, with the signature over the message that was made last.
  ///
  /// - Returns: The state with it.
  /// - Throws: ``DoorwardError``: `no_message` when none was made to link with, and
  ///   ``DoorwardError/Code/recentSignInRequired`` where the person did not sign in within the last minutes.
  @discardableResult public func linkWithSiwe(
    _ signature: String, metadata: WalletLoginMetadata? = nil
  ) async throws -> AuthState {
    try await submit(isLink: true) { message, kept in
      try await self.link(message: message, signature: signature, metadata: metadata ?? kept)
    }
  }

  private func submit(
    isLink: Bool, _ body: (String, WalletLoginMetadata?) async throws -> AuthState
  ) async throws -> AuthState {
    try await following {
      guard let (message, purpose, metadata) = self.pending, (purpose != .signIn) == isLink else {
        let act = isLink ? "link" : "sign in"
        throw DoorwardError(
          code: .noMessage, reason: "There is no message to \(act) with.",
          recoverySuggestion: "Generate a message to \(act) with first.")
      }
      // One use, unless the server cannot have looked at it.
      let used = self.pending
      self.pending = nil
      self.move(to: .submittingSignature)
      do {
        let state = try await body(message, metadata)
        self.move(to: .done)
        return state
      } catch let error as DoorwardError where error.leavesProofUnused {
        if self.pending == nil { self.pending = used }
        throw error
      }
    }
  }

  /// Runs a part of a sign-in, and says so when it fails.
  func following<Result>(_ body: () async throws -> Result) async throws -> Result {
    do { return try await body() } catch {
      move(to: .error)
      throw error
    }
  }

  // MARK: With the message kept by the app

  /// Makes a message to sign.
  ///
  /// - Parameters:
  ///   - params: What it is for.
  ///   - purpose: What the signature is for.
  /// - Returns: The message, which is good for minutes and once.
  /// - Throws: ``DoorwardError``: `malformed_answer` for a message that is for something else.
  public func generateMessage(
    params: SiweMessageParams, purpose: ProofPurpose = .signIn
  ) async throws -> String {
    guard let chain = Int64(params.chainId) else {
      throw DoorwardError(code: .invalidChainID, reason: "A chain id is a number.")
    }
    let (secret, binding) = BindingSecrets.make()
    let request: JSONObject = [
      "address": .string(params.walletAddress), "chain_id": .integer(chain),
      "domain": .string(params.appDomain), "uri": .string(params.appUri), "binding": .string(binding),
    ]
    let answer = try await engine.challenge("/v1/ethereum/message", request, for: purpose)
    guard let message = answer["message"]?.string else {
      throw DoorwardError.malformedAnswer("it has no message", status: nil)
    }
    // The wallet shows it to the person, who signs for what the app said.
    guard params.describes(message) else {
      throw DoorwardError.malformedAnswer("its message is for something else", status: nil)
    }
    secrets.keep(BindingSecrets.Kept(secret: secret, purpose: purpose), for: message)
    return message
  }

  /// Signs in with a message and its signature.
  ///
  /// - Parameters:
  ///   - message: What ``generateMessage(params:purpose:)`` of this client made.
  ///   - signature: What the wallet answered to `personal_sign`, `0x…`.
  ///   - params: What it was made for, where that is to be checked: a message for something else is refused.
  ///   - metadata: What is kept with the wallet.
  /// - Returns: The state of being signed in.
  /// - Throws: ``DoorwardError``: `no_message` for a message that was not made here.
  @discardableResult public func login(
    message: String, signature: String, params: SiweMessageParams? = nil, metadata: WalletLoginMetadata? = nil
  ) async throws -> AuthState {
    try await prove(message, signature, params, metadata) { body in
      try await self.engine.signIn("/v1/ethereum/sign-in", body)
    }
  }

  /// Adds an account to who is signed in, with a message and its signature.
  ///
  /// - Returns: The state with it.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/recentSignInRequired`` where the person did not sign in
  ///   within the last minutes.
  @discardableResult public func link(
    message: String, signature: String, params: SiweMessageParams? = nil, metadata: WalletLoginMetadata? = nil
  ) async throws -> AuthState {
    try await prove(message, signature, params, metadata) { body in
      try await self.engine.link("/v1/ethereum/link", body)
    }
  }

  private func prove(
    _ message: String, _ signature: String, _ params: SiweMessageParams?, _ metadata: WalletLoginMetadata?,
    _ submit: (JSONObject) async throws -> AuthState
  ) async throws -> AuthState {
    guard params?.describes(message) ?? true else {
      throw DoorwardError(
        code: .noMessage, reason: "The message is not for this domain, address and chain.",
        recoverySuggestion: "Generate a message for them first.")
    }
    let kept = try secrets.take(for: message)
    var body: JSONObject = [
      "message": .string(message), "signature": .string(signature), "binding_secret": .string(kept.secret),
    ]
    if kept.purpose == .move { body["move"] = true }
    if let metadata { body["metadata"] = .object(metadata.json) }
    do {
      return try await submit(body)
    } catch let error as DoorwardError where error.leavesProofUnused {
      secrets.keep(kept, for: message)
      throw error
    }
  }

  /// Takes an account away from who is signed in.
  ///
  /// - Parameters:
  ///   - address: The account.
  ///   - chainId: The chain of a contract wallet that is linked on several; nil for any other.
  /// - Returns: The state without it.
  /// - Throws: ``DoorwardError``: the last way in cannot be taken away.
  @discardableResult public func unlink(address: String, chainId: String? = nil) async throws -> AuthState {
    try await IdentitiesClient(engine: engine).unlink {
      $0.type == "ethereum" && $0.identifier.lowercased() == address.lowercased()
        && (chainId == nil || $0.chainId == chainId)
    }
  }

  // MARK: How far it is

  /// Tells how far the sign-in is, now and from now on; in place of who was told before.
  public nonisolated func setSiweFlowStateChangeCallback(
    _ callback: @escaping @Sendable (SiweFlowState) -> Void
  ) {
    flow.follow(callback)
  }

  /// How far the sign-in is, now and from now on.
  public nonisolated var flowStates: AsyncStream<SiweFlowState> { flow.states }

  func move(to state: SiweFlowState) { flow.move(to: state) }
}
