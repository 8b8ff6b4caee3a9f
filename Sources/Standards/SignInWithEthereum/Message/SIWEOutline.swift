internal import Encodings

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
