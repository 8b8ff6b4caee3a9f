public import Encodings

/// Why an account id, key, signature, message or transaction was refused.
///
/// Two errors are equal when their codes are equal; the reason is for people.
public struct NEARError: CodedError, Equatable, CustomStringConvertible {
  /// What was wrong.
  public var code: Code
  /// A sentence a person can act on.
  public var reason: String

  /// Makes an error.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  public var codeName: String { code.rawValue }
  public var description: String { "\(code.rawValue): \(reason)" }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }

  /// Lets `catch` name an error of this library, as in `catch NEARError.notSignedIn`.
  public static func ~= (pattern: Self, error: any Error) -> Bool { error as? Self == pattern }
}

extension NEARError {
  /// What was wrong, as an open set of names.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public var rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Lets `catch` name a code, as in `catch NEARError.Code.unknownAccount`.
    public static func ~= (pattern: Self, error: any Error) -> Bool { (error as? NEARError)?.code == pattern }

    // MARK: Accounts and keys

    /// The text is not an account id.
    public static let malformedAccountID = Code(rawValue: "malformed_account_id")
    /// The text or bytes are not a public key.
    public static let malformedPublicKey = Code(rawValue: "malformed_public_key")
    /// The text or bytes are not a secret key, or the two halves of one do not belong together.
    public static let malformedSecretKey = Code(rawValue: "malformed_secret_key")
    /// A key or signature is of a curve that is not Ed25519 or secp256k1.
    public static let unsupportedCurve = Code(rawValue: "unsupported_curve")

    // MARK: Signatures

    /// The text or bytes are not a signature.
    public static let malformedSignature = Code(rawValue: "malformed_signature")
    /// The signature was not made over these bytes by the holder of this key.
    public static let wrongSignature = Code(rawValue: "wrong_signature")

    /// What is to be signed is not a digest of 32 bytes.
    public static let malformedDigest = Code(rawValue: "malformed_digest")

    // MARK: Signed messages (NEP-413)

    /// The nonce is not 32 bytes in standard base64.
    public static let malformedNonce = Code(rawValue: "malformed_nonce")
    /// A message to sign, its recipient or its callback URL is longer than is accepted.
    public static let messageTooLarge = Code(rawValue: "message_too_large")
    /// The message is for another recipient than expected.
    public static let wrongRecipient = Code(rawValue: "wrong_recipient")
    /// The message carries another nonce than expected.
    public static let wrongNonce = Code(rawValue: "wrong_nonce")
    /// The message says something else than expected.
    public static let wrongMessage = Code(rawValue: "wrong_message")
    /// The message names another callback URL than expected.
    public static let wrongCallbackURL = Code(rawValue: "wrong_callback_url")

    // MARK: Delegate actions (NEP-366) and transactions

    /// The bytes are not what Borsh makes of the expected value.
    public static let malformedBorsh = Code(rawValue: "malformed_borsh")
    /// The text is not standard base64.
    public static let malformedBase64 = Code(rawValue: "malformed_base64")
    /// The text or bytes are not a hash of 32 bytes.
    public static let malformedHash = Code(rawValue: "malformed_hash")
    /// More actions than the network carries out at once.
    public static let tooManyActions = Code(rawValue: "too_many_actions")
    /// The first state of a contract names a storage key twice, or out of order.
    public static let duplicateStorageKey = Code(rawValue: "duplicate_storage_key")
    /// An action or transaction of a kind or version that is not known here.
    public static let unsupportedAction = Code(rawValue: "unsupported_action")
    /// A delegate action holds another one (NEP-366).
    public static let nestedDelegateAction = Code(rawValue: "nested_delegate_action")
  }
}
