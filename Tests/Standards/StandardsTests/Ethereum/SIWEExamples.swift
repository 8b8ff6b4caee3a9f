import SignInWithEthereum

extension SIWEFields {
  /// A small valid message that tests change.
  static let example = SIWEFields(
    domain: "example.com", address: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
    uri: "https://example.com/login", chainID: 1, nonce: "32891756", issuedAt: "2021-09-30T16:25:24Z")

  /// A valid message with every field.
  static let full = SIWEFields(
    scheme: "https", domain: "user@example.com:8443", address: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
    statement: "I accept the ExampleOrg Terms of Service: https://example.com/tos",
    uri: "https://example.com/login?a=%20#b", chainID: 137, nonce: "32891756aB",
    issuedAt: "2021-09-30T16:25:24.123Z", expirationTime: "2021-09-30T18:25:24+02:00",
    notBefore: "2021-09-30t16:25:24z", requestID: "some_id%20:@",
    resources: [
      "ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/", "urn:a:b", "https://[::1]:1/",
    ])
}
