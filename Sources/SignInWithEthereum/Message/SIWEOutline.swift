internal import Encodings

/// Where the fields of a message stand in its text, and the values of those that are not text.
struct SIWEOutline: Sendable {
  /// A time stamp: its value, and where its text stands.
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
  /// Every line after `Resources:`, each `- ` and a URI.
  var resources: TextRange?
}
