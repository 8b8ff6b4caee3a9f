/// The protection of a credential (CTAP 2.1 §12.1, the extension `credProtect`). Higher values protect more.
public enum CredentialProtection: Int, Sendable, Hashable, Comparable {
  /// The credential can be used without verification of the user.
  case userVerificationOptional = 1
  /// The user must be verified, unless the credential is named in the list of allowed credentials.
  case userVerificationOptionalWithCredentialIDList = 2
  /// The user must be verified.
  case userVerificationRequired = 3

  /// The name in the client extension input.
  public var name: String {
    switch self {
    case .userVerificationOptional: "userVerificationOptional"
    case .userVerificationOptionalWithCredentialIDList: "userVerificationOptionalWithCredentialIDList"
    case .userVerificationRequired: "userVerificationRequired"
    }
  }

  /// Creates a protection from its name; nil for another name.
  public init?(name: String) {
    let all: [Self] = [
      .userVerificationOptional, .userVerificationOptionalWithCredentialIDList, .userVerificationRequired,
    ]
    guard let found = all.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
