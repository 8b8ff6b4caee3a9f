import DoorwardDelivery
package import DoorwardHTTP
import DoorwardIdentifiers
import DoorwardPasswords
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

extension SignInMethodName {
  /// Passwords, as an application offers them.
  package static let password = SignInMethodName(rawValue: WireMethod.password)
  /// A password, as a session names it (RFC 8176).
  package static let passwordProof = SignInMethodName(rawValue: ProofName.password)
}

extension Assurance {
  /// A password alone, which can be phished and replayed.
  static let password = Assurance(rawValue: AssuranceName.password)
}

/// Signs users in by an email address, phone number or user name, and a password.
package struct PasswordSignIn: ProofMethod {
  package static let name = SignInMethodName.password
  /// A sign-up and a reset prove the address by a code.
  package static let proofNames: Set<SignInMethodName> = [.passwordProof, .emailCode, .smsCode]
  package static let path = "password"
  package static let proofMembers = [ProofMembers.identifier, ProofMembers.password]
  package static let isBound = false
  package static let canLink = false
  package static let needs = "a mail server or an SMS provider in \"delivery\""
  package static let configurationKeys: Set<String> = ["passwords"]
  package static let identityKinds: [IdentityKey.Kind: IdentityKinds.Description] = [
    .userName: .init(taken: .userNameTaken)
  ]

  private let guesses: GuessLimits
  private let passwords: Passwords
  private let codes: OneTimeCodes
  private let environment: SignInEnvironment

  package init(_ environment: SignInEnvironment, passwords: Passwords, codes: OneTimeCodes) {
    guesses = environment.guesses
    self.passwords = passwords
    self.codes = codes
    self.environment = environment
  }

  package static func readSettings(_ configuration: inout ConfigurationReader) -> (any Sendable)? {
    PasswordSettings(&configuration)
  }

  package static func make(
    _ change: PendingChange, of user: User.ID, by origin: EventOrigin, at now: Date,
    in transaction: any StoreWriting
  ) throws {
    guard let hash = change.content["hash"]?.string else { throw Problem.invalidChallenge }
    guard change.content["is_new"] == true else { return try transaction.setPasswordHash(hash, of: user) }
    try transaction.secure(user, by: hash, keeping: nil, as: .passwordReset, of: origin, at: now)
  }

  package static func readOffer(
    _ application: inout ConfigurationReader, _ context: OfferContext
  ) -> (any MethodOffer)? {
    let offer = PasswordOffer(&application, context)
    return offer.identifiers.isEmpty ? nil : offer
  }

  package static func published(_ offer: (any MethodOffer)?) -> JSONObject {
    guard let offer = offer as? PasswordOffer else { return JSONObject() }
    return [
      ConfigurationMembers.passwordRules: offer.rules.json,
      ConfigurationMembers.passwordIdentifiers: .strings(offer.identifiers.map(\.rawValue)),
    ]
  }

  package static func pageOffer(_ offer: any MethodOffer, on page: PageOrigins) -> JSONObject? {
    guard let offer = offer as? PasswordOffer else { return nil }
    var settings = offer.settings
    settings["rules"] = offer.rules.json
    return settings
  }

  package func verify(_ body: JSONObjectReader, in context: ProofContext) async throws -> VerifiedProof {
    let text = try body.text(ProofMembers.identifier)
    let password = try body.text(ProofMembers.password)
    return try await verify(password, of: text, in: context)
  }

  /// Verifies the password of the user with an identifier. The guess is counted.
  ///
  /// - Throws: `Problem` 401 `invalid_credentials`, 429; ``StoreError``.
  func verify(_ password: String, of text: String, in context: ProofContext) async throws -> VerifiedProof {
    // A text that is not an identifier belongs to no user. The work is that of an unknown user.
    let identity = (try? SignInIdentifier(text))?.identity ?? ProvenIdentity(key: .unknown(text))
    let (guess, (user, stored), ahead) = try await guesses.count(
      of: .password, identity.key, on: context.device,
      before: context.signIn(by: identity.key, answering: nil, at: environment.clock.now)
    ) { snapshot -> (User?, StoredHash?) in
      guard let known = try snapshot.identity(named: identity) else { return (nil, nil) }
      return (
        try snapshot.user(known.userID), try snapshot.passwordHash(of: known.userID).map(StoredHash.init)
      )
    }
    switch try await passwords.verify(password, against: stored, in: context) {
    case .matched(let replacement):
      guard guess == .allowed, let user, let stored else { throw Problem.invalidCredentials }
      return VerifiedProof(
        challenge: nil, method: .passwordProof, assurance: .password,
        // Without attributes: a sign-in does not change the identifier that the user has chosen.
        identity: ProvenIdentity(key: identity.key), provesIdentity: false,
        conditions: [
          PasswordCondition(securedAt: user.securedAt, verified: stored, replacement: replacement)
        ], ahead: ahead)
    case .unverifiable(let error):
      environment.logger.log(
        .error, "a password hash in the store cannot be verified", ["code": .string(error.codeName)])
      throw Problem.invalidCredentials
    case .failed: throw Problem.invalidCredentials
    }
  }

  /// A code alone is no password, and the code of a sign-up or of a reset is a part of one.
  package static func hasGiven(_ proof: SessionProof) -> Bool {
    proof.method == .passwordProof || proof.evidence[ProvenAddress.partOf] == .string(name.rawValue)
  }

  package static func isOffered(_ proof: SessionProof, by application: Application) -> Bool {
    application.offers.contains(name) && hasGiven(proof)
  }

  package func register(in router: inout Router, carrier: any SessionCarrier, _ services: SignInServices) {
    PasswordRoutes(
      carrier: carrier, environment, passwords: passwords, codes: codes, signIn: self, services
    )
    .register(in: &router)
  }
}

/// A password proves its user while it has not been changed since it was compared.
struct PasswordCondition: AdmissionCondition {
  /// The time of the last change when the hash was read.
  let securedAt: Date?
  let verified: StoredHash
  let replacement: StoredHash?

  func check(_ user: User?, in snapshot: any StoreReading) throws {
    guard let user, user.hasPassword, user.securedAt == securedAt else { throw Problem.invalidCredentials }
  }

  func admit(_ user: User, by origin: EventOrigin, at now: Date, in transaction: any StoreWriting) throws
    -> Bool
  {
    // Another sign-in may have replaced the hash at the same time.
    if let replacement, try transaction.passwordHash(of: user.id) == verified.text {
      try transaction.setPasswordHash(replacement.text, of: user.id)
    }
    return false
  }

  var pending: PendingChange? { replacement.map { .password($0, isNew: false) } }
}

extension PendingChange {
  /// A password that a sign-in sets: a new one, or another hash of the same password.
  static func password(_ hash: StoredHash, isNew: Bool) -> PendingChange {
    PendingChange(
      method: .password, content: ["hash": .string(hash.text), "is_new": .bool(isNew)],
      notice: isNew ? .passwordChanged : nil)
  }
}

extension IdentityKey {
  /// The key of a text that is not an identifier. No user has it.
  static func unknown(_ text: String) -> IdentityKey {
    IdentityKey(kind: IdentityKey.Kind(rawValue: "unknown"), identifier: String(text.prefix(64)))
  }
}
