internal import Encodings

/// A transaction and its signature, as a node is sent them. Whether the signature is good is for a
/// verifier to say.
public struct SignedNEARTransaction: Sendable, Hashable {
  /// The transaction.
  public let transaction: NEARTransaction
  /// The signature over its hash.
  public let signature: NEARSignature

  /// Puts a signature to a transaction.
  public init(transaction: NEARTransaction, signature: NEARSignature) {
    self.transaction = transaction
    self.signature = signature
  }

  /// Reads a signed transaction from Borsh.
  ///
  /// - Throws: as ``NEARTransaction/init(borsh:)``.
  public init(borsh bytes: [UInt8]) throws(NEARError) { try self.init(decoding: bytes) }

  /// Reads a signed transaction from standard base64 of Borsh, as a node takes it.
  ///
  /// - Throws: `malformed_base64`, and as ``init(borsh:)``.
  public init(base64 text: String) throws(NEARError) { try self.init(borsh: decodeBase64(text)) }

  /// The signed transaction in Borsh.
  public var borsh: [UInt8] { encoded }

  /// The name of the transaction on chain.
  public var hash: NEARHash { transaction.hash }
}

extension SignedNEARTransaction: BorshValue {
  init(from reader: inout BorshReader) throws {
    transaction = try NEARTransaction(from: &reader)
    signature = try NEARSignature(from: &reader)
  }

  func write(to writer: inout BorshWriter) {
    transaction.write(to: &writer)
    signature.write(to: &writer)
  }
}

/// Reads standard base64 of no more bytes than are read as Borsh.
func decodeBase64(_ text: String) throws(NEARError) -> [UInt8] {
  guard text.utf8.count <= maximumBorshLength / 3 * 4 + 4, let bytes = try? Base64.decode(text) else {
    throw NEARError(
      code: .malformedBase64, reason: "The text is not standard base64, with padding, of a value in Borsh.")
  }
  return bytes
}
