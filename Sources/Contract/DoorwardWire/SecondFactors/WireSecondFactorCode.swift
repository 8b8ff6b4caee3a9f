package import Encodings

/// A code that was sent as a second factor: the answer to ``WirePath/codeSend`` with the purpose ``purpose``.
package struct WireSecondFactorCode: Sendable {
  /// The purpose of the request.
  package static var purpose: String { "second_factor" }

  /// The challenge, which replaces that of the waiting sign-in.
  package let sent: WireSentCode
  package let channel: String
  package let channels: [String]
  package let sentTo: String

  package init(sent: WireSentCode, channel: String, channels: [String], sentTo: String) {
    self.sent = sent
    self.channel = channel
    self.channels = channels
    self.sentTo = sentTo
  }

  /// Reads an answer; nil if a member is missing.
  package init?(_ value: JSONValue) {
    guard let sent = WireSentCode(value), let channel = value[SecondFactorMembers.channel]?.string,
      let sentTo = value[SecondFactorMembers.sentTo]?.string
    else { return nil }
    let channels = (value[SecondFactorMembers.channels]?.array ?? []).compactMap(\.string)
    self.init(sent: sent, channel: channel, channels: channels, sentTo: sentTo)
  }

  package var json: JSONObject {
    var object = sent.json
    object[SecondFactorMembers.channel] = .string(channel)
    object[SecondFactorMembers.sentTo] = .string(sentTo)
    object[SecondFactorMembers.channels] = .strings(channels)
    return object
  }
}
