extension SIWEMessage {
  /// Reads a message by the grammar of EIP-4361 §ABNF, to the letter: one order of fields, line feeds
  /// and no carriage returns, nothing before and nothing after.
  ///
  /// Where the grammar leaves room, this is what is read:
  /// - The domain must name a host, though RFC 3986 lets a host be empty.
  /// - Letters of the address must be its EIP-55 checksum, as the grammar's comment demands, unless
  ///   `addressCasing` says otherwise.
  /// - The chain id lies in ``chainIDs`` and has no leading zeros, so that a message and its fields are
  ///   one and the same text.
  /// - Times are RFC 3339 with either case of `T` and `Z`, any fraction and offset, and only days that
  ///   exist.
  /// - A statement, a request id and a list of resources may each be present and empty.
  ///
  /// - Parameters:
  ///   - text: The text that was, or will be, signed.
  ///   - addressCasing: Which letters of the address may be upper case.
  /// - Throws: A ``SIWEError`` that names the field: `malformed_message`, `message_too_large`,
  ///   `invalid_domain` and so on.
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
  /// sign-in-with-ethereum, up to the end of the text.
  fileprivate mutating func takeMessage(addressCasing: AddressCasing) throws(SIWEError) -> SIWEOutline {
    let scheme = takeSchemeOfOrigin()
    let (domain, host) = try takeDomain()
    guard take(literal: " wants you to sign in with your Ethereum account:\n") else {
      throw .malformed("Its first line is not that of a sign-in message.")
    }
    let addressText = takeLine()
    let address = try EthereumAddress(utf8: bytes(addressText), casing: addressCasing)
    guard take(literal: "\n\n") else { throw .malformed("No empty line follows the address.") }
    let statement = try takeStatement()

    guard take(literal: "\nURI: ") else { throw .malformed("No line with the URI follows an empty line.") }
    guard let uri = takeURI(), isAtLineEnd else {
      throw SIWEError(code: .invalidURI, reason: "The URI is not one by RFC 3986.")
    }
    guard take(literal: "\nVersion: ") else { throw .malformed("No line with the version follows the URI.") }
    guard take("1"), isAtLineEnd else {
      throw SIWEError(code: .invalidVersion, reason: "The version is not 1.")
    }
    guard take(literal: "\nChain ID: ") else {
      throw .malformed("No line with the chain id follows the version.")
    }
    let chainID = try takeChainID()
    guard take(literal: "\nNonce: ") else { throw .malformed("No line with the nonce follows the chain id.") }
    let nonce = try takeNonce()
    guard take(literal: "\nIssued At: ") else {
      throw .malformed("No line with the time of issue follows the nonce.")
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
          code: .invalidRequestID, reason: "The request id holds a character no RFC 3986 path segment does.")
      }
    }
    if take(literal: "\nResources:") { outline.resources = try takeResources() }
    guard isAtEnd else {
      throw .malformed("A line is unknown, repeated or out of order, or something follows the last one.")
    }
  }
}

extension SIWEError {
  /// A text without the lines of a message.
  static func malformed(_ reason: String) -> SIWEError {
    SIWEError(code: .malformedMessage, reason: "The text is not a sign-in message. \(reason)")
  }
}
