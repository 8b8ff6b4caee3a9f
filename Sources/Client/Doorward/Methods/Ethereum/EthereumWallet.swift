/// A wallet that is connected to the app with any wallet library.
///
/// ```swift
/// struct MetaMaskWallet: EthereumWallet {
///   let sdk: MetaMaskSDK
///   var address: String { sdk.account }
///   var chainId: String { "1" }
///   func personalSign(_ message: String) async throws -> String {
///     try await sdk.personalSign(message: message, address: address)
///   }
/// }
/// ```
public protocol EthereumWallet: Sendable {
  /// The account, `0x…`, in the form of EIP-55.
  var address: String { get async throws }
  /// The id of the chain (EIP-155), such as `1`.
  var chainId: String { get async throws }
  /// Asks the user to sign a message (EIP-191).
  ///
  /// - Returns: The signature, `0x…`.
  func personalSign(_ message: String) async throws -> String
}

extension SiweClient {
  /// Signs in with a wallet: message, signature and sign-in in one call.
  ///
  /// - Parameters:
  ///   - wallet: The wallet.
  ///   - appDomain: The app's domain; nil for the server's.
  ///   - appUri: The app's URI; nil for the server's.
  ///   - metadata: Labels that the server stores with the wallet.
  /// - Returns: The signed-in state.
  /// - Throws: ``DoorwardError``. An error of the wallet is ``DoorwardError/Code/callbackFailed`` with the error as
  ///   ``DoorwardError/underlyingError``, unless the wallet throws a ``DoorwardError``.
  @discardableResult public func login(
    with wallet: any EthereumWallet, appDomain: String? = nil, appUri: String? = nil,
    metadata: WalletLoginMetadata? = nil
  ) async throws(DoorwardError) -> AuthState {
    try await prove(wallet, appDomain: appDomain, appUri: appUri, purpose: .signIn) { message, signature in
      try await self.login(message: message, signature: signature, metadata: metadata)
    }
  }

  /// Adds a wallet to the signed-in user: message, signature and link in one call.
  ///
  /// - Parameters:
  ///   - wallet: The wallet.
  ///   - isMove: Whether the wallet may leave another account; see ``ProofPurpose/move``.
  ///   - appDomain: The app's domain; nil for the server's.
  ///   - appUri: The app's URI; nil for the server's.
  ///   - metadata: Labels that the server stores with the wallet.
  /// - Returns: The state with the wallet.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/identityInUse`` if the wallet belongs to another account; errors
  ///   of the wallet as in ``login(with:appDomain:appUri:metadata:)``.
  @discardableResult public func link(
    with wallet: any EthereumWallet, moving isMove: Bool = false, appDomain: String? = nil,
    appUri: String? = nil, metadata: WalletLoginMetadata? = nil
  ) async throws(DoorwardError) -> AuthState {
    try await prove(wallet, appDomain: appDomain, appUri: appUri, purpose: isMove ? .move : .link) {
      message, signature in
      try await self.link(message: message, signature: signature, metadata: metadata)
    }
  }

  private func prove(
    _ wallet: any EthereumWallet, appDomain: String?, appUri: String?, purpose: ProofPurpose,
    _ submit: (_ message: String, _ signature: String) async throws -> AuthState
  ) async throws(DoorwardError) -> AuthState {
    try await following {
      self.move(to: .generatingMessage)
      let (address, chainId) = (try await wallet.address, try await wallet.chainId)
      let params = SiweMessageParams(
        appDomain: appDomain ?? self.engine.api.authority, appUri: appUri ?? self.engine.api.origin,
        chainId: chainId, walletAddress: address)
      let message = try await self.generateMessage(params: params, purpose: purpose)
      self.move(to: .awaitingSignature)
      let signature = try await wallet.personalSign(message)
      self.move(to: .submittingSignature)
      let state = try await submit(message, signature)
      self.move(to: .done)
      return state
    }
  }
}
