internal import Encodings

extension SIWEMessage {
  /// Parses a message with the grammar of EIP-4361 §ABNF: a fixed order of fields, line feeds without carriage
  /// returns, and no text before or after the message.
  ///
  /// The grammar leaves some cases open. This parser decides as follows:
  /// - The domain must contain a host, although RFC 3986 allows an empty host.
  /// - The letter case of the address must be its EIP-55 checksum, as the comment in the grammar requires,
  ///   unless `addressCasing` allows more.
  /// - The chain id must be in ``chainIDs`` and must not have leading zeros, so that the fields determine the
  ///   text.
  /// - Times are RFC 3339 with either case of `T` and `Z`, any fraction and any offset. Dates must exist.
  /// - A statement, a request id and a list of resources may be present and empty.
  ///
  /// - Parameters:
  ///   - text: The text that was signed or will be signed.
  ///   - addressCasing: The accepted letter case of the address.
  /// - Throws: ``SIWEError`` with the code of the invalid field: `malformed_message`, `message_too_large`,
  ///   `invalid_domain` and others.
  public init(parsing text: String, addressCasing: AddressCasing = .checksummed) throws(SIWEError) {
    guard text.utf8.count <= Self.maximumLength else {
      throw SIWEError(
        code: .messageTooLarge, reason: "The message is longer than \(Self.maximumLength) bytes.")
    }
    var text = text
    let outline = text.withUTF8 { utf8 in
      ByteCursor.over(utf8) { cursor in
        Result { () throws(SIWEError) in
          try cursor.takeMessage(addressCasing: addressCasing)
        }
      }
    }
    self.init(text: text, outline: try outline.get())
  }
}

extension ByteCursor {
  /// sign-in-with-ethereum, to the end of the text.
  fileprivate mutating func takeMessage(addressCasing: AddressCasing) throws(SIWEError) -> SIWEOutline {
    let scheme = takeSchemeOfOrigin()
    let (domain, host) = try takeDomain()
    guard take(literal: " wants you to sign in with your Ethereum account:\n") else {
      throw .malformed("Its first line is not the first line of a sign-in message.")
    }
    let addressText = takeLine()
    let address = try EthereumAddress(utf8: bytes(addressText), casing: addressCasing)
    guard take(literal: "\n\n") else { throw .malformed("The empty line after the address is missing.") }
    let statement = try takeStatement()

    guard take(literal: "\nURI: ") else {
      throw .malformed("The line with the URI is missing after the empty line.")
    }
    guard let uri = takeURI(), isAtLineEnd else {
      throw SIWEError(code: .invalidURI, reason: "The URI is not an RFC 3986 URI.")
    }
    guard take(literal: "\nVersion: ") else {
      throw .malformed("The line with the version is missing after the URI.")
    }
    guard take("1"), isAtLineEnd else {
      throw SIWEError(code: .invalidVersion, reason: "The version is not 1.")
    }
    guard take(literal: "\nChain ID: ") else {
      throw .malformed("The line with the chain id is missing after the version.")
    }
    let chainID = try takeChainID()
    guard take(literal: "\nNonce: ") else {
      throw .malformed("The line with the nonce is missing after the chain id.")
    }
    let nonce = try takeNonce()
    guard take(literal: "\nIssued At: ") else {
      throw .malformed("The line with the time of issue is missing after the nonce.")
    }
    var outline = SIWEOutline(
      scheme: scheme, domain: domain, host: host, address: address, addressText: addressText,
      statement: statement, uri: uri, chainID: chainID, nonce: nonce, issuedAt: try takeTime())
    try takeOptionalFields(into: &outline)
    return outline
  }

  private mutating func takeOptionalFields(into outline: inout SIWEOutline) throws(SIWEError) {
    if take(literal: "\nExpiration Time: ") { outline.expirationTime = try takeTime() }
    if take(literal: "\nNot Before: ") { outline.notBefore = try takeTime() }
    if take(literal: "\nRequest ID: ") {
      outline.requestID = takeAllOrEncoded(.pathCharacter)
      guard isAtLineEnd else {
        throw SIWEError(
          code: .invalidRequestID,
          reason: "The request id contains a character that RFC 3986 does not allow in a path segment.")
      }
    }
    if take(literal: "\nResources:") { outline.resources = try takeResources() }
    guard isAtEnd else {
      throw .malformed("A line is unknown, repeated or out of order, or text follows the last line.")
    }
  }
}

extension SIWEError {
  /// The error for a text that does not have the lines of a message.
  static func malformed(_ reason: String) -> SIWEError {
    SIWEError(code: .malformedMessage, reason: "The text is not a sign-in message. \(reason)")
  }
}

/// The ranges of the fields in the text of a message, and the values of fields that are not text.
struct SIWEOutline: Sendable {
  /// A time stamp with its value and its range.
  struct Time: Sendable {
    var timestamp: Timestamp
    var range: TextRange
  }

  var scheme: TextRange?
  var domain: TextRange
  /// The host within the domain.
  var host: TextRange
  var address: EthereumAddress
  var addressText: TextRange
  var statement: TextRange?
  var uri: TextRange
  var chainID: UInt64
  var nonce: TextRange
  var issuedAt: Time
  var expirationTime: Time?
  var notBefore: Time?
  var requestID: TextRange?
  /// All lines after `Resources:`. Each consists of `- ` and a URI.
  var resources: TextRange?
}
