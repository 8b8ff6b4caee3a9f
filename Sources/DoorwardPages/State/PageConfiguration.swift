package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
package import Encodings

/// The part of the page's state that does not depend on the user.
package struct PageConfiguration: Sendable {
  private let origin: WebOrigin
  private let walletOrigin: WebOrigin?
  private let providerName: String
  private let chainNames: [UInt64: String]

  /// - Parameters:
  ///   - origin: the account origin.
  ///   - walletOrigin: the origin of wallet code; nil if the server has none.
  ///   - providerName: the name of the server's own application.
  ///   - chainNames: the names of EIP-155 chains.
  package init(
    origin: WebOrigin, walletOrigin: WebOrigin?, providerName: String, chainNames: [UInt64: String]
  ) {
    self.origin = origin
    self.walletOrigin = walletOrigin
    self.providerName = providerName
    self.chainNames = chainNames
  }

  /// The `config` of the page's state.
  package func json(for application: Application) -> JSONValue {
    [
      "application_name": .string(application.name), "provider_name": .string(providerName),
      "methods": .strings(methods(of: application).map(\.rawValue)),
      "ethereum": [
        "domain": .string(origin.authority), "uri": .string("\(origin)"),
        "chains": .array(
          application.ethereum.chains.map {
            ["id": .integer($0), "name": .string(chainNames[$0] ?? "Chain \($0)")]
          }),
      ],
      "near": [
        "networks": .strings(application.near.networks),
        "wallet_origin": .text(walletOrigin.map { "\($0)" }),
      ],
      "terms": [
        "terms_url": .text(application.terms.termsURL), "privacy_url": .text(application.terms.privacyURL),
      ],
    ]
  }

  /// The methods that the page offers: those that take a proof. NEAR wallets need the wallet origin.
  private func methods(of application: Application) -> [SignInMethodName] {
    SignInMethods.proofNames.filter {
      application.methods.contains($0) && ($0 != .near || walletOrigin != nil)
    }
  }
}
