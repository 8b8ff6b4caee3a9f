public import Doorward
public import NEARConnect

extension NearClient {
  /// Signs in with a wallet: one approval where it can connect and sign at once, two where it can only sign.
  ///
  /// ```swift
  /// let state = try await doorward.near.login(with: walletManager)
  /// ```
  ///
  /// - Parameters:
  ///   - manager: The app's wallets, on the network whose account is to sign in.
  ///   - walletId: Which wallet; nil for the one that is connected, and the person's choice where none is.
  ///   - metadata: What is kept with the wallet; nil for the wallet's id.
  /// - Returns: The state of being signed in.
  /// - Throws: ``Doorward/DoorwardError``: `wallet_cannot_sign` for a wallet that only connects, and what the wallet
  ///   failed with under its own code. A wallet that was connected on the way stays connected.
  @discardableResult public nonisolated func login(
    with manager: NEARWalletManager, walletId: String? = nil, metadata: WalletLoginMetadata? = nil
  ) async throws -> AuthState {
    let answer = try await WalletProof(client: self, manager: manager, walletId: walletId, purpose: .signIn)
      .ask()
    return try await login(answer.challenge, proof: answer.proof, metadata: metadata ?? answer.metadata)
  }

  /// Adds a wallet's account to the signed-in account; otherwise as ``login(with:walletId:metadata:)``.
  ///
  /// - Parameters:
  ///   - manager: The app's wallets.
  ///   - isMove: Whether the NEAR account may leave another account; see `ProofPurpose.move`.
  ///   - walletId: Which wallet; nil for the one that is connected.
  ///   - metadata: What is kept with the wallet; nil for the wallet's id.
  /// - Returns: The state with it.
  /// - Throws: ``Doorward/DoorwardError``: `identity_in_use` if the NEAR account belongs to another account.
  @discardableResult public nonisolated func link(
    with manager: NEARWalletManager, moving isMove: Bool = false, walletId: String? = nil,
    metadata: WalletLoginMetadata? = nil
  ) async throws -> AuthState {
    let answer = try await WalletProof(
      client: self, manager: manager, walletId: walletId, purpose: isMove ? .move : .link
    ).ask()
    return try await link(answer.challenge, proof: answer.proof, metadata: metadata ?? answer.metadata)
  }
}
