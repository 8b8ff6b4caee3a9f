public import Encodings

extension SIWEMessage {
  /// Builds a message from its fields. What is written is read back by the same grammar that reads
  /// foreign messages, and must answer the same fields: no value can smuggle in another.
  ///
  /// - Parameters:
  ///   - fields: The fields of the message.
  ///   - addressCasing: Which letters of the address may be upper case.
  /// - Throws: A ``SIWEError`` that names the field, as ``init(parsing:addressCasing:)`` does.
  public init(_ fields: SIWEFields, addressCasing: AddressCasing = .checksummed) throws(SIWEError) {
    if let code = fields.fieldWithLineFeed {
      throw SIWEError(code: code, reason: "A field of the message holds a line break.")
    }
    let message = try SIWEMessage(parsing: fields.text, addressCasing: addressCasing)
    // Without line feeds only the first line can be read in two ways: "a" + "://" + "b" as a domain.
    guard message.scheme == fields.scheme else {
      throw SIWEError(
        code: fields.scheme == nil ? .invalidDomain : .invalidScheme,
        reason: "The scheme and the domain do not stand apart.")
    }
    guard message.fields == fields else {
      throw .malformed("Its fields do not say, read back, what they were given to say.")
    }
    self = message
  }

  /// Builds a message from typed values; times are written in UTC with milliseconds.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of the origin; absent means `https`.
  ///   - domain: The authority that asks, as in `example.com` or `localhost:8787`.
  ///   - address: The account that is to sign.
  ///   - statement: What the person is told.
  ///   - uri: The resource that is the subject of the signature.
  ///   - chainID: The EIP-155 chain id.
  ///   - nonce: Eight or more letters and digits, never used before.
  ///   - issuedAt: When the message was made.
  ///   - expirationTime: From when on it is no longer valid.
  ///   - notBefore: From when on it is valid.
  ///   - requestID: The identifier of the request.
  ///   - resources: URIs the person wants resolved.
  /// - Throws: A ``SIWEError`` that names the field.
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

  /// The fields of the message; times and the address as they are written in it.
  public var fields: SIWEFields {
    SIWEFields(
      scheme: scheme, domain: domain, address: string(outline.addressText), statement: statement,
      uri: uri, version: version, chainID: chainID, nonce: nonce,
      issuedAt: string(outline.issuedAt.range),
      expirationTime: (outline.expirationTime?.range).map(string),
      notBefore: (outline.notBefore?.range).map(string), requestID: requestID, resources: resources)
  }
}
