public import Foundation

/// A view for the code that the server has sent.
public struct CodeStep: Hashable, Sendable {
  /// The effect of the code.
  public enum Purpose: String, Hashable, Sendable {
    /// Signs in.
    case signIn
    /// Finishes a sign-up with a password.
    case signUp
    /// Sets a new password, which the view asks for too.
    case reset
  }

  /// The effect of the code.
  public let purpose: Purpose
  /// The address as the user has typed it. A code for a new password may be sent to another address of the user.
  public let sentTo: String
  /// The code that was sent last.
  public internal(set) var sent: SentCode

  package init(purpose: Purpose, sentTo: String, sent: SentCode) {
    self.purpose = purpose
    self.sentTo = sentTo
    self.sent = sent
  }
}

/// A code on its way to the user.
public struct SentCode: Hashable, Sendable {
  /// The name of the challenge that the driver keeps.
  package let ticket: Ticket
  /// The address with some characters replaced; nil if the server does not say it.
  public let maskedAddress: String?
  /// The kind of the address; nil if the server does not say it.
  public let channel: IdentifierKind?
  /// The kinds of addresses that a code can be sent to, for ``SignInAct/sendCodeTo(_:)``; empty if the user has no choice.
  public let channels: [IdentifierKind]
  /// The end of the code's lifetime.
  public let expiresAt: Date
  /// The time from which another code can be sent; nil if it can be sent now.
  public internal(set) var resendAt: Date?
  /// Whether the code has expired. Too many wrong codes have the same effect. Only another code helps.
  public internal(set) var isExpired = false

  package init(
    ticket: Ticket, maskedAddress: String? = nil, channel: IdentifierKind? = nil,
    channels: [IdentifierKind] = [], expiresAt: Date, resendAt: Date?
  ) {
    self.ticket = ticket
    self.maskedAddress = maskedAddress
    self.channel = channel
    self.channels = channels
    self.expiresAt = expiresAt
    self.resendAt = resendAt
  }
}

/// The name of a challenge of the SDK.
package struct Ticket: Hashable, Sendable {
  package let number: Int

  package init(_ number: Int) { self.number = number }
}
