internal import DoorwardWire
internal import Encodings
public import Foundation

/// A wallet that belongs to another account; part of the error ``DoorwardError/Code/identityInUse``.
///
/// Show the user what the other account loses. If the user confirms, link the wallet again with
/// ``ProofPurpose/move``.
public struct IdentityInUse: Sendable, Hashable {
  /// The name of the other account; nil if it has none.
  public let accountName: String?
  /// The time at which the other account was created.
  public let accountCreatedAt: Date?
  /// The wallet's type, such as `ethereum` or `near`.
  public let type: String
  /// The address or account id.
  public let identifier: String
  /// Whether the user of the other account can sign in only with the wallet. That account is then deleted.
  public let deletesAccount: Bool

  init?(_ value: JSONValue?) {
    guard let offer = value.flatMap(WireIdentityInUse.init),
      let type = offer.identity[WireIdentity.Members.type]?.string,
      let identifier = offer.identity[WireIdentity.Members.identifier]?.string
    else { return nil }
    accountName = offer.accountName
    accountCreatedAt = offer.accountCreatedAt
    self.type = type
    self.identifier = identifier
    deletesAccount = offer.deletesAccount
  }
}

/// The pending deletion of an account; part of the error ``DoorwardError/Code/accountDeletionPending``.
///
/// The user has signed in with every proof, but the user has asked to delete the account before. Show ``deletesAt``. If the
/// user wants the account, pass this value to ``UserClient/keepAccount(_:)``, which finishes the sign-in.
public struct AccountDeletion: Sendable {
  /// The time at which the server deletes the account.
  public let deletesAt: Date
  /// The refused sign-in. The refusal has spent neither its challenge nor its code.
  let path: String
  let proof: JSONObject

  init?(_ value: JSONValue?, of path: String, _ proof: JSONObject) {
    guard let deletion = value.flatMap(WireAccountDeletion.init) else { return nil }
    deletesAt = deletion.deleteAt
    self.path = path
    self.proof = proof
  }
}

extension AccountDeletion: CustomStringConvertible, CustomReflectable {
  public var description: String { "AccountDeletion(deletesAt: \(deletesAt))" }
  // The proof may be a password.
  public var customMirror: Mirror { Mirror(self, children: ["deletesAt": deletesAt]) }
}

/// The sign-in that a call needs and the session does not have, in the error
/// ``DoorwardError/Code/recentSignInRequired`` (RFC 9470).
///
/// Ask the user to sign in again with the same account, then repeat the call.
public enum StepUp: Sendable, Hashable {
  /// The sign-in is too old. It may have at most this age.
  case recentSignIn(maximumAge: Duration)
  /// The sign-in has no second factor. The new one needs one of these levels of assurance (`acr`). Every sign-in
  /// asks for the user's second factor.
  case secondFactor(assurances: [String])

  /// Reads the challenge of an answer: `Bearer error="insufficient_user_authentication", …, max_age="600"`.
  ///
  /// - Returns: nil for a challenge of another kind.
  init?(challenge: String) {
    // Each value stands between two quotation marks, after its name.
    let parts = challenge.split(separator: "\"", omittingEmptySubsequences: false)
    let value = { (name: String) in zip(parts, parts.dropFirst()).first { $0.0.hasSuffix(" \(name)=") }?.1 }
    if let assurances = value("acr_values") {
      self = .secondFactor(assurances: assurances.split(separator: " ").map(String.init))
    } else if let age = value("max_age").flatMap({ Int64($0) }) {
      self = .recentSignIn(maximumAge: .seconds(age))
    } else {
      return nil
    }
  }
}

/// A value that is copied as one reference.
final class Shared<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
