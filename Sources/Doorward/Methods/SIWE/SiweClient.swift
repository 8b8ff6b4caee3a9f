internal import Encodings

/// Signing in and linking with an Ethereum account (EIP-4361): a message of the server, signed by the wallet.
///
/// ```swift
/// let message = try await doorward.siwe.generateSiweMessage(params: params, metadata: metadata)
/// let state = try await doorward.siwe.loginWithSiwe(try await wallet.personalSign(message))
/// ```
public actor SiweClient {
  private let engine: SessionEngine
  /// Messages that may still be signed, by their text: the secret that proves they were made here.
  private var secrets: [(message: String, secret: String)] = []
  private var pending: (message: String, metadata: WalletLoginMetadata?)?
  private var callback: (@Sendable (SiweFlowState) -> Void)?
  private var listeners: [UInt64: AsyncStream<SiweFlowState>.Continuation] = [:]
  private var lastListener: UInt64 = 0
  private(set) var flowState: SiweFlowState = .initial

  /// This many messages may be waiting for a signature.
  private static let maximumMessages = 16

  init(engine: SessionEngine) { self.engine = engine }

  // MARK: With the message kept here

  /// Makes a message to sign, and keeps it for ``loginWithSiwe(_:metadata:)``.
  ///
  /// - Parameters:
  ///   - params: What it is for.
  ///   - metadata: What is kept with the wallet.
  /// - Returns: The message, for `personal_sign` (EIP-191).
  /// - Throws: ``DoorwardError``.
  public func generateSiweMessage(
    params: SiweMessageParams, metadata: WalletLoginMetadata? = nil
  ) async throws -> String {
    move(to: .generatingMessage)
    do {
      let message = try await generateMessage(params: params)
      pending = (message, metadata)
      move(to: .awaitingSignature)
      return message
    } catch {
      move(to: .error)
      throw error
    }
  }

  /// Signs in with the signature over the message that was made last.
  ///
  /// - Parameters:
  ///   - signature: What the wallet answered to `personal_sign`, `0x…`.
  ///   - metadata: What is kept with the wallet, in place of what was given with the message.
  /// - Returns: The state of being signed in.
  /// - Throws: ``DoorwardError``: `no_message` when none was made.
  @discardableResult public func loginWithSiwe(
    _ signature: String, metadata: WalletLoginMetadata? = nil
  ) async throws -> AuthState {
    try await submit { message, kept in
      try await self.login(message: message, signature: signature, metadata: metadata ?? kept)
    }
  }

  /// Adds the account to who is signed in, with the signature over the message that was made last.
  @discardableResult public func linkWithSiwe(
    _ signature: String, metadata: WalletLoginMetadata? = nil
  ) async throws -> AuthState {
    try await submit { message, kept in
      try await self.link(message: message, signature: signature, metadata: metadata ?? kept)
    }
  }

  private func submit(
    _ body: (String, WalletLoginMetadata?) async throws -> AuthState
  ) async throws -> AuthState {
    guard let (message, metadata) = pending else {
      move(to: .error)
      throw DoorwardError(
        code: .noMessage, reason: "There is no message to sign in with.",
        recoverySuggestion: "Generate a message first.")
    }
    // One use: whatever comes of it, the server has spent the message.
    pending = nil
    move(to: .submittingSignature)
    do {
      let state = try await body(message, metadata)
      move(to: .done)
      return state
    } catch {
      move(to: .error)
      throw error
    }
  }

  // MARK: With the message kept by the app

  /// Makes a message to sign in, or to link, with.
  ///
  /// - Parameters:
  ///   - params: What it is for.
  ///   - isLink: Whether the account is to be added to who is signed in.
  /// - Returns: The message, which is good for minutes and once.
  /// - Throws: ``DoorwardError``.
  public func generateMessage(params: SiweMessageParams, isLink: Bool = false) async throws -> String {
    guard let chain = Int64(params.chainId) else {
      throw DoorwardError(code: .init(rawValue: "invalid_chain_id"), reason: "A chain id is a number.")
    }
    let secret = Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0...255) })
    let body: JSONObject = [
      "address": .string(params.walletAddress), "chain_id": .integer(chain),
      "domain": .string(params.appDomain),
      "uri": .string(params.appUri), "purpose": isLink ? "link" : "sign_in",
      "binding": .string(Base64URL.encode(SHA256.hash(Array(secret.utf8)))),
    ]
    let token = isLink ? try await engine.accountToken().token : nil
    let answer = try await engine.api.call("POST", "/v1/ethereum/message", body, token: token)
    guard let message = answer["message"]?.string else {
      throw DoorwardError.malformedAnswer("it has no message", status: nil)
    }
    secrets.append((message, secret))
    if secrets.count > Self.maximumMessages { secrets.removeFirst() }
    return message
  }

  /// Signs in with a message and its signature.
  @discardableResult public func login(
    message: String, signature: String, params: SiweMessageParams? = nil, metadata: WalletLoginMetadata? = nil
  ) async throws -> AuthState {
    let body = try proof(message, signature, metadata)
    let session = try await engine.api.call("POST", "/v1/ethereum/sign-in", body)
    return try await engine.adopt(session)
  }

  /// Adds an account to who is signed in, with a message and its signature.
  @discardableResult public func link(
    message: String, signature: String, params: SiweMessageParams? = nil, metadata: WalletLoginMetadata? = nil
  ) async throws -> AuthState {
    let body = try proof(message, signature, metadata)
    let (token, generation) = try await engine.accountToken()
    let user = try await engine.api.call("POST", "/v1/ethereum/link", body, token: token)
    return try await engine.adopt(user: user, of: generation)
  }

  private func proof(
    _ message: String, _ signature: String, _ metadata: WalletLoginMetadata?
  ) throws(DoorwardError) -> JSONObject {
    guard let place = secrets.firstIndex(where: { $0.message.utf8.elementsEqual(message.utf8) }) else {
      throw DoorwardError(
        code: .noMessage, reason: "This message was not made here.",
        recoverySuggestion: "Generate a message first.")
    }
    let secret = secrets.remove(at: place).secret
    var body: JSONObject = [
      "message": .string(message), "signature": .string(signature), "binding_secret": .string(secret),
    ]
    if let metadata {
      var object: JSONObject = [:]
      if let type = metadata.walletClientType { object["wallet_client_type"] = .string(type.rawValue) }
      if let type = metadata.connectorType { object["connector_type"] = .string(type) }
      body["metadata"] = .object(object)
    }
    return body
  }

  /// Takes an account away from who is signed in.
  ///
  /// - Parameter address: The account.
  /// - Returns: The state without it.
  /// - Throws: ``DoorwardError``: the last way in cannot be taken away.
  @discardableResult public func unlink(address: String) async throws -> AuthState {
    let (token, _) = try await engine.accountToken()
    let user = try await engine.api.call("GET", "/v1/user", token: token)
    let identity = (user["identities"]?.array ?? []).compactMap { DoorwardIdentity($0) }.first {
      $0.type == "ethereum" && $0.identifier.lowercased() == address.lowercased()
    }
    guard let identity else {
      throw DoorwardError(code: .init(rawValue: "not_found"), reason: "This account is not linked.")
    }
    _ = try await engine.api.call("DELETE", "/v1/user/identities/\(identity.id)", token: token)
    let (fresh, generation) = try await engine.accountToken()
    return try await engine.adopt(
      user: try await engine.api.call("GET", "/v1/user", token: fresh), of: generation)
  }

  // MARK: How far it is

  /// Tells how far the sign-in is, from now on. Waits for what was said before to be said.
  public nonisolated func setSiweFlowStateChangeCallback(
    _ callback: @escaping @Sendable (SiweFlowState) -> Void
  ) {
    Task { await self.listen(callback) }
  }

  private func listen(_ callback: @escaping @Sendable (SiweFlowState) -> Void) {
    self.callback = callback
    callback(flowState)
  }

  /// How far the sign-in is, now and from now on.
  public nonisolated var flowStates: AsyncStream<SiweFlowState> {
    let (stream, continuation) = AsyncStream<SiweFlowState>.makeStream()
    Task { await self.subscribe(continuation) }
    return stream
  }

  private func subscribe(_ continuation: AsyncStream<SiweFlowState>.Continuation) {
    lastListener += 1
    let id = lastListener
    listeners[id] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.unsubscribe(id) } }
    continuation.yield(flowState)
  }

  private func unsubscribe(_ id: UInt64) { listeners[id] = nil }

  private func move(to state: SiweFlowState) {
    flowState = state
    callback?(state)
    for listener in listeners.values { listener.yield(state) }
  }
}
