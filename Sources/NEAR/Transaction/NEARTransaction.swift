internal import Encodings

/// A transaction as it is signed (NEAR Protocol Specification §Transactions).
public struct NEARTransaction: Sendable, Hashable {
  /// Which of the two layouts a transaction has, with what the newer one holds beside.
  public enum Format: Sendable, Hashable {
    /// The layout without a version in front, of nearly every transaction.
    case v0
    /// The layout of version 1: which of a gas key's nonces is meant, when the key is one, and how
    /// nonces must follow each other.
    case v1(nonceIndex: UInt16?, nonceMode: NonceMode)
  }

  /// How the nonces of a key must follow each other.
  public enum NonceMode: String, Sendable, Hashable, CaseIterable {
    /// Each above the one before.
    case monotonic = "Monotonic"
    /// Each one above the one before.
    case strict = "Strict"
  }

  /// Who signs and pays.
  public var signerID: NEARAccountID
  /// The key of the signer that signs.
  public var publicKey: NEARPublicKey
  /// A number above every other that the key has signed.
  public var nonce: UInt64
  /// Whom the actions are done to.
  public var receiverID: NEARAccountID
  /// A block of the last day, which bounds how long the transaction stays good.
  public var blockHash: NEARHash
  /// What to do, in order, all of it or none.
  public var actions: [NEARAction]
  /// The layout.
  public var format: Format

  /// Makes a transaction.
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

  /// Reads a transaction from Borsh.
  ///
  /// - Throws: `malformed_borsh`, or what is wrong with a part: `malformed_account_id`,
  ///   `unsupported_curve`, `unsupported_action`, `too_many_actions`, `nested_delegate_action` and so on.
  public init(borsh bytes: [UInt8]) throws(NEARError) { try self.init(decoding: bytes) }

  /// The transaction in Borsh.
  public var borsh: [UInt8] { encoded }

  /// The name of the transaction on chain, and what is signed: the SHA-256 of ``borsh``.
  public var hash: NEARHash { NEARHash(of: borsh) }
}
