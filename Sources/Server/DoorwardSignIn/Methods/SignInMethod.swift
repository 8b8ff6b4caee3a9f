package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A sign-in method. Applications offer it by its name.
///
/// A method verifies proofs of an identity and defines its own evidence. ``Admission`` finds the user and opens the
/// session.
package protocol SignInMethod: Sendable {
  static var name: SignInMethodName { get }

  /// The names of the method's proofs in sessions and in `amr` (RFC 8176). Most methods have one, their own name.
  static var proofNames: Set<SignInMethodName> { get }

  /// Whether an application offers the method if its configuration lists no methods.
  static var isStandard: Bool { get }

  /// The kind of identity that the method proves; nil if it proves none.
  static var identityKind: IdentityKey.Kind? { get }

  /// Describes the kinds of identities that users get by this method.
  static var identityKinds: [IdentityKey.Kind: IdentityKinds.Description] { get }

  /// Whether the method's identities are second factors too. Then a client proves the factor by the method's response.
  static var isSecondFactor: Bool { get }

  /// Makes a change of a sign-in that has waited for a second factor.
  ///
  /// The method has made `change` itself. `transaction` is the transaction that signs the user in.
  ///
  /// - Throws: ``StoreError``.
  static func make(
    _ change: PendingChange, of user: User.ID, by origin: EventOrigin, at now: Date,
    in transaction: any StoreWriting
  ) throws

  /// Whether an identifier of the method is unique only within its network.
  static var identitiesHaveNetworks: Bool { get }

  /// The identifier as the store has it; nil if the text is not an identifier of the method's kind.
  static func canonicalIdentifier(_ text: String) -> String?

  /// Checks the proofs of the method again during the life of a session; nil if a proof cannot lapse.
  var recheck: (any SessionRecheck)? { get }

  /// The top-level keys of the configuration that belong to the method.
  static var configurationKeys: Set<String> { get }

  /// Reads the settings of the method that apply to the whole server; nil if it has none.
  static func readSettings(_ configuration: inout ConfigurationReader) -> (any Sendable)?

  /// Reads the method's part of an application's settings. Its values are checked also if the application does not
  /// offer the method.
  ///
  /// - Returns: The offer; nil if no application can offer the method, because the server's configuration lacks a
  ///   required setting.
  static func readOffer(
    _ application: inout ConfigurationReader, _ context: OfferContext
  ) -> (any MethodOffer)?

  /// The setting that a server needs before its applications can offer the method.
  static var needs: String { get }

  /// Describes the method in `GET /v1/config`.
  ///
  /// - Parameter offer: the offer of the application; nil if it does not offer the method.
  /// - Returns: the members that the method adds.
  static func published(_ offer: (any MethodOffer)?) -> JSONObject

  /// Whether the proof of a session is one of this method.
  static func hasGiven(_ proof: SessionProof) -> Bool

  /// Whether an application offers a sign-in by this proof in its current configuration.
  static func isOffered(_ proof: SessionProof, by application: Application) -> Bool

  /// The part of an identity's evidence that the user receives in an export of the account.
  static func exported(_ evidence: JSONObject) -> JSONObject
}

extension SignInMethod {
  package static var proofNames: Set<SignInMethodName> { [name] }
  package static var isStandard: Bool { true }
  package static var needs: String { "" }
  package static var identityKind: IdentityKey.Kind? { nil }
  package static var identityKinds: [IdentityKey.Kind: IdentityKinds.Description] { [:] }
  package static var isSecondFactor: Bool { false }
  package static func make(
    _ change: PendingChange, of user: User.ID, by origin: EventOrigin, at now: Date,
    in transaction: any StoreWriting
  ) throws { throw Problem.invalidChallenge }
  package static var identitiesHaveNetworks: Bool { false }
  package static func canonicalIdentifier(_ text: String) -> String? { nil }
  package var recheck: (any SessionRecheck)? { nil }
  package static var configurationKeys: Set<String> { [] }
  package static func readSettings(_ configuration: inout ConfigurationReader) -> (any Sendable)? { nil }
  package static func readOffer(
    _ application: inout ConfigurationReader, _ context: OfferContext
  ) -> (any MethodOffer)? { PlainOffer() }
  package static func published(_ offer: (any MethodOffer)?) -> JSONObject { JSONObject() }
  package static func hasGiven(_ proof: SessionProof) -> Bool { proofNames.contains(proof.method) }
  package static func isOffered(_ proof: SessionProof, by application: Application) -> Bool {
    application.offers.contains(name)
  }
  package static func exported(_ evidence: JSONObject) -> JSONObject { JSONObject() }

  /// Refuses an application that does not offer this method.
  ///
  /// - Throws: `Problem` 403 `method_not_offered`.
  package func requireOffer(_ application: Application) throws(Problem) {
    guard application.offers.contains(Self.name) else { throw Problem.methodNotOffered }
  }
}

extension Application {
  /// The offer of a method.
  ///
  /// - Throws: `Problem` 403 `method_not_offered`.
  func offer<Offer: MethodOffer>(_ type: Offer.Type) throws(Problem) -> Offer {
    guard let offer = offers[type] else { throw .methodNotOffered }
    return offer
  }
}

/// The values that the default settings of an application's methods are derived from.
package struct OfferContext: Sendable {
  /// The origins of the server itself, the account origin first. In development they include the other names of this
  /// machine, because users type each of them.
  package let origins: [WebOrigin]
  /// The application's name, then shorter names with fewer kinds of characters: a method may not be able to show each
  /// name.
  package let names: [String]
  /// The server's settings of the methods.
  package let settings: MethodSettings

  package init(origins: [WebOrigin], names: [String], settings: MethodSettings) {
    self.origins = origins
    self.names = names
    self.settings = settings
  }
}

/// A sign-in method with its own routes, because it proves no identity.
package protocol RoutedMethod: SignInMethod {
  /// Adds the routes of the method.
  func register(in router: inout Router, _ services: SignInServices)
}
