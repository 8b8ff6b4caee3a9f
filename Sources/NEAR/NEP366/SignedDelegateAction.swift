internal import Encodings

/// A delegate action and its signature, as a relayer is sent them (NEP-366). Whether the signature is
/// good is for a verifier to say.
public struct SignedDelegateAction: Sendable, Hashable {
  /// The delegate action.
  public let delegateAction: DelegateAction
  /// The signature over its hash.
  public let signature: NEARSignature

  /// Puts a signature to a delegate action.
  public init(delegateAction: DelegateAction, signature: NEARSignature) {
    self.delegateAction = delegateAction
    self.signature = signature
  }

  /// Reads a signed delegate action from Borsh: by itself, or with the tag of the action that carries it
  /// out in front, as it stands on chain.
  ///
  /// - Throws: as ``NEARTransaction/init(borsh:)``.
  public init(borsh bytes: [UInt8]) throws(NEARError) {
    self = try decodeBorsh(bytes) { reader in
      let (tag, layout) = Self.form(reader)
      if tag { _ = try reader.u8() }
      return try SignedDelegateAction(from: &reader, layout)
    }
  }

  /// Reads a signed delegate action from standard base64 of Borsh, as relayers are sent it.
  ///
  /// - Throws: `malformed_base64`, and as ``init(borsh:)``.
  public init(base64 text: String) throws(NEARError) { try self.init(borsh: decodeBase64(text)) }

  /// The signed delegate action in Borsh, without the tag of an action.
  public var borsh: [UInt8] {
    var writer = BorshWriter(capacity: 256)
    write(to: &writer)
    return writer.bytes
  }

  /// The signed delegate action in standard base64 of Borsh.
  public var base64: String { Base64.encode(borsh) }

  /// Tells the four forms apart. An account id comes first, 4 bytes of its length of which only the first
  /// is not zero; before it may stand the version of a delegate action, 0, and the tag of an action.
  private static func form(_ reader: BorshReader) -> (hasTag: Bool, layout: DelegateAction.Layout) {
    switch (reader.peek(0), reader.peek(1), reader.peek(2)) {
    case (0, _, _): (false, .v2)
    case (8, let length?, _) where length != 0: (true, .nep366)
    case (14, 0, let length?) where length != 0: (true, .v2)
    default: (false, .nep366)
    }
  }
}

extension SignedDelegateAction {
  init(from reader: inout BorshReader, _ layout: DelegateAction.Layout) throws {
    delegateAction = try DelegateAction(from: &reader, layout)
    signature = try NEARSignature(from: &reader)
  }

  func write(to writer: inout BorshWriter) {
    delegateAction.write(to: &writer)
    signature.write(to: &writer)
  }
}
