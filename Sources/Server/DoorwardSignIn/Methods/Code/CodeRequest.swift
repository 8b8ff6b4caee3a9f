package import DoorwardDelivery
package import DoorwardSessions
package import DoorwardStore

/// A request for a code.
package struct CodeRequest: Sendable {
  /// The message that is sent.
  package enum Message: Sendable {
    case code(MessageKind)
    /// A notice without a code. Every answer to the challenge is wrong.
    case notice(MessageKind)
    /// Nothing. The work is that of a message of the kind, and every answer to the challenge is wrong.
    case withheld(MessageKind)

    var hasCode: Bool { if case .code = self { true } else { false } }
    var isWithheld: Bool { if case .withheld = self { true } else { false } }
  }

  package var purpose: CodeChallenge.Purpose
  /// The identifier that the request names.
  package var identifier: IdentityKey
  package var recipient: Recipient
  package var application: Application
  package var binding: Binding?
  package var user: User.ID?
  package var signUp: SignUpValues?
  /// The language of the message.
  package var language: String
  /// Whether the client is the hosted page. Then a mail also has a link, and an SMS has the host of the page.
  package var isFromPage: Bool
  /// Whether an administrator asks, so that no page waits for the code. Then the link of a mail opens the page with the request.
  package var opensPage = false
  /// The signed-in user who asks, or a client that has not proven a user.
  package var origin: EventOrigin
  /// The budget that the message may use.
  package var handling = OutgoingMessage.Handling.usual

  package init(
    _ purpose: CodeChallenge.Purpose, for identifier: IdentityKey, to recipient: Recipient,
    application: Application, binding: Binding?,
    user: User.ID? = nil, signUp: SignUpValues? = nil, language: String, isFromPage: Bool,
    by origin: EventOrigin
  ) {
    self.purpose = purpose
    self.identifier = identifier
    self.recipient = recipient
    self.application = application
    self.binding = binding
    self.user = user
    self.signUp = signUp
    self.language = language
    self.isFromPage = isFromPage
    self.origin = origin
  }
}

extension OutgoingMessage.Handling {
  /// The budget of a code: the reserve for a device that ``RequestLimits/reserving(_:for:_:)`` has returned.
  init(ofCodeFor device: [UInt8]?) { self = device == nil ? .usual : .reserved }
}
