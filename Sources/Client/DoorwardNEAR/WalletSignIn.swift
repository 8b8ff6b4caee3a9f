public import Doorward
public import NEARConnect

extension NearClient {
  /// Signs in with a wallet. The user approves once if the wallet can connect and sign in one step, and twice
  /// otherwise.
  ///
  /// ```swift
  /// let state = try await doorward.near.login(with: walletManager)
  /// ```
  ///
  /// - Parameters:
  ///   - manager: The app's wallet manager. Its network is the network of the account that signs in.
  ///   - walletId: The wallet. If nil, the connected wallet is used; if none is connected, the user chooses
  ///     one.
  ///   - metadata: Metadata to store with the wallet. If nil, the wallet's id is stored.
  /// - Returns: The signed-in state.
  /// - Throws: ``Doorward/DoorwardError``: `wallet_cannot_sign` if the wallet can only connect, or an error
  ///   with the code of the wallet's error. A wallet that was connected during the attempt stays connected.
  @discardableResult public nonisolated func login(
    with manager: NEARWalletManager, walletId: String? = nil, metadata: WalletLoginMetadata? = nil
  ) async throws -> AuthState {
    let answer = try await WalletProof(client: self, manager: manager, walletId: walletId, purpose: .signIn)
      .request()
    return try await login(answer.challenge, proof: answer.proof, metadata: metadata ?? answer.metadata)
  }

  /// Links a wallet's account to the signed-in user. The wallet is chosen as in
  /// ``login(with:walletId:metadata:)``.
  ///
  /// - Parameters:
  ///   - manager: The app's wallet manager.
  ///   - isMove: Whether the NEAR account may be moved from another user; see `ProofPurpose.move`.
  ///   - walletId: The wallet; nil for the connected wallet.
  ///   - metadata: Metadata to store with the wallet. If nil, the wallet's id is stored.
  /// - Returns: The state with the linked account.
  /// - Throws: ``Doorward/DoorwardError``: `identity_in_use` if the NEAR account belongs to another user.
  @discardableResult public nonisolated func link(
    with manager: NEARWalletManager, moving isMove: Bool = false, walletId: String? = nil,
    metadata: WalletLoginMetadata? = nil
  ) async throws -> AuthState {
    let answer = try await WalletProof(
      client: self, manager: manager, walletId: walletId, purpose: isMove ? .move : .link
    ).request()
    return try await link(answer.challenge, proof: answer.proof, metadata: metadata ?? answer.metadata)
  }
}

extension WalletLogger {
  /// Forwards messages to the logger of the SDK.
  public init(_ logger: DoorwardLogger) {
    self.init { level, message in
      switch level {
      case .debug: logger.debug(message)
      case .info: logger.info(message)
      case .warning: logger.warning(message)
      case .error: logger.error(message)
      }
    }
  }
}
