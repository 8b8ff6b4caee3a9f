/// What connecting a wallet led to.
public struct SignInResult: Sendable, Hashable {
  /// The account, which is the wallet's claim.
  public let account: NEARAccount
  /// What the person signed along with it; nil when nothing was asked for, or the wallet cannot sign.
  public let signed: MessageSignResult?

  /// Makes a result.
  public init(account: NEARAccount, signed: MessageSignResult? = nil) {
    self.account = account
    self.signed = signed
  }

  /// The signature in base64; nil where nothing was signed.
  public var signedMessage: String? { signed?.signature }
  /// The key that signed, or the one the wallet named.
  public var publicKey: String? { signed?.publicKey ?? account.publicKey }
  /// The nonce that was signed.
  public var nonce: [UInt8]? { signed?.nonce }
  /// The text that was signed.
  public var message: String? { signed?.message }
  /// For whom it was signed.
  public var recipient: String? { signed?.recipient }
  /// The callback URL that was signed, of wallets that put one in.
  public var callbackUrl: String? { signed?.callbackUrl }
}

/// What connecting a wallet and signing a message led to.
public typealias SignInWithMessageResult = SignInResult
