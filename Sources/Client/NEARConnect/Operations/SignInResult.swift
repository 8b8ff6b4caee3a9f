/// The result of a connection.
public struct SignInResult: Sendable, Hashable {
  /// The account, as the wallet reported it.
  public let account: NEARAccount
  /// The message that the user signed during the connection; nil if none was requested or if the wallet cannot
  /// sign.
  public let signed: MessageSignResult?

  /// Creates a result.
  public init(account: NEARAccount, signed: MessageSignResult? = nil) {
    self.account = account
    self.signed = signed
  }

  /// The signature in base64; nil if no message was signed.
  public var signedMessage: String? { signed?.signature }
  /// The key that signed, or else the key that the wallet named.
  public var publicKey: String? { signed?.publicKey ?? account.publicKey }
  /// The nonce that was signed.
  public var nonce: [UInt8]? { signed?.nonce }
  /// The text that was signed.
  public var message: String? { signed?.message }
  /// The recipient of the signed message.
  public var recipient: String? { signed?.recipient }
  /// The callback URL that was signed; nil if the wallet added none.
  public var callbackUrl: String? { signed?.callbackUrl }
}

/// The result of a connection with a signed message.
public typealias SignInWithMessageResult = SignInResult

/// The evidence for an account that a wallet reported.
public enum AccountStanding: Sendable, Hashable {
  /// The wallet reported the account without proof.
  case claimed
  /// The holder of a key signed a message. Your backend queries the chain for the owner of the key.
  case signed(MessageSignResult)
}

extension SignInResult {
  /// The evidence for the account.
  public var standing: AccountStanding { signed.map { .signed($0) } ?? .claimed }
}
