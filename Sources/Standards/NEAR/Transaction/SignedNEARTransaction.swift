internal import BinaryEncodings
internal import Encodings

/// A transaction with its signature, in the form that a node receives. The signature is not verified.
public struct SignedNEARTransaction: Sendable, Hashable {
  /// The transaction.
  public let transaction: NEARTransaction
  /// The signature over its hash.
  public let signature: NEARSignature

  /// Creates a signed transaction.
  public init(transaction: NEARTransaction, signature: NEARSignature) {
    self.transaction = transaction
    self.signature = signature
  }

  /// Parses a signed transaction from Borsh.
  ///
  /// - Throws: The same errors as ``NEARTransaction/init(borsh:)``.
  public init(borsh bytes: [UInt8]) throws(NEARError) { try self.init(decoding: bytes) }

  /// Parses a signed transaction from standard base64 of its Borsh encoding, the format of nodes.
  ///
  /// - Throws: `malformed_base64`, and the errors of ``init(borsh:)``.
  public init(base64 text: String) throws(NEARError) { try self.init(borsh: decodeBase64(text)) }

  /// The signed transaction in Borsh.
  public var borsh: [UInt8] { encoded }

  /// The transaction's hash, which identifies it on the chain.
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

/// Decodes standard base64, within the size limit for Borsh.
func decodeBase64(_ text: String) throws(NEARError) -> [UInt8] {
  guard text.utf8.count <= maximumBorshLength / 3 * 4 + 4, let bytes = try? Base64.decode(text) else {
    throw NEARError(
      code: .malformedBase64, reason: "The text is not standard base64 with padding, or it is too long.")
  }
  return bytes
}
