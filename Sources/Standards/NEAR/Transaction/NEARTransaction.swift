internal import Encodings

/// A transaction in the form that is signed (NEAR Protocol Specification §Transactions).
public struct NEARTransaction: Sendable, Hashable {
  /// The two layouts of a transaction, with the additional members of the newer layout.
  public enum Format: Sendable, Hashable {
    /// The layout without a version, which nearly all transactions use.
    case v0
    /// The layout of version 1. It can name one of the nonces of a gas key, and it sets the rule for nonces.
    case v1(nonceIndex: UInt16?, nonceMode: NonceMode)
  }

  /// The rule for consecutive nonces of a key.
  public enum NonceMode: String, Sendable, Hashable, CaseIterable {
    /// Each nonce is greater than the previous nonce.
    case monotonic = "Monotonic"
    /// Each nonce is the previous nonce plus one.
    case strict = "Strict"
  }

  /// The account that signs and pays.
  public var signerID: NEARAccountID
  /// The key of the signer.
  public var publicKey: NEARPublicKey
  /// A nonce above all nonces that the key has signed before.
  public var nonce: UInt64
  /// The account to which the actions apply.
  public var receiverID: NEARAccountID
  /// The hash of a recent block. The transaction expires about a day after this block.
  public var blockHash: NEARHash
  /// The actions. They are executed in order, either all or none.
  public var actions: [NEARAction]
  /// The layout.
  public var format: Format

  /// Creates a transaction.
  public init(
    signerID: NEARAccountID, publicKey: NEARPublicKey, nonce: UInt64, receiverID: NEARAccountID,
    blockHash: NEARHash, actions: [NEARAction], format: Format = .v0
  ) {
    self.signerID = signerID
    self.publicKey = publicKey
    self.nonce = nonce
    self.receiverID = receiverID
    self.blockHash = blockHash
    self.actions = actions
    self.format = format
  }

  /// Parses a transaction from Borsh.
  ///
  /// - Throws: `malformed_borsh`, or the error of a part: `malformed_account_id`, `unsupported_curve`,
  ///   `unsupported_action`, `too_many_actions`, `nested_delegate_action` and others.
  public init(borsh bytes: [UInt8]) throws(NEARError) { try self.init(decoding: bytes) }

  /// The transaction in Borsh.
  public var borsh: [UInt8] { encoded }

  /// The transaction's hash, which identifies it on the chain and is signed: the SHA-256 of ``borsh``.
  public var hash: NEARHash { NEARHash(of: borsh) }
}
