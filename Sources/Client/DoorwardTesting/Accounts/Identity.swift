import DoorwardWire
import Encodings
import Foundation
import WebAuthn

/// An identity with which a user signs in.
struct Identity: Sendable {
  /// Two proofs with the same key prove the same identity.
  struct Key: Sendable, Hashable {
    /// A value of ``WireIdentity/Kind``.
    let type: String
    let identifier: String
    let network: String?
  }

  let id: String
  let user: String
  let key: Key
  /// The labels that the app gives the wallet, as members of the identity.
  var wallet: JSONObject
  let verifiedAt: Date
  var lastUsedAt: Date?
  /// Present for a passkey only.
  var passkey: PasskeyCredential?
  /// The second factor that the identity is; nil for an identity that is none.
  var secondFactor: WireSecondFactor?

  /// Identity of the HTTP contract.
  var wire: WireIdentity {
    WireIdentity(
      id: id, type: key.type, identifier: key.identifier, network: key.network,
      walletClientType: wallet[WalletLabel.clientType]?.string,
      connectorType: wallet[WalletLabel.connectorType]?.string, verifiedAt: verifiedAt, lastUsedAt: lastUsedAt
    )
  }

  /// Identity of the HTTP contract, with the members that only passkeys have.
  var json: JSONObject { passkey.map { wire.json.merging(patch: $0.json) } ?? wire.json }
}

/// The credential of a passkey, as of its registration or its last use.
struct PasskeyCredential: Sendable {
  let id: [UInt8]
  var name: String
  let model: String
  let transports: [String]
  let isBackupEligible: Bool
  var isBackedUp: Bool
  var signCount: UInt32
  /// Whether the authenticator has verified the user in the present ceremony.
  let isUserVerified: Bool
  /// Whether a verification of the user counts. See ``update(by:withSecondFactor:)``.
  var isUserVerificationInitialized: Bool

  /// Whether a sign-in with the passkey alone proves two factors.
  var provesTwoFactors: Bool { isUserVerified && isUserVerificationInitialized }

  /// The members that only passkeys have.
  var json: JSONObject {
    [
      WirePasskey.Members.name: .string(name), WirePasskey.Members.model: .string(model),
      WirePasskey.Members.backupEligible: .bool(isBackupEligible),
      WirePasskey.Members.backedUp: .bool(isBackedUp),
    ]
  }

  /// Records a use. A first verification of the user counts from now on if the user has proven another factor.
  mutating func update(by used: PasskeyCredential, withSecondFactor: Bool) {
    isBackedUp = used.isBackedUp
    signCount = used.signCount
    if withSecondFactor, used.isUserVerified { isUserVerificationInitialized = true }
  }

  var key: Identity.Key { Self.key(id) }

  static func key(_ id: [UInt8]) -> Identity.Key {
    Identity.Key(type: WireIdentity.Kind.passkey, identifier: Base64URL.encode(id), network: nil)
  }
}

extension PasskeyCredential {
  /// The credential of a registration. The double has no list of authenticator models.
  init(_ response: RegistrationResponse) {
    let data = response.attestationObject.authenticatorData
    self.init(
      id: response.id, name: WirePasskey.nameOfUnknownModel,
      model: data.attestedCredential.map { "\($0.aaguid)" } ?? "",
      transports: response.transports, data,
      isUserVerificationInitialized: data.flags.contains(.userVerified))
  }

  /// The credential after its use.
  func used(in response: AuthenticationResponse) -> PasskeyCredential {
    PasskeyCredential(
      id: id, name: name, model: model, transports: transports, response.authenticatorData,
      isUserVerificationInitialized: isUserVerificationInitialized)
  }

  private init(
    id: [UInt8], name: String, model: String, transports: [String], _ data: AuthenticatorData,
    isUserVerificationInitialized: Bool
  ) {
    self.init(
      id: id, name: name, model: model, transports: transports,
      isBackupEligible: data.flags.contains(.backupEligible), isBackedUp: data.flags.contains(.backedUp),
      signCount: data.signCount, isUserVerified: data.flags.contains(.userVerified),
      isUserVerificationInitialized: isUserVerificationInitialized)
  }
}

extension AccountBook {
  /// Records that a passkey was a second factor. It is one from then on.
  mutating func usePasskey(_ identity: String, _ credential: PasskeyCredential, at now: Date) {
    changeIdentity(identity) {
      $0.passkey?.update(by: credential, withSecondFactor: true)
      $0.lastUsedAt = now
      $0.secondFactor =
        $0.secondFactor
        ?? WireSecondFactor(id: newID(), type: WireMethod.passkey, createdAt: now, identityID: identity)
    }
  }
}
