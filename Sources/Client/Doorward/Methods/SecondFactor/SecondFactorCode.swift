internal import DoorwardWire
public import Foundation

/// A code that the server has sent as a second factor. ``SecondFactorClient/verify(_:code:)`` finishes the sign-in with it.
public struct SecondFactorCode: Sendable {
  /// The channel.
  public var channel: CodeChannel { CodeChannel(rawValue: wire.channel) }
  /// The channels that the user can choose from, for ``SecondFactorClient/sendCode(_:by:)``.
  public var channels: [CodeChannel] { wire.channels.map(CodeChannel.init) }
  /// The address, with enough characters for its owner to recognize it: `a•••@example.com`, `•••67`.
  public var sentTo: String { wire.sentTo }
  /// The end of the code's lifetime, by the server's clock.
  public var expiresAt: Date { wire.sent.expiresAt }
  /// The earliest time at which another code can be sent, by the server's clock.
  public var resendAt: Date { wire.sent.resendAt }

  let wire: WireSecondFactorCode
  /// The sign-in.
  let challenge: SecondFactorChallenge
}

extension SecondFactorCode: CustomStringConvertible, CustomReflectable {
  public var description: String { "SecondFactorCode" }
  // The id of the challenge proves the first factor.
  public var customMirror: Mirror { Mirror(self, children: ["sentTo": sentTo]) }
}

/// A channel of one-time codes. The set is open.
public struct CodeChannel: RawRepresentable, Hashable, Sendable {
  /// The stable name.
  public let rawValue: String

  /// Makes a channel from its stable name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Email.
  public static var email: CodeChannel { CodeChannel(rawValue: "email") }
  /// SMS.
  public static var sms: CodeChannel { CodeChannel(rawValue: "sms") }
}
