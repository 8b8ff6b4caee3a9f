import Encodings

/// What the hosted page needs to know before a user signs in.
struct PageConfiguration: Sendable {
  let context: ServerContext
  let application: Application

  /// What the page can do: it takes proofs, and NEAR wallets need the wallet origin.
  private var methods: [SignInMethodName] {
    SignInMethods.byProof.map { $0.name }.filter {
      application.methods.contains($0) && ($0 != .near || context.walletOrigin != nil)
    }
  }

  /// The `config` of the page's state.
  var json: JSONValue {
    let names = context.configuration.chainNames
    let origin = context.origin
    return [
      "application_name": .string(application.name),
      "provider_name": .string(context.applications.standard.name),
      "methods": .strings(methods.map(\.rawValue)),
      "ethereum": [
        "domain": .string(origin.authority), "uri": .string("\(origin)"),
        "chains": .array(
          application.ethereum.chains.map {
            ["id": .integer($0), "name": .string(names[$0] ?? "Chain \($0)")]
          }),
      ],
      "near": [
        "networks": .strings(application.near.networks),
        "wallet_origin": .text(context.walletOrigin.map { "\($0)" }),
      ],
      "terms": [
        "terms_url": .text(application.terms.termsURL), "privacy_url": .text(application.terms.privacyURL),
      ],
    ]
  }
}
