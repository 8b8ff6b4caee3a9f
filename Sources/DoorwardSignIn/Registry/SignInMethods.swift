package import DoorwardHTTP
package import DoorwardSessions
package import DoorwardStore
package import Encodings

/// The sign-in methods of this server, in the order in which they are offered. A new method needs a folder and an
/// entry here.
package struct SignInMethods: Sendable {
  private static let types: [any SignInMethod.Type] = [
    EthereumSignIn.self,
    NEARSignIn.self,
    AnonymousSignIn.self,
    GuestSignIn.self,
  ]

  /// The names of all methods.
  package static let names: [SignInMethodName] = types.map { $0.name }
  /// The names of the methods that an application offers if its configuration lists none.
  package static let standardNames = Set(types.filter { $0.isStandard }.map { $0.name })
  /// The names of the methods that prove an identity. The hosted page offers only these.
  package static let proofNames: [SignInMethodName] =
    types.compactMap { $0 as? any ProofMethod.Type }.map { $0.name }

  private let methods: [any SignInMethod]

  package init(_ environment: SignInEnvironment) throws {
    methods = try Self.types.map { try $0.init(environment) }
  }

  /// The checks of proofs that can lapse.
  package var rechecks: [any SessionRecheck] { methods.compactMap { $0.recheck } }

  /// Adds the routes of every method. A method that proves an identity has the same routes for each carrier.
  package func register(in router: inout Router, _ services: SignInServices) {
    for method in methods {
      switch method {
      case let method as any ProofMethod:
        for carrier in services.carriers {
          SignInRoutes(carrier: carrier, method: method, services).register(in: &router)
        }
      case let method as any RoutedMethod: method.register(in: &router, services)
      default: break
      }
    }
  }

  /// Whether an application offers the sign-ins by all of these proofs in its current configuration.
  package static func areOffered(_ proofs: [SessionProof], by application: Application) -> Bool {
    proofs.allSatisfy { proof in
      types.contains { $0.name == proof.method && $0.isOffered(proof, by: application) }
    }
  }

  /// The part of an identity's evidence that the user receives in an export of the account.
  package static func exportedEvidence(of identity: Identity) -> JSONObject {
    types.first { $0.identityKind == identity.key.kind }?.exported(identity.evidence) ?? JSONObject()
  }
}
