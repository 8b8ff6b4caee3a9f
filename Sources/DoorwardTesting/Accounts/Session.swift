import DoorwardServerRules
import DoorwardWire
import Foundation

/// A session: one device that is signed in.
struct Session: Sendable {
  let id: String
  let user: String
  let createdAt: Date
  var lastUsedAt: Date
  let expiresAt: Date
  /// The proofs that the session rests on, one for each identity and one for each other second factor; none in a session of an
  /// anonymous user.
  var proofs: [Proof]
  var endedAt: Date?
  let device: String?
  let network: String
  let salt: [UInt8]
  var rotation = RefreshRotation()

  /// An identity or a second factor that was proven in the session.
  struct Proof: Sendable {
    /// nil for a second factor.
    let identity: String?
    let method: String
    var provenAt: Date
    /// The authenticator that showed the code, or the identity of the passkey or of the address.
    var factor: String?
    /// Whether it is a sent code, as a second factor.
    var isSentCode = false
    /// Whether it is a passkey that counts as two factors.
    var isPasskeyAsFactor = false

    static func ofAuthenticator(_ factor: String, at time: Date) -> Proof {
      Proof(identity: nil, method: "otp", provenAt: time, factor: factor)
    }
  }

  static let secondFactorAssurance = "urn:doorward:acr:second-factor"

  /// Whether the session has a proof of a second factor that is not a sent code.
  var hasSecondFactor: Bool {
    proofs.contains { $0.identity == nil && !$0.isSentCode || $0.isPasskeyAsFactor }
  }

  /// The time at which the user last proved an identity.
  var authenticatedAt: Date { proofs.map(\.provenAt).max() ?? createdAt }

  var methods: [String] {
    guard !proofs.isEmpty else { return [WireMethod.anonymous] }
    return proofs.map(\.method).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The assurance of the second factor, or of the latest proof (`acr`).
  var assurance: String {
    if proofs.contains(where: \.isPasskeyAsFactor) { return Self.secondFactorAssurance }
    if let factor = proofs.first(where: { $0.identity == nil }) {
      return factor.isSentCode ? "\(Self.secondFactorAssurance)-code" : Self.secondFactorAssurance
    }
    let latest = proofs.filter { $0.method != WireMethod.anonymous }.reduce(nil as Proof?) { latest, proof in
      latest.map { $0.provenAt > proof.provenAt ? $0 : proof } ?? proof
    }
    return switch latest?.method {
    case nil: "urn:doorward:acr:anonymous"
    case "pwd": "urn:doorward:acr:password"
    case "otp": "urn:doorward:acr:email-code"
    case "sms": "urn:doorward:acr:sms-code"
    case WireMethod.passkey: "urn:doorward:acr:passkey"
    default: "urn:doorward:acr:wallet"
    }
  }

  /// Whether the session was opened for an anonymous user.
  var isAnonymous: Bool { proofs.allSatisfy { $0.method == WireMethod.anonymous } }

  mutating func record(_ proof: Proof) {
    if let index = proofs.firstIndex(where: { $0.identity == proof.identity }) {
      proofs[index] = proof
    } else {
      proofs.append(proof)
    }
  }

  func isLive(at now: Date) -> Bool { endedAt == nil && now < expiresAt }

  /// One row of a list of sessions.
  func row(current: String, application: String) -> WireSessionRow {
    WireSessionRow(
      id: id, isCurrent: id == current, createdAt: createdAt, lastUsedAt: lastUsedAt, expiresAt: expiresAt,
      application: application, device: device, network: network, methods: methods)
  }
}
