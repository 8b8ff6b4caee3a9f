// The samples of the guide to signing in with an external wallet. The edits: the vendor's prefix; a type around them that
// has `doorward` and the address of the wallet, which the guide abbreviates; the app's domain, which comes from the
// server of a test; the message and the state are returned, because the guide leaves them unused; bodies in the empty
// cases.
import Doorward

@MainActor struct ExternalWalletLogin {
  let doorward: Doorward
  let walletAddress: String
  var appDomain = "my-domain.com"
  var appUri = "https://my-domain.com"

  func generate() async -> String? {
    do {
      let params = SiweMessageParams(
        appDomain: appDomain,
        appUri: appUri,
        chainId: "1",
        walletAddress: walletAddress
      )
      let metadata = WalletLoginMetadata(
        walletClientType: WalletClientType.metamask,
        connectorType: "wallet_connect"
      )
      let siweMessage = try await doorward.siwe.generateSiweMessage(params: params, metadata: metadata)
      return siweMessage
    } catch let error {
      // An error can be thrown if the network call to generate the message fails,
      // or if invalid metadata was passed in.
      print(error)
      return nil
    }
  }

  func authenticate(_ signature: String) async -> AuthState? {
    do {
      // Pass signature to doorward to authenticate user.
      // Omitting metadata because we specified it in step 1.
      let authState = try await doorward.siwe.loginWithSiwe(signature)
      return authState
    } catch let error {
      // An error can be thrown if a successful call to `generateSiweMessage`
      // wasn't made prior to call `loginWithSiwe`
      print(error)
      return nil
    }
  }

  func track(_ note: @escaping @Sendable (String) -> Void) {
    doorward.siwe.setSiweFlowStateChangeCallback { siweFlowState in
      switch siweFlowState {
      case .initial:
        // Starting state
        note("initial")
      case .generatingMessage:
        // SIWE message being created
        note("generatingMessage")
      case .awaitingSignature:
        // Waiting for you to pass the signature generated from the personal_sign request
        note("awaitingSignature")
      case .submittingSignature:
        // Submitted signature to authenticate
        note("submittingSignature")
      case .done:
        // Complete
        note("done")
      case .error:
        // An error has occurred
        note("error")
      }
    }
  }
}
