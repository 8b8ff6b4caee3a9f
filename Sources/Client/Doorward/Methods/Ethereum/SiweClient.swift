internal import DoorwardWire
internal import Encodings

/// Sign-in and linking with an Ethereum account (EIP-4361): the wallet signs a message of the server.
///
/// ```swift
/// let message = try await doorward.siwe.generateSiweMessage(params: params, metadata: metadata)
/// let state = try await doorward.siwe.loginWithSiwe(try await wallet.personalSign(message))
/// ```
public actor SiweClient {
  let engine: SessionEngine
  private var secrets = BindingSecrets()
  private var pending: Pending?
  private nonisolated let flow = SiweFlow()

  /// The message that ``generateSiweMessage(params:metadata:purpose:)`` made last.
  private struct Pending {
    let message: String
    let purpose: ProofPurpose
    let metadata: WalletLoginMetadata?
  }

  init(engine: SessionEngine) { self.engine = engine }

  // MARK: The client keeps the message

  /// Makes a message to sign and keeps it for ``loginWithSiwe(_:metadata:)`` or ``linkWithSiwe(_:metadata:)``.
  ///
  /// - Parameters:
  ///   - params: The domain, URI, chain and account of the message.
  ///   - metadata: Labels that the server stores with the wallet.
  ///   - purpose: The purpose of the signature. Nil means to link if a registered user is signed in, else to sign in.
  /// - Returns: The message, for `personal_sign` (EIP-191).
  /// - Throws: ``DoorwardError``: `malformed_answer` for a message with other parameters.
  public func generateSiweMessage(
    params: SiweMessageParams, metadata: WalletLoginMetadata? = nil, purpose: ProofPurpose? = nil
  ) async throws(DoorwardError) -> String {
    move(to: .generatingMessage)
    do throws(DoorwardError) {
      let purpose = if let purpose { purpose } else { await purposeOfState() }
      let message = try await generateMessage(params: params, purpose: purpose)
      pending = Pending(message: message, purpose: purpose, metadata: metadata)
      move(to: .awaitingSignature)
      return message
    } catch {
      move(to: .error)
      throw error
    }
  }

  private func purposeOfState() async -> ProofPurpose {
    // A record that cannot be read has no user to link to, and must not prevent a sign-in.
    try? await engine.ready()
    return await engine.state.isLoggedIn ? .link : .signIn
  }

  /// Signs in with the signature over the last message.
  ///
  /// - Parameters:
  ///   - signature: The wallet's answer to `personal_sign`, `0x…`.
  ///   - metadata: Labels that replace those of the message.
  /// - Returns: The signed-in state.
  /// - Throws: ``DoorwardError``: `no_message` if there is no message, or if its purpose is to link.
  @discardableResult public func loginWithSiwe(
    _ signature: String, metadata: WalletLoginMetadata? = nil
  ) async throws(DoorwardError) -> AuthState {
    try await submit(signature, metadata: metadata, isLink: false)
  }

  /// Adds the account to the signed-in user, with the signature over the last message.
  ///
  /// - Parameters:
  ///   - signature: The wallet's answer to `personal_sign`, `0x…`.
  ///   - metadata: Labels that replace those of the message.
  /// - Returns: The state with the account.
  /// - Throws: ``DoorwardError``: `no_message` if there is no message, or if its purpose is to sign in;
  ///   ``DoorwardError/Code/recentSignInRequired`` if the user did not sign in within the last minutes.
  @discardableResult public func linkWithSiwe(
    _ signature: String, metadata: WalletLoginMetadata? = nil
  ) async throws(DoorwardError) -> AuthState {
    try await submit(signature, metadata: metadata, isLink: true)
  }

  private func submit(
    _ signature: String, metadata: WalletLoginMetadata?, isLink: Bool
  ) async throws(DoorwardError) -> AuthState {
    do throws(DoorwardError) {
      guard let used = pending else {
        throw DoorwardError(
          code: .noMessage, reason: "There is no message to \(isLink ? "link" : "sign in") with.",
          recoverySuggestion: "Generate a message first.")
      }
      try used.purpose.require(isLink: isLink)
      // A message is used once, unless the server cannot have read it.
      pending = nil
      move(to: .submittingSignature)
      let state: AuthState
      do throws(DoorwardError) {
        state = try await prove(
          used.message, signature, metadata: metadata ?? used.metadata, isLink: isLink)
      } catch {
        if error.leavesProofUnused, pending == nil { pending = used }
        throw error
      }
      move(to: .done)
      return state
    } catch {
      move(to: .error)
      throw error
    }
  }

  // MARK: The app keeps the message

  /// Makes a message to sign, which is valid for a few minutes and can be used once.
  ///
  /// - Parameters:
  ///   - params: The domain, URI, chain and account of the message.
  ///   - purpose: The purpose of the signature.
  /// - Returns: The message, for `personal_sign` (EIP-191).
  /// - Throws: ``DoorwardError``: `malformed_answer` for a message with other parameters.
  public func generateMessage(
    params: SiweMessageParams, purpose: ProofPurpose = .signIn
  ) async throws(DoorwardError) -> String {
    guard let chain = Int64(params.chainId) else {
      throw DoorwardError(code: .invalidChainID, reason: "The chain id is not a number.")
    }
    let (secret, binding) = BindingSecrets.make()
    let request: JSONObject = [
      ChallengeMembers.address: .string(params.walletAddress), ChallengeMembers.chainID: .integer(chain),
      ChallengeMembers.domain: .string(params.appDomain), ChallengeMembers.uri: .string(params.appUri),
      ChallengeMembers.binding: .string(binding), ChallengeMembers.purpose: .string(purpose.rawValue),
    ]
    let answer = try await engine.challenge(WirePath.ethereumMessage, request, isForUser: purpose != .signIn)
    guard let message = WireEthereumMessage(answer)?.message else {
      throw .malformedAnswer("it has no message", status: nil)
    }
    // The wallet shows the message. The user must sign the parameters that the app requested.
    guard params.describes(message) else {
      throw .malformedAnswer("its message has other parameters", status: nil)
    }
    secrets.insert(BindingSecrets.Entry(secret: secret, purpose: purpose), for: message)
    return message
  }

  /// Signs in with a message and its signature.
  ///
  /// - Parameters:
  ///   - message: A message of ``generateMessage(params:purpose:)`` of this client.
  ///   - signature: The wallet's answer to `personal_sign`, `0x…`.
  ///   - params: The parameters that the message must have; nil for any.
  ///   - metadata: Labels that the server stores with the wallet.
  /// - Returns: The signed-in state.
  /// - Throws: ``DoorwardError``: `no_message` for a message that this client did not make, or whose purpose is to link.
  @discardableResult public func login(
    message: String, signature: String, params: SiweMessageParams? = nil, metadata: WalletLoginMetadata? = nil
  ) async throws(DoorwardError) -> AuthState {
    try await prove(message, signature, params: params, metadata: metadata, isLink: false)
  }

  /// Adds an account to the signed-in user, with a message and its signature.
  ///
  /// - Parameters:
  ///   - message: A message of ``generateMessage(params:purpose:)`` of this client, to link or move with.
  ///   - signature: The wallet's answer to `personal_sign`, `0x…`.
  ///   - params: The parameters that the message must have; nil for any.
  ///   - metadata: Labels that the server stores with the wallet.
  /// - Returns: The state with the account.
  /// - Throws: ``DoorwardError``: `no_message` as ``login(message:signature:params:metadata:)``;
  ///   ``DoorwardError/Code/recentSignInRequired`` if the user did not sign in within the last minutes.
  @discardableResult public func link(
    message: String, signature: String, params: SiweMessageParams? = nil, metadata: WalletLoginMetadata? = nil
  ) async throws(DoorwardError) -> AuthState {
    try await prove(message, signature, params: params, metadata: metadata, isLink: true)
  }

  /// Signs in or links, with a message and its signature.
  @inline(never) func prove(
    _ message: String, _ signature: String, params: SiweMessageParams? = nil, metadata: WalletLoginMetadata?,
    isLink: Bool
  ) async throws(DoorwardError) -> AuthState {
    guard params?.describes(message) ?? true else {
      throw DoorwardError(
        code: .noMessage, reason: "The message is not for this domain, address and chain.",
        recoverySuggestion: "Generate a message for these first.")
    }
    let entry = try secrets.take(for: message, isLink: isLink)
    var body: JSONObject = [
      ProofMembers.message: .string(message), ProofMembers.signature: .string(signature),
      ProofMembers.bindingSecret: .string(entry.secret),
    ]
    if entry.purpose == .move { body[ProofMembers.move] = true }
    if let metadata { body[ProofMembers.metadata] = .object(metadata.json) }
    do throws(DoorwardError) {
      return isLink
        ? try await engine.link(WirePath.ethereumLink, body)
        : try await engine.signIn(WirePath.ethereumSignIn, body)
    } catch {
      if error.leavesProofUnused { secrets.insert(entry, for: message) }
      throw error
    }
  }

  /// Removes an account from the signed-in user.
  ///
  /// - Parameter address: The account.
  /// - Returns: The state without the account.
  /// - Throws: ``DoorwardError``: the last identity cannot be removed.
  @discardableResult public func unlink(address: String) async throws(DoorwardError) -> AuthState {
    try await IdentitiesClient(engine: engine).unlink {
      $0.type == WireIdentity.Kind.ethereum && $0.identifier.lowercased() == address.lowercased()
    }
  }

  // MARK: Progress

  /// Calls a closure with the present progress and every later one, and replaces the previous closure.
  public nonisolated func setSiweFlowStateChangeCallback(
    _ callback: @escaping @Sendable (SiweFlowState) -> Void
  ) {
    flow.follow(callback)
  }

  /// The present progress and every later one.
  public nonisolated var flowStates: AsyncStream<SiweFlowState> { flow.states }

  func move(to state: SiweFlowState) { flow.move(to: state) }
}
