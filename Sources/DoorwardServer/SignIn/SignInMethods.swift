/// The ways to sign in, in the order they are offered. The routes of apps and of the hosted page
/// and the names that a configuration may list come from here: a new way is its folder and its line.
enum SignInMethods {
  static let all: [any SignInMethod.Type] = [
    EthereumSignIn.self, NEARSignIn.self, AnonymousSignIn.self, GuestSignIn.self,
  ]

  /// Those that take a proof; what the hosted page can do.
  static let byProof: [any ProofMethod.Type] = all.compactMap { $0 as? any ProofMethod.Type }
}
