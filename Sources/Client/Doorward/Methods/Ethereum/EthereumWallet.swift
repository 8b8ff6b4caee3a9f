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
    try await prove(
      wallet, appDomain: appDomain, appUri: appUri, purpose: .signIn, metadata: metadata)
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
    try await prove(
      wallet, appDomain: appDomain, appUri: appUri, purpose: isMove ? .move : .link, metadata: metadata)
  }

  private func prove(
    _ wallet: any EthereumWallet, appDomain: String?, appUri: String?, purpose: ProofPurpose,
    metadata: WalletLoginMetadata?
  ) async throws(DoorwardError) -> AuthState {
    do {
      move(to: .generatingMessage)
      let (address, chainId) = (try await wallet.address, try await wallet.chainId)
      let params = SiweMessageParams(
        appDomain: appDomain ?? engine.api.authority, appUri: appUri ?? engine.api.origin,
        chainId: chainId, walletAddress: address)
      let message = try await generateMessage(params: params, purpose: purpose)
      move(to: .awaitingSignature)
      let signature = try await wallet.personalSign(message)
      move(to: .submittingSignature)
      let state = try await prove(message, signature, metadata: metadata, isLink: purpose != .signIn)
      move(to: .done)
      return state
    } catch {
      move(to: .error)
      throw DoorwardError(any: error)
    }
  }
}
