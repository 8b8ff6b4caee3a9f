public import Encodings

/// The reason why an account id, key, signature, message or transaction was refused, or why an operation
/// failed.
public struct NEARError: CodedError {
  /// The kind of error.
  public var code: Code
  /// The reason as a sentence for the user or the developer.
  public var reason: String

  /// Creates an error.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// Lets `catch` match an error of this library, as in `catch NEARError.notSignedIn`.
  public static func ~= (pattern: Self, error: any Error) -> Bool { error as? Self == pattern }
}

extension NEARError {
  /// The kind of error. The set of kinds is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the kind.
    public var rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Lets `catch` match a code, as in `catch NEARError.Code.unknownAccount`.
    public static func ~= (pattern: Self, error: any Error) -> Bool { (error as? NEARError)?.code == pattern }

    // MARK: Accounts and keys

    /// The text is not an account id.
    public static let malformedAccountID = Code(rawValue: "malformed_account_id")
    /// The text or bytes are not a public key.
    public static let malformedPublicKey = Code(rawValue: "malformed_public_key")
    /// The text or bytes are not a secret key, or its public key does not match.
    public static let malformedSecretKey = Code(rawValue: "malformed_secret_key")
    /// The curve of a key or signature is neither Ed25519 nor secp256k1.
    public static let unsupportedCurve = Code(rawValue: "unsupported_curve")

    // MARK: Signatures

    /// The text or bytes are not a signature.
    public static let malformedSignature = Code(rawValue: "malformed_signature")
    /// The signature does not match the content and the public key.
    public static let wrongSignature = Code(rawValue: "wrong_signature")

    /// The bytes to sign are not a digest of 32 bytes.
    public static let malformedDigest = Code(rawValue: "malformed_digest")

    // MARK: Signed messages (NEP-413)

    /// The nonce is not 32 bytes in standard base64.
    public static let malformedNonce = Code(rawValue: "malformed_nonce")
    /// The message, its recipient and its callback URL together are too long.
    public static let messageTooLarge = Code(rawValue: "message_too_large")
    /// The message has another recipient than expected.
    public static let wrongRecipient = Code(rawValue: "wrong_recipient")
    /// The message has another nonce than expected.
    public static let wrongNonce = Code(rawValue: "wrong_nonce")
    /// The message has another text than expected.
    public static let wrongMessage = Code(rawValue: "wrong_message")
    /// The message has another callback URL than expected.
    public static let wrongCallbackURL = Code(rawValue: "wrong_callback_url")

    // MARK: Delegate actions (NEP-366) and transactions

    /// The bytes are not valid Borsh for the expected type.
    public static let malformedBorsh = Code(rawValue: "malformed_borsh")
    /// The text is not standard base64.
    public static let malformedBase64 = Code(rawValue: "malformed_base64")
    /// The text or bytes are not a hash of 32 bytes.
    public static let malformedHash = Code(rawValue: "malformed_hash")
    /// There are more actions than the network executes at once.
    public static let tooManyActions = Code(rawValue: "too_many_actions")
    /// The initial state of a contract contains a storage key twice or out of order.
    public static let duplicateStorageKey = Code(rawValue: "duplicate_storage_key")
    /// An action or transaction of an unknown kind or version.
    public static let unsupportedAction = Code(rawValue: "unsupported_action")
    /// A delegate action contains another delegate action (NEP-366).
    public static let nestedDelegateAction = Code(rawValue: "nested_delegate_action")
  }
}
