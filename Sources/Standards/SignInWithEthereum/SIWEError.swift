public import Encodings

/// The reason why a message, address or signature was refused.
public struct SIWEError: CodedError {
  /// The kind of error.
  public var code: Code
  /// The reason as a sentence for the user or the developer.
  public var reason: String

  /// Creates an error.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }
}

extension SIWEError {
  /// The kind of error. The set of kinds is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the kind.
    public var rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    // MARK: Message text (EIP-4361 §ABNF)

    /// The text does not have the lines of a sign-in message.
    public static let malformedMessage = Code(rawValue: "malformed_message")
    /// The text is longer than ``SIWEMessage/maximumLength``.
    public static let messageTooLarge = Code(rawValue: "message_too_large")
    /// The scheme is not an RFC 3986 scheme.
    public static let invalidScheme = Code(rawValue: "invalid_scheme")
    /// The domain is not an RFC 3986 authority with a host.
    public static let invalidDomain = Code(rawValue: "invalid_domain")
    /// The address is not 20 bytes in hexadecimal, or its letter case is not the EIP-55 checksum.
    public static let invalidAddress = Code(rawValue: "invalid_address")
    /// The statement contains a character that the grammar does not allow.
    public static let invalidStatement = Code(rawValue: "invalid_statement")
    /// The URI is not an RFC 3986 URI.
    public static let invalidURI = Code(rawValue: "invalid_uri")
    /// The version is not 1.
    public static let invalidVersion = Code(rawValue: "invalid_version")
    /// The chain id is not an integer within ``SIWEMessage/chainIDs``.
    public static let invalidChainID = Code(rawValue: "invalid_chain_id")
    /// The nonce does not have at least eight letters and digits.
    public static let invalidNonce = Code(rawValue: "invalid_nonce")
    /// A time is not an RFC 3339 date-time.
    public static let invalidTime = Code(rawValue: "invalid_time")
    /// The request id contains a character that is not an RFC 3986 `pchar`.
    public static let invalidRequestID = Code(rawValue: "invalid_request_id")
    /// A resource is not an RFC 3986 URI.
    public static let invalidResource = Code(rawValue: "invalid_resource")

    // MARK: Policies

    /// The message has another domain.
    public static let wrongDomain = Code(rawValue: "wrong_domain")
    /// The message has another scheme.
    public static let wrongScheme = Code(rawValue: "wrong_scheme")
    /// The message has another URI.
    public static let wrongURI = Code(rawValue: "wrong_uri")
    /// The message has another chain id.
    public static let wrongChain = Code(rawValue: "wrong_chain")
    /// The message has another nonce.
    public static let wrongNonce = Code(rawValue: "wrong_nonce")
    /// The message has another request id or none.
    public static let wrongRequestID = Code(rawValue: "wrong_request_id")
    /// The message has another address.
    public static let wrongAddress = Code(rawValue: "wrong_address")
    /// The expiration time has passed.
    public static let expired = Code(rawValue: "expired")
    /// The not-before time is in the future.
    public static let notYetValid = Code(rawValue: "not_yet_valid")
    /// The issued-at time is in the future.
    public static let issuedInFuture = Code(rawValue: "issued_in_future")
    /// The message was issued too long ago.
    public static let tooOld = Code(rawValue: "too_old")
    /// A resource delegates capabilities (ERC-5573), which a sign-in must not do.
    public static let recapRefused = Code(rawValue: "recap_refused")
    /// The list of alternative policies is empty.
    public static let policyNotMet = Code(rawValue: "policy_not_met")

    // MARK: Signatures

    /// r, s or v of the signature is out of range.
    public static let malformedSignature = Code(rawValue: "malformed_signature")
    /// The signature has the upper of its two possible s values (EIP-2), so any party could have altered it.
    public static let highS = Code(rawValue: "high_s")
    /// The signature has the format of a contract wallet (EIP-1271, EIP-6492), which is not supported.
    public static let unsupportedContractSignature = Code(rawValue: "unsupported_contract_signature")
    /// The signature was created by another account than the named one.
    public static let wrongSigner = Code(rawValue: "wrong_signer")
    /// The bytes are not a secp256k1 secret key.
    public static let invalidSecretKey = Code(rawValue: "invalid_secret_key")
  }
}
