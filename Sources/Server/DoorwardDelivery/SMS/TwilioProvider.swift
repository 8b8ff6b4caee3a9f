package import DoorwardCurl
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardIdentifiers
import Encodings

/// Sends SMS through Twilio, or a service with the same interface
/// (https://www.twilio.com/docs/messaging/api/message-resource).
package struct TwilioProvider: SMSProvider, HiddenContent {
  /// The number or the service that sends the SMS.
  package enum Sender: Sendable {
    /// A phone number in E.164 form, or an alphanumeric sender.
    case from(String)
    /// The identifier of a messaging service.
    case messagingService(String)
  }

  private let service: SMSService
  private let url: String
  private let authorization: String
  private let sender: Sender
  private let redaction: Redaction

  /// Makes a provider.
  ///
  /// `account` is the account SID. `token` is the secret of the account. `baseURL` is the service, without a slash at
  /// the end. `client` sends the requests.
  ///
  /// - Throws: ``SMSSettingsError`` if the base URL is neither https nor on this machine, or the account has characters
  ///   other than letters and digits.
  package init(
    account: String, token: String, sender: Sender, baseURL: String = "https://api.twilio.com",
    client: OutgoingHTTPClient
  ) throws(SMSSettingsError) {
    guard LinkRule.allows(baseURL) else {
      throw SMSSettingsError(description: "the URL of the SMS service must be https, except on loopback")
    }
    guard !account.isEmpty, account.utf8.allSatisfy({ Self.isLetterOrDigit($0) }) else {
      throw SMSSettingsError(description: "the account of the SMS service must be letters and digits")
    }
    service = SMSService(client: client)
    url = "\(baseURL)/2010-04-01/Accounts/\(account)/Messages.json"
    authorization = "Basic " + Base64.encode([UInt8]("\(account):\(token)".utf8))
    self.sender = sender
    redaction = Redaction(user: account, password: token)
  }

  package var longestTime: Duration { service.client.timeout }

  package func send(_ sms: SMS) async -> SMSOutcome {
    var form = [("To", sms.recipient.e164), ("Body", sms.text)]
    switch sender {
    case .from(let number): form.append(("From", number))
    case .messagingService(let id): form.append(("MessagingServiceSid", id))
    }
    let body = form.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
    let request = OutgoingRequest(
      method: .post, url: url,
      fields: [
        "Authorization": authorization, "Content-Type": "application/x-www-form-urlencoded",
        "Accept": "application/json",
      ], body: [UInt8](body.utf8))
    return await service.send(request) { Self.detail($0).map(redaction.redacted) }
  }

  /// The identifier of the accepted SMS, or the number and the sentence of the error.
  private static func detail(_ body: [UInt8]) -> String? {
    guard let answer = try? JSONParser.parse(body) else { return nil }
    if let sid = answer["sid"]?.string { return sid }
    let parts = [answer["code"]?.int64.map { "\($0)" }, answer["message"]?.string]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20)
  }
}
