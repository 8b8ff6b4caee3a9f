package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// Checks of an application's settings.
extension Application {
  /// Whether users can sign in to the application on the hosted page.
  package var signsInByBrowser: Bool { !client.redirectURIs.isEmpty || client.allowsDevices }

  /// Whether the application may request a scope that gives access.
  package var mayAskForSomething: Bool { client.scopes.opensSomething }

  /// Whether the hosted page has a sign-in method for the application.
  ///
  /// - Parameters:
  ///   - standard: the application that the page belongs to.
  ///   - hasWalletOrigin: whether the page can use NEAR wallets.
  /// - Returns: false if the page and the application share no usable method.
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
