import Encodings
import EthereumSignatures
import SignInWithEthereum

/// Verifies a Sign-In with Ethereum message and its signature against the relying party's expectations.
struct SIWEKind: VerifyKind {
  static let name = "siwe"
  static let members =
    "message, signature, domain?, uri?, scheme?, chain_id?, nonce?, request_id?, address?, time?"
  static let establishes = "address, fields"

  private let verifier = SIWEVerifier(policy: .all())

  func check(_ proof: JSONObjectReader) throws -> JSONObject {
    let message = try proof.requiredString("message")
    let signature = try proof.requiredString("signature")
    let verified = try verifier.verify(message: message, signature: signature, policy: policy(proof))
    return [
      "address": .string(verified.address.checksummed),
      "fields": .object(verified.message.fields.json),
    ]
  }

  private func policy(_ proof: JSONObjectReader) throws -> SIWEPolicy {
    var policies: [SIWEPolicy] = []
    if let domain = try proof.optionalString("domain") { policies.append(.domain(domain)) }
    if let uri = try proof.optionalString("uri") { policies.append(.uri(uri)) }
    if let scheme = try proof.optionalString("scheme") { policies.append(.scheme(scheme)) }
    if let chain = try proof.optionalUInt64("chain_id") { policies.append(.chain(chain)) }
    if let nonce = try proof.optionalString("nonce") { policies.append(.nonce(nonce)) }
    if let id = try proof.optionalString("request_id") { policies.append(.requestID(id)) }
    if let address = try proof.optionalString("address") {
      policies.append(.address(try EthereumAddress(parsing: address)))
    }
    policies.append(.time(at: try proof.instant()))
    return .all(policies)
  }
}

/// Parses a sign-in message without a signature.
struct SIWEMessageKind: VerifyKind {
  static let name = "siwe-message"
  static let members = "message"
  static let establishes = "fields"

  func check(_ proof: JSONObjectReader) throws -> JSONObject {
    ["fields": .object(try SIWEMessage(parsing: proof.requiredString("message")).fields.json)]
  }
}

extension SIWEFields {
  /// The fields by their EIP-4361 names in camel case. Fields that the message does not have are left out.
  fileprivate var json: JSONObject {
    var object = JSONObject()
    object["scheme"] = scheme.map(JSONValue.string)
    object["domain"] = .string(domain)
    object["address"] = .string(address)
    object["statement"] = statement.map(JSONValue.string)
    object["uri"] = .string(uri)
    object["version"] = .string(version)
    object["chainId"] = .integer(chainID)
    object["nonce"] = .string(nonce)
    object["issuedAt"] = .string(issuedAt)
    object["expirationTime"] = expirationTime.map(JSONValue.string)
    object["notBefore"] = notBefore.map(JSONValue.string)
    object["requestId"] = requestID.map(JSONValue.string)
    object["resources"] = resources.map(JSONValue.strings)
    return object
  }
}
