package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// What can be learned of an application by looking at what it lists.
extension Application {
  /// Whether people can be signed in for it on the hosted page.
  package var signsInByBrowser: Bool { !client.redirectURIs.isEmpty || client.allowsDevices }

  /// Whether a browser sign-in may ask for anything that opens something.
  package var mayAskForSomething: Bool { client.scopes.opensSomething }

  /// Whether the hosted page has any way to sign somebody in for it.
  ///
  /// - Parameters:
  ///   - standard: the application that the page belongs to.
  ///   - hasWalletOrigin: whether NEAR wallets can be used there.
  /// - Returns: false where the two have nothing in common.
  package func isOffered(onPageOf standard: Application, hasWalletOrigin: Bool) -> Bool {
    let shown = standard.narrowed(to: self)
    return shown.methods.contains(.siwe) && !shown.ethereum.chains.isEmpty
      || shown.methods.contains(.near) && !shown.near.networks.isEmpty && hasWalletOrigin
  }

  /// Whether both are confidential clients with the same secret.
  package func sharesSecret(with other: Application) -> Bool {
    client.secret != nil && client.secret == other.client.secret
  }
}
