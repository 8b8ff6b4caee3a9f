package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The sign-in methods of this server, in the order in which they are offered. A new method needs a folder and an
/// entry here.
package struct SignInMethods: Sendable {
  private static let proofMethods: [Entry<any ProofMethod.Type, any ProofMethod>] = [
    Entry(PasswordSignIn.self) { PasswordSignIn($0.environment, passwords: $0.passwords, codes: $0.codes) },
    Entry(CodeSignIn.self) { CodeSignIn(codes: $0.codes, addresses: $0.addresses) },
    Entry(PasskeySignIn.self) { PasskeySignIn($0.environment, ceremonies: $0.passkeys) },
    Entry(EthereumSignIn.self) { EthereumSignIn($0.environment) },
    Entry(NEARSignIn.self) { NEARSignIn($0.environment) },
  ]

  private static let otherMethods: [Entry<any RoutedMethod.Type, any RoutedMethod>] = [
    Entry(AnonymousSignIn.self) { _ in AnonymousSignIn() },
    Entry(GuestSignIn.self) { GuestSignIn($0.environment, key: $0.guestKey) },
  ]

  /// A method, and the closure that makes it.
  private struct Entry<MethodType: Sendable, Method: Sendable>: Sendable {
    let type: MethodType
    let make: @Sendable (SignInParts) throws -> Method

    init(_ type: MethodType, _ make: @escaping @Sendable (SignInParts) throws -> Method) {
      self.type = type
      self.make = make
    }
  }

  private static let proofTypes: [any ProofMethod.Type] = proofMethods.map { $0.type }
  private static let types: [any SignInMethod.Type] = proofTypes + otherMethods.map { $0.type }

  /// The names of all methods.
  package static let names: [SignInMethodName] = types.map { $0.name }
  /// The names of the methods that an application offers if its configuration lists none.
  package static let standardNames = Set(types.filter { $0.isStandard }.map { $0.name })
  /// The names of the methods that start from an identifier that the user types. The first one is the default of
  /// `sign_in_first`.
  static let namesByIdentifier = [CodeSignIn.name, PasswordSignIn.name]
  /// The top-level keys of the configuration that belong to methods.
  package static let configurationKeys = types.reduce(into: Set<String>()) {
    $0.formUnion($1.configurationKeys)
  }

  private let proofMethods: [any ProofMethod]
  private let otherMethods: [any RoutedMethod]

  /// - Parameter parts: the services that the methods are made of.
  /// - Throws: the errors of deriving a key.
  package init(_ parts: SignInParts) throws {
    proofMethods = try Self.proofMethods.map { try $0.make(parts) }
    otherMethods = try Self.otherMethods.map { try $0.make(parts) }
  }

  /// The checks of proofs that can lapse.
  package var rechecks: [any SessionRecheck] { proofMethods.compactMap { $0.recheck } }

  /// Adds the routes of every method. A method that proves an identity has the same routes for each carrier.
  package func register(in router: inout Router, _ services: SignInServices) {
    for method in proofMethods {
      for carrier in services.carriers {
        SignInRoutes(carrier: carrier, method: method, services).register(in: &router)
      }
    }
    for method in otherMethods { method.register(in: &router, services) }
  }

  // MARK: Settings

  /// Reads the server's settings of every method.
  package static func readSettings(_ configuration: inout ConfigurationReader) -> MethodSettings {
    var settings = MethodSettings()
    for type in types {
      if let value = type.readSettings(&configuration) { settings.add(value) }
    }
    return settings
  }

  /// Reads the offers of an application.
  static func readOffers(
    _ application: inout ConfigurationReader, _ context: OfferContext
  ) -> MethodOffers {
    let listed = application.strings("methods")
    for method in listed ?? [] where !names.contains(SignInMethodName(rawValue: method)) {
      let known = names.map(\.rawValue).joined(separator: ", ")
      application.refuse("methods", "\"\(method)\" is not a sign-in method; the methods are \(known)")
    }
    let methods = listed.map { Set($0.map(SignInMethodName.init(rawValue:))) } ?? standardNames
    var offers = MethodOffers()
    for type in types {
      let offer = type.readOffer(&application, context)
      guard methods.contains(type.name) else { continue }
      offers[type.name] = offer
      if offer == nil, listed != nil {
        application.refuse(
          "methods", "\"\(type.name.rawValue)\" needs \(type.needs)")
      }
    }
    return offers
  }

  // MARK: Offers

  /// The names of the methods that an application offers, in the order in which they are offered.
  package static func names(offeredBy application: Application) -> [SignInMethodName] {
    names.filter(application.offers.contains)
  }

  /// The members that the methods add to `GET /v1/config`.
  package static func published(_ application: Application) -> JSONObject {
    types.reduce(into: JSONObject()) { members, type in
      members.set(type.published(application.offers[type.name]))
    }
  }

  /// The settings of the methods of an application with all default values, by the name of their member.
  package static func settings(of application: Application) -> JSONObject {
    proofTypes.reduce(into: JSONObject()) { members, method in
      members[method.path] = application.offers[method.name].map { .object($0.settings) }
    }
  }

  /// The methods that the hosted page offers to users of an application, with the page's settings of each method. The
  /// page offers only methods that take a proof.
  package static func pageOffers(
    of application: Application, on page: PageOrigins
  ) -> [(name: SignInMethodName, member: String, settings: JSONObject)] {
    proofTypes.compactMap { method in
      guard let offer = application.offers[method.name], let settings = method.pageOffer(offer, on: page)
      else { return nil }
      return (method.name, method.path, settings)
    }
  }

  /// Whether an application offers the sign-ins by all of these proofs in its current configuration. Second factors belong
  /// to the user, and every application accepts them.
  package static func areOffered(_ proofs: [SessionProof], by application: Application) -> Bool {
    proofs.lazy.filter { !$0.isOfSecondFactor }.allSatisfy { proof in
      types.contains { $0.proofNames.contains(proof.method) && $0.isOffered(proof, by: application) }
    }
  }

  /// The name of the method of a proof, as offers and `second_factor.methods` have it. `amr` has the names of RFC 8176,
  /// which are the same for different methods.
  package static func name(of proof: SessionProof) -> SignInMethodName {
    if proof.isOfAuthenticator { return .totp }
    return types.first { $0.hasGiven(proof) }?.name ?? proof.method
  }

  /// The method that proves identities of a kind; nil if none does.
  static func proving(_ kind: IdentityKey.Kind) -> (any SignInMethod.Type)? {
    types.first { $0.identityKind == kind }
  }

  /// The kinds of identities of all methods.
  package static let identityKinds = IdentityKinds(
    types.reduce(into: [:]) { $0.merge($1.identityKinds) { first, _ in first } })

  /// The kinds of identities whose identifiers people know, for searches. Those of second factors are random.
  package static let searchableKinds: [IdentityKey.Kind] =
    [.email, .phone, .userName] + types.filter { !$0.isSecondFactor }.compactMap { $0.identityKind }

  /// The identifier as identities of a kind have it; nil if the text is none of the kind.
  package static func canonicalIdentifier(_ text: String, of kind: IdentityKey.Kind) -> String? {
    proving(kind)?.canonicalIdentifier(text)
  }

  /// Whether identities of a kind are second factors too.
  static func isSecondFactor(_ kind: IdentityKey.Kind) -> Bool { proving(kind)?.isSecondFactor ?? false }

  /// Whether a client proves the second factor of this name by a response of its method instead of a code.
  static func takesResponse(_ factor: String) -> Bool {
    types.contains { $0.isSecondFactor && $0.name.rawValue == factor }
  }

  /// Makes a change of a sign-in that has waited for a second factor.
  package static func make(
    _ change: PendingChange, of user: User.ID, by origin: EventOrigin, at now: Date,
    in transaction: any StoreWriting
  ) throws {
    guard let type = types.first(where: { $0.name == change.method }) else { throw Problem.invalidChallenge }
    try type.make(change, of: user, by: origin, at: now, in: transaction)
  }

  /// The part of an identity's evidence that the user receives in an export of the account.
  package static func exportedEvidence(of identity: Identity) -> JSONObject {
    proving(identity.key.kind)?.exported(identity.evidence) ?? JSONObject()
  }
}
