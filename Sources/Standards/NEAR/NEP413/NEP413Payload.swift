internal import BinaryEncodings
internal import Encodings

extension NEP413Message {
  /// The prefix of the signed bytes: 2^31 + 413 (NEP-413 §Signature, NEP-461). With it, the signature
  /// is not valid for a transaction or a delegate action.
  public static let tag: UInt32 = (1 << 31) + 413

  /// The bytes that are hashed and signed: ``tag``, followed by message, nonce, recipient and callback URL in
  /// Borsh.
  public var payload: [UInt8] {
    let texts = message.utf8.count + recipient.utf8.count + (callbackURL?.utf8.count ?? 0)
    var writer = BorshWriter(capacity: texts + Self.nonceLength + 20)
    writer.u32(Self.tag)
    writer.string(message)
    writer.fixed(nonce)
    writer.string(recipient)
    writer.option(callbackURL) { $0.string($1) }
    return writer.bytes
  }

  /// The SHA-256 of ``payload``, which the wallet signs.
  public var hash: [UInt8] { SHA256.hash(payload) }
}
