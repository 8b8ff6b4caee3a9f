internal import DoorwardWire
internal import Encodings

/// Sign-in and linking with a NEAR account: the wallet signs a challenge of the server (NEP-413).
///
/// ```swift
/// let challenge = try await doorward.near.challenge()
/// let state = try await doorward.near.login(challenge, proof: proof)
/// ```
///
/// With the product `DoorwardNEAR` and a `NEARWalletManager` it is one call.
public actor NearClient {
  private let engine: SessionEngine
  private var secrets = BindingSecrets()

  init(engine: SessionEngine) { self.engine = engine }

  /// Asks for a challenge, which is valid for a few minutes and can be used once.
  ///
  /// - Parameters:
  ///   - network: `mainnet` or `testnet`; nil for the application's first network.
  ///   - callbackURL: The URL that a wallet outside the app returns to. The application must list it.
  ///   - purpose: The purpose of the signature.
  /// - Returns: The challenge.
  /// - Throws: ``DoorwardError``: `malformed_answer` for a challenge of another network or with another callback URL.
  public func challenge(
    network: String? = nil, callbackURL: String? = nil, for purpose: ProofPurpose = .signIn
  ) async throws(DoorwardError) -> NearChallenge {
    let (secret, binding) = BindingSecrets.make()
    var request: JSONObject = [
      ChallengeMembers.binding: .string(binding), ChallengeMembers.purpose: .string(purpose.rawValue),
    ]
    if let network { request[ChallengeMembers.network] = .string(network) }
    if let callbackURL { request[ChallengeMembers.callbackURL] = .string(callbackURL) }
    let answer = try await engine.challenge(WirePath.nearChallenge, request, isForUser: purpose != .signIn)
    guard let answered = WireNearChallenge(answer), let nonce = try? Base64.decode(answered.nonce),
      nonce.count == 32
    else { throw .malformedAnswer("it is not a challenge", status: nil) }
    let challenge = NearChallenge(
      message: answered.message, recipient: answered.recipient, nonce: nonce,
      callbackURL: answered.callbackURL, network: answered.network, id: answered.nonce)
    // The server chooses the recipient. It does not choose the network and the address that gets the signature.
    guard network == nil || challenge.network == network, challenge.callbackURL == callbackURL else {
      throw .malformedAnswer("the challenge has another purpose", status: nil)
    }
    secrets.insert(BindingSecrets.Entry(secret: secret, purpose: purpose), for: challenge.id)
    return challenge
  }

  /// Signs in with the answer of the wallet.
  ///
  /// - Parameters:
  ///   - challenge: The challenge.
  ///   - proof: The answer of the wallet.
  ///   - metadata: Labels that the server stores with the wallet.
  /// - Returns: The signed-in state.
  /// - Throws: ``DoorwardError``. The key must be a full-access key of the account.
  @discardableResult public func login(
    _ challenge: NearChallenge, proof: NearProof, metadata: WalletLoginMetadata? = nil
  ) async throws(DoorwardError) -> AuthState {
    try await prove(challenge, proof, metadata: metadata, isLink: false)
  }

  /// Adds the account to the signed-in user, with a challenge whose purpose is to link or move.
  ///
  /// - Parameters:
  ///   - challenge: The challenge.
  ///   - proof: The answer of the wallet.
  ///   - metadata: Labels that the server stores with the wallet.
  /// - Returns: The state with the account.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/recentSignInRequired`` if the user did not sign in within the
  ///   last minutes.
  @discardableResult public func link(
    _ challenge: NearChallenge, proof: NearProof, metadata: WalletLoginMetadata? = nil
  ) async throws(DoorwardError) -> AuthState {
    try await prove(challenge, proof, metadata: metadata, isLink: true)
  }

  /// Removes an account from the signed-in user.
  ///
  /// - Parameters:
  ///   - accountId: The account.
  ///   - network: The network of the account; nil if the account id is linked on one network only.
  /// - Returns: The state without the account.
  /// - Throws: ``DoorwardError``: the last identity cannot be removed.
  @discardableResult public func unlink(
    accountId: String, network: String? = nil
  ) async throws(DoorwardError) -> AuthState {
    try await IdentitiesClient(engine: engine).unlink {
      $0.type == WireIdentity.Kind.near && $0.identifier == accountId
        && (network == nil || $0.network == network)
    }
  }

  private func prove(
    _ challenge: NearChallenge, _ proof: NearProof, metadata: WalletLoginMetadata?, isLink: Bool
  ) async throws(DoorwardError) -> AuthState {
    let entry = try secrets.take(for: challenge.id, isLink: isLink)
    var body: JSONObject = [
      ProofMembers.accountID: .string(proof.accountId), ProofMembers.publicKey: .string(proof.publicKey),
      ProofMembers.signature: .string(proof.signature), ProofMembers.message: .string(challenge.message),
      ProofMembers.recipient: .string(challenge.recipient), ProofMembers.nonce: .string(challenge.id),
      ProofMembers.network: .string(challenge.network), ProofMembers.bindingSecret: .string(entry.secret),
    ]
    if entry.purpose == .move { body[ProofMembers.move] = true }
    if let callbackURL = challenge.callbackURL { body[ProofMembers.callbackURL] = .string(callbackURL) }
    if let metadata { body[ProofMembers.metadata] = .object(metadata.json) }
    do throws(DoorwardError) {
      return isLink
        ? try await engine.link(WirePath.nearLink, body)
        : try await engine.signIn(WirePath.nearSignIn, body)
    } catch {
      if error.leavesProofUnused { secrets.insert(entry, for: challenge.id) }
      throw error
    }
  }
}

/// The message that a NEAR wallet signs to prove an account (NEP-413).
public struct NearChallenge: Sendable, Hashable {
  /// The text that the user reads.
  public let message: String
  /// The recipient of the signature.
  public let recipient: String
  /// 32 bytes that are used once.
  public let nonce: [UInt8]
  /// The URL that a wallet outside the app returns to.
  public let callbackURL: String?
  /// The network: `mainnet` or `testnet`.
  public let network: String

  /// The nonce as the server wrote it, which identifies the challenge.
  let id: String
}

/// The answer of a NEAR wallet to a challenge.
public struct NearProof: Sendable, Hashable {
  /// The account.
  public var accountId: String
  /// The key of the signature: `ed25519:…` or `secp256k1:…`.
  public var publicKey: String
  /// The signature in base64.
  public var signature: String

  /// Makes a proof.
  public init(accountId: String, publicKey: String, signature: String) {
    self.accountId = accountId
    self.publicKey = publicKey
    self.signature = signature
  }
}
