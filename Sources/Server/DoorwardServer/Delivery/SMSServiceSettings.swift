import DoorwardCurl
import DoorwardDelivery
import DoorwardOpenSSL
import DoorwardSessions
import DoorwardStore
import Encodings

/// The settings of one kind of SMS service.
enum SMSServiceSettings: Sendable {
  case twilio(account: String, token: SecretSource, sender: TwilioProvider.Sender, baseURL: String)
  case webhook(url: String, secret: SecretSource)

  /// Reads the settings of Twilio.
  ///
  /// - Parameters:
  ///   - reader: reads `sms`.
  ///   - chosen: the kind that the operator has chosen; nil after a mistake. Keys of another kind are mistakes.
  init?(twilio reader: inout ConfigurationReader, chosen: SMSConfiguration.Provider?) {
    let account = reader.string("account")
    let (value, file) = (reader.string("token"), reader.string("token_file"))
    let token = reader.secret("token", value, file: file)
    let from = reader.string("from")
    let messagingService = reader.string("messaging_service")
    let baseURL = reader.string("base_url")
    guard chosen == .twilio else {
      guard chosen != nil else { return nil }
      Self.refuse(
        [
          "account": account, "token": value, "token_file": file, "from": from,
          "messaging_service": messagingService, "base_url": baseURL,
        ], "is for the provider twilio", in: reader)
      return nil
    }
    reader.require("account", "is required for twilio")
    if token == nil { reader.require("token", "is required for twilio") }
    if (from == nil) == (messagingService == nil) {
      reader.missing("from", "twilio needs either from or messaging_service")
    }
    if let account, account.isEmpty || !account.utf8.allSatisfy({ Self.isLetterOrDigit($0) }) {
      reader.refuse("account", "must be letters and digits")
    }
    if let baseURL, !LinkRule.allows(baseURL) || baseURL.hasSuffix("/") {
      reader.refuse("base_url", "must be an https URL, or http on loopback, without a slash at the end")
    }
    guard let account, let token,
      let sender = from.map({ TwilioProvider.Sender.from($0) })
        ?? messagingService.map({ .messagingService($0) })
    else { return nil }
    self = .twilio(
      account: account, token: token, sender: sender, baseURL: baseURL ?? "https://api.twilio.com")
  }

  /// Reads the settings of a webhook.
  ///
  /// - Parameters:
  ///   - reader: reads `sms`.
  ///   - chosen: the kind that the operator has chosen; nil after a mistake. Keys of another kind are mistakes.
  init?(webhook reader: inout ConfigurationReader, chosen: SMSConfiguration.Provider?) {
    let url = reader.string("url")
    let (value, file) = (reader.string("secret"), reader.string("secret_file"))
    let secret = reader.secret("secret", value, file: file)
    guard chosen == .webhook else {
      guard chosen != nil else { return nil }
      Self.refuse(
        ["url": url, "secret": value, "secret_file": file], "is for the provider webhook", in: reader)
      return nil
    }
    reader.require("url", "is required for webhook")
    if secret == nil { reader.require("secret", "is required for webhook") }
    if let url, !LinkRule.allows(url) { reader.refuse("url", "must be an https URL, or http on loopback") }
    if let value, Self.bytes(ofSecret: value) == nil { reader.refuse("secret", Self.secretRule) }
    guard let url, let secret else { return nil }
    self = .webhook(url: url, secret: secret)
  }

  /// The service.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - clock: the time of signatures.
  /// - Returns: the service.
  /// - Throws: ``ConfigurationError`` if a secret cannot be read; the errors of OpenSSL.
  func provider(client: OutgoingHTTPClient, clock: WallClock) throws -> any SMSProvider {
    switch self {
    case .twilio(let account, let token, let sender, let baseURL):
      return try TwilioProvider(
        account: account, token: token.load(), sender: sender, baseURL: baseURL, client: client)
    case .webhook(let url, let secret):
      guard let bytes = Self.bytes(ofSecret: try secret.load()) else {
        throw secret.mistake(Self.secretRule)
      }
      return try WebhookProvider(
        url: url, signature: WebhookSignature(secret: bytes, context: OpenSSLContext()), clock: clock,
        client: client)
    }
  }

  /// Refuses the keys that have a value.
  private static func refuse(
    _ given: [String: String?], _ reason: String, in reader: ConfigurationReader
  ) {
    for (name, value) in given.sorted(by: { $0.key < $1.key }) where value != nil {
      reader.refuse(name, reason)
    }
  }

  private static let secretRule = "must be base64url of 16 bytes or more, without padding"

  /// The bytes of the webhook's secret; nil if the text is not one.
  private static func bytes(ofSecret text: String) -> [UInt8]? {
    guard let bytes = try? Base64URL.decode(text), bytes.count >= 16 else { return nil }
    return bytes
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20)
  }
}
