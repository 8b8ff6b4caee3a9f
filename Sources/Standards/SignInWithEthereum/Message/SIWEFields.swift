/// The fields of a sign-in message as plain values, which may be invalid.
///
/// The fields are the input of the message builder and the output of a parsed message.
/// ``SIWEMessage/init(_:addressCasing:)`` validates them. The coding keys are the member names of EIP-4361 in
/// camel case.
public struct SIWEFields: Sendable, Hashable {
  /// The scheme of the origin; nil if not stated.
  public var scheme: String?
  /// The authority that requests the signature.
  public var domain: String
  /// The address, with its EIP-55 checksum.
  public var address: String
  /// The statement that the user sees; nil if there is none.
  public var statement: String?
  /// The resource that is the subject of the signature.
  public var uri: String
  /// The version, `1`.
  public var version: String
  /// The EIP-155 chain id.
  public var chainID: UInt64
  /// The nonce: eight or more letters and digits.
  public var nonce: String
  /// The time of the message, in RFC 3339.
  public var issuedAt: String
  /// The time from which the message is invalid, in RFC 3339.
  public var expirationTime: String?
  /// The time from which the message is valid, in RFC 3339.
  public var notBefore: String?
  /// The identifier of the request.
  public var requestID: String?
  /// The URIs that the user agrees to resolve.
  public var resources: [String]?

  /// Creates the fields of a message. Parameters with a default are optional in a message.
  public init(
    scheme: String? = nil, domain: String, address: String, statement: String? = nil, uri: String,
    version: String = "1", chainID: UInt64, nonce: String, issuedAt: String,
    expirationTime: String? = nil, notBefore: String? = nil, requestID: String? = nil,
    resources: [String]? = nil
  ) {
    self.scheme = scheme
    self.domain = domain
    self.address = address
    self.statement = statement
    self.uri = uri
    self.version = version
    self.chainID = chainID
    self.nonce = nonce
    self.issuedAt = issuedAt
    self.expirationTime = expirationTime
    self.notBefore = notBefore
    self.requestID = requestID
    self.resources = resources
  }

  /// The text of these fields by the template of EIP-4361. It is not validated.
  var text: String {
    var text = scheme.map { $0 + "://" } ?? ""
    text += "\(domain) wants you to sign in with your Ethereum account:\n\(address)\n\n"
    if let statement { text += statement + "\n" }
    text +=
      "\nURI: \(uri)\nVersion: \(version)\nChain ID: \(chainID)\nNonce: \(nonce)\nIssued At: \(issuedAt)"
    if let expirationTime { text += "\nExpiration Time: " + expirationTime }
    if let notBefore { text += "\nNot Before: " + notBefore }
    if let requestID { text += "\nRequest ID: " + requestID }
    if let resources {
      text += "\nResources:"
      for resource in resources { text += "\n- " + resource }
    }
    return text
  }

  /// The error code of the first field that contains a line feed; nil if no field does.
  var fieldWithLineFeed: SIWEError.Code? {
    let fields: [(String?, SIWEError.Code)] = [
      (scheme, .invalidScheme), (domain, .invalidDomain), (address, .invalidAddress),
      (statement, .invalidStatement), (uri, .invalidURI), (version, .invalidVersion),
      (nonce, .invalidNonce), (issuedAt, .invalidTime), (expirationTime, .invalidTime),
      (notBefore, .invalidTime), (requestID, .invalidRequestID),
    ]
    for (text, code) in fields where text?.utf8.contains(UInt8(ascii: "\n")) ?? false { return code }
    let lineFeedInResource = resources?.contains { $0.utf8.contains(UInt8(ascii: "\n")) } ?? false
    return lineFeedInResource ? .invalidResource : nil
  }
}

extension SIWEFields: Codable {
  enum CodingKeys: String, CodingKey {
    case scheme, domain, address, statement, uri, version
    case chainID = "chainId"
    case nonce, issuedAt, expirationTime, notBefore
    case requestID = "requestId"
    case resources
  }
}
