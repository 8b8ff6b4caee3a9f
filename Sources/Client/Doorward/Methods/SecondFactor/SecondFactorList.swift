internal import DoorwardWire
public import Foundation

/// The second factors of a user.
public struct SecondFactorList: Sendable, Hashable {
  /// The factors, the oldest first.
  public let factors: [DoorwardSecondFactor]
  /// The number of unused recovery codes.
  public let recoveryCodesLeft: Int
}

/// A second factor of a user.
public struct DoorwardSecondFactor: Sendable, Hashable, Identifiable {
  /// The id. Pass it to ``SecondFactorClient/remove(_:)``.
  public var id: String { wire.id }
  /// The kind of factor.
  public var method: SecondFactorMethod { SecondFactorMethod(rawValue: wire.type) }
  /// The time at which the user added the factor.
  public var createdAt: Date? { wire.createdAt }
  /// The id of the passkey that is the factor, or of the address that gets the codes; nil for an authenticator.
  public var identityID: String? { wire.identityID }
  /// The channel of sent codes; nil for another factor.
  public var channel: CodeChannel? { wire.channel.map(CodeChannel.init(rawValue:)) }

  let wire: WireSecondFactor
}
