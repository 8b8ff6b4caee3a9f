internal import BinaryEncodings
internal import Encodings

/// A delegate action with its signature, in the form that a relayer receives (NEP-366). The signature is not
/// verified.
public struct SignedDelegateAction: Sendable, Hashable {
  /// The delegate action.
  public let delegateAction: DelegateAction
  /// The signature over its hash.
  public let signature: NEARSignature

  /// Creates a signed delegate action.
  public init(delegateAction: DelegateAction, signature: NEARSignature) {
    self.delegateAction = delegateAction
    self.signature = signature
  }

  /// Parses a signed delegate action from Borsh, either by itself or with the leading tag of an action, as on
  /// the chain.
  ///
  /// - Throws: The same errors as ``NEARTransaction/init(borsh:)``.
  public init(borsh bytes: [UInt8]) throws(NEARError) {
    self = try decodeBorsh(bytes) { reader in
      let (tag, layout) = Self.form(reader)
      if tag { _ = try reader.u8() }
      return try SignedDelegateAction(from: &reader, layout)
    }
  }

  /// Parses a signed delegate action from standard base64 of its Borsh encoding, the format of relayers.
  ///
  /// - Throws: `malformed_base64`, and the errors of ``init(borsh:)``.
  public init(base64 text: String) throws(NEARError) { try self.init(borsh: decodeBase64(text)) }

  /// The signed delegate action in Borsh, without the leading tag of an action.
  public var borsh: [UInt8] {
    var writer = BorshWriter(capacity: 256)
    write(to: &writer)
    return writer.bytes
  }

  /// The signed delegate action in standard base64 of its Borsh encoding.
  public var base64: String { Base64.encode(borsh) }

  /// Distinguishes the four forms. Each contains an account id whose length takes 4 bytes, of which only the
  /// first is not zero. It can be preceded by the version of a delegate action (0) and the tag of an action.
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
