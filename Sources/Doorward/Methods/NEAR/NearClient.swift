internal import DoorwardWire
internal import Encodings

/// Signing in and linking with a NEAR account: a challenge of the server, signed by the wallet (NEP-413).
///
/// ```swift
/// let challenge = try await doorward.near.challenge()
/// let state = try await doorward.near.login(challenge, proof: proof)
/// ```
///
/// The product `DoorwardNEAR` does it with a `NEARWalletManager` in one call.
public actor NearClient {
  private let engine: SessionEngine
  private var secrets = BindingSecrets()

  init(engine: SessionEngine) { self.engine = engine }

  /// Asks for something to sign, which is good for minutes and once.
  ///
  /// - Parameters:
  ///   - network: `mainnet` or `testnet`; nil for the application's first.
  ///   - callbackURL: Where a wallet that leaves the app comes back to; the application must list it.
  ///   - purpose: What the signature is for.
  /// - Returns: What the wallet is to sign.
  /// - Throws: ``DoorwardError``: `malformed_answer` for a challenge of another network, or with another way back.
  public func challenge(
    network: String? = nil, callbackURL: String? = nil, for purpose: ProofPurpose = .signIn
  ) async throws -> NearChallenge {
    let (secret, binding) = BindingSecrets.make()
    var request: JSONObject = [ChallengeMembers.binding: .string(binding)]
    if let network { request[ChallengeMembers.network] = .string(network) }
    if let callbackURL { request[ChallengeMembers.callbackURL] = .string(callbackURL) }
    let answer = try await engine.challenge(WirePath.nearChallenge, request, for: purpose)
    guard let answered = WireNearChallenge(answer), let nonce = try? Base64.decode(answered.nonce),
      nonce.count == 32
    else { throw DoorwardError.malformedAnswer("it is no challenge", status: nil) }
    let challenge = NearChallenge(
      message: answered.message, recipient: answered.recipient, nonce: nonce,
      callbackURL: answered.callbackURL, network: answered.network, id: answered.nonce)
    // The recipient is the server's to say; where the signature is good, and goes, is not.
    guard network == nil || challenge.network == network, challenge.callbackURL == callbackURL else {
      throw DoorwardError.malformedAnswer("it is a challenge for something else", status: nil)
    }
    secrets.keep(BindingSecrets.Kept(secret: secret, purpose: purpose), for: challenge.id)
    return challenge
  }

  /// Signs in with what the wallet answered.
  ///
  /// - Parameters:
  ///   - challenge: What it was asked.
  ///   - proof: What it answered.
  ///   - metadata: What is kept with the wallet.
  /// - Returns: The state of being signed in.
  /// - Throws: ``DoorwardError``: the key must be a full-access key of the account.
  @discardableResult public func login(
    _ challenge: NearChallenge, proof: NearProof, metadata: WalletLoginMetadata? = nil
  ) async throws -> AuthState {
    try await prove(challenge, proof, metadata) { try await self.engine.signIn(WirePath.nearSignIn, $0) }
  }

  /// Adds the account to who is signed in, with a challenge that was asked for to link.
  ///
  /// - Returns: The state with it.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/recentSignInRequired`` where the person did not sign in
  ///   within the last minutes.
  @discardableResult public func link(
    _ challenge: NearChallenge, proof: NearProof, metadata: WalletLoginMetadata? = nil
  ) async throws -> AuthState {
    try await prove(challenge, proof, metadata) { try await self.engine.link(WirePath.nearLink, $0) }
  }

  /// Takes an account away from who is signed in.
  ///
  /// - Parameters:
  ///   - accountId: The account.
  ///   - network: Its network; nil where the account id is linked on one alone.
  /// - Returns: The state without it.
  /// - Throws: ``DoorwardError``: the last way in cannot be taken away.
  @discardableResult public func unlink(accountId: String, network: String? = nil) async throws -> AuthState {
    try await IdentitiesClient(engine: engine).unlink {
      $0.type == WireIdentity.Kind.near && $0.identifier == accountId
        && (network == nil || $0.network == network)
    }
  }

  private func prove(
    _ challenge: NearChallenge, _ proof: NearProof, _ metadata: WalletLoginMetadata?,
    _ submit: (JSONObject) async throws -> AuthState
  ) async throws -> AuthState {
    let kept = try secrets.take(for: challenge.id)
    var body: JSONObject = [
      ProofMembers.accountID: .string(proof.accountId), ProofMembers.publicKey: .string(proof.publicKey),
      ProofMembers.signature: .string(proof.signature), ProofMembers.message: .string(challenge.message),
      ProofMembers.recipient: .string(challenge.recipient), ProofMembers.nonce: .string(challenge.id),
      ProofMembers.network: .string(challenge.network), ProofMembers.bindingSecret: .string(kept.secret),
    ]
    if kept.purpose == .move { body[ProofMembers.move] = true }
    if let callbackURL = challenge.callbackURL { body[ProofMembers.callbackURL] = .string(callbackURL) }
    if let metadata { body[ProofMembers.metadata] = .object(metadata.json) }
    do {
      return try await submit(body)
    } catch let error as DoorwardError where error.leavesProofUnused {
      secrets.keep(kept, for: challenge.id)
      throw error
    }
  }
}
