import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation

/// A session: one device that is signed in.
struct Session: Sendable {
  let id: String
  let user: String
  let createdAt: Date
  var lastUsedAt: Date
  let expiresAt: Date
  /// The proofs that the session rests on, one for each identity and one for the second factor, the latest last; none in
  /// a session of an anonymous user.
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
    /// The method as the offer and second factors name it, if that is another name.
    var offerName: String?
    var provenAt: Date
    /// The authenticator that showed the code, or the identity of the passkey or of the address.
    var factor: String?
    /// Whether it is a sent code, as a second factor.
    var isSentCode = false
    /// Whether it is a passkey that counts as two factors.
    var isPasskeyAsFactor = false

    static func ofAuthenticator(_ factor: String, at time: Date) -> Proof {
      Proof(identity: nil, method: ProofName.code, offerName: FactorName.totp, provenAt: time, factor: factor)
    }
  }

  /// The proofs of the latest sign-in: the identity that was proven last, and the second factor that followed it.
  var latestProofs: ArraySlice<Proof> { proofs[(proofs.lastIndex { $0.identity != nil } ?? 0)...] }

  /// Whether the latest sign-in has a proof of a second factor that is not a sent code.
  var hasSecondFactor: Bool {
    latestProofs.contains { $0.identity == nil && !$0.isSentCode || $0.isPasskeyAsFactor }
  }

  /// The time of the latest sign-in.
  var authenticatedAt: Date { latestProofs.map(\.provenAt).max() ?? createdAt }

  var methods: [String] {
    guard !proofs.isEmpty else { return [WireMethod.anonymous] }
    return latestProofs.map(\.method).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The methods of the latest sign-in, as the offer and second factors name them.
  var offeredMethods: [String] {
    guard !proofs.isEmpty else { return [WireMethod.anonymous] }
    return latestProofs.map { $0.offerName ?? $0.method }.reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  /// The assurance of the latest sign-in: that of its second factor if it has one (`acr`).
  var assurance: String {
    if hasSecondFactor { return AssuranceName.secondFactor }
    if latestProofs.contains(where: \.isSentCode) { return AssuranceName.secondFactorCode }
    return switch latestProofs.first?.method {
    case nil, WireMethod.anonymous: AssuranceName.anonymous
    case ProofName.password: AssuranceName.password
    case ProofName.code: AssuranceName.emailCode
    case ProofName.smsCode: AssuranceName.smsCode
    case WireMethod.passkey: AssuranceName.passkey
    default: AssuranceName.wallet
    }
  }

  /// Whether the session was opened for an anonymous user.
  var isAnonymous: Bool { proofs.allSatisfy { $0.method == WireMethod.anonymous } }

  mutating func record(_ proof: Proof) {
    proofs.removeAll { $0.identity == proof.identity }
    proofs.append(proof)
  }

  func isLive(at now: Date) -> Bool { endedAt == nil && now < expiresAt }

  /// One row of a list of sessions.
  func row(current: String, application: String) -> WireSessionRow {
    WireSessionRow(
      id: id, isCurrent: id == current, createdAt: createdAt, lastUsedAt: lastUsedAt, expiresAt: expiresAt,
      application: application, device: device, network: network,
      references: methods, methods: offeredMethods)
  }

  /// The event of the sign-in that opened the session.
  func started(current: String, application: String) -> WireActivity {
    WireActivity(
      id: id, time: createdAt, type: "session.started", actor: "user", application: application,
      sessionID: id, isCurrent: id == current, device: device, network: network,
      data: ["methods": .strings(methods)])
  }
}
