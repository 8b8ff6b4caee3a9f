public import Encodings

extension SIWEMessage {
  /// Builds a message from its fields. The resulting text is parsed with the same grammar as other messages,
  /// and must give the same fields. No field can therefore inject another field.
  ///
  /// - Parameters:
  ///   - fields: The fields of the message.
  ///   - addressCasing: The accepted letter case of the address.
  /// - Throws: ``SIWEError`` with the code of the invalid field, as in ``init(parsing:addressCasing:)``.
  public init(_ fields: SIWEFields, addressCasing: AddressCasing = .checksummed) throws(SIWEError) {
    if let code = fields.fieldWithLineFeed {
      throw SIWEError(code: code, reason: "A field of the message contains a line break.")
    }
    let message = try SIWEMessage(parsing: fields.text, addressCasing: addressCasing)
    // Without line feeds only the first line is ambiguous: "a" + "://" + "b" could also be a domain.
    guard message.scheme == fields.scheme else {
      throw SIWEError(
        code: fields.scheme == nil ? .invalidDomain : .invalidScheme,
        reason: "The scheme and the domain cannot be distinguished.")
    }
    guard message.fields == fields else {
      throw .malformed("Its parsed fields differ from the given fields.")
    }
    self = message
  }

  /// Builds a message from typed values. Times are written in UTC with milliseconds.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of the origin; nil means `https`.
  ///   - domain: The authority that requests the signature, such as `example.com` or `localhost:8787`.
  ///   - address: The account that will sign the message.
  ///   - statement: The statement that the user sees.
  ///   - uri: The resource that is the subject of the signature.
  ///   - chainID: The EIP-155 chain id.
  ///   - nonce: Eight or more letters and digits that were never used before.
  ///   - issuedAt: The time of the message.
  ///   - expirationTime: The time from which the message is invalid.
  ///   - notBefore: The time from which the message is valid.
  ///   - requestID: The identifier of the request.
  ///   - resources: The URIs that the user agrees to resolve.
  /// - Throws: ``SIWEError`` with the code of the invalid field.
  public init(
    scheme: String? = nil, domain: String, address: EthereumAddress, statement: String? = nil,
    uri: String, chainID: UInt64, nonce: String, issuedAt: Timestamp,
    expirationTime: Timestamp? = nil, notBefore: Timestamp? = nil, requestID: String? = nil,
    resources: [String]? = nil
  ) throws(SIWEError) {
    try self.init(
      SIWEFields(
        scheme: scheme, domain: domain, address: address.checksummed, statement: statement, uri: uri,
        chainID: chainID, nonce: nonce, issuedAt: issuedAt.rfc3339,
        expirationTime: expirationTime?.rfc3339, notBefore: notBefore?.rfc3339, requestID: requestID,
        resources: resources))
  }

  /// The text of the message with another nonce.
  ///
  /// - Parameter nonce: Eight or more letters and digits.
  /// - Returns: The text. It is a message unless the nonce is malformed or the text too long.
  package func text(withNonce nonce: String) -> String {
    withTextBytes { bytes in
      let range = outline.nonce.range
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count + nonce.utf8.count)
      text += bytes[..<range.lowerBound]
      text += nonce.utf8
      text += bytes[range.upperBound...]
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// The fields of the message. Times and the address have their spelling in the text.
  public var fields: SIWEFields {
    SIWEFields(
      scheme: scheme, domain: domain, address: string(outline.addressText), statement: statement,
      uri: uri, version: version, chainID: chainID, nonce: nonce,
      issuedAt: string(outline.issuedAt.range),
      expirationTime: (outline.expirationTime?.range).map(string),
      notBefore: (outline.notBefore?.range).map(string), requestID: requestID, resources: resources)
  }
}
