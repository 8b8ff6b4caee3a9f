/// A value that a template can show. Its name is the placeholder: `{{code}}`.
package enum MessageParameter: String, CaseIterable, Sendable {
  /// The name of the application.
  case application
  /// The one-time code.
  case code
  /// The address of a page. The page changes nothing until the user presses a button.
  case link
  /// The host of the page that asks for the code, for autofill of SMS codes.
  case domain
  /// The lifetime of the code in minutes.
  case minutes
  /// The lifetime of the invitation in days.
  case days
  /// The device or program that was used.
  case device
  /// The network that was used.
  case network
  /// The time of the event, as text for the user.
  case time
  /// The way to sign in, or the second factor, that the notice is about.
  case method
  /// The day on which the account will be deleted, as text for the user.
  case date
  /// The name of the inviting user.
  case inviter

  /// The form of a value.
  package enum Form: Sendable, Hashable {
    /// Letters, digits and hyphens.
    case code
    /// An absolute https URL, or an http URL on loopback.
    case link
    /// A host name.
    case host
    /// A number of 1 to 4 digits.
    case number
    /// Any text. A user may have chosen it.
    case text
  }

  /// The form of the value.
  package var form: Form {
    switch self {
    case .code: .code
    case .link: .link
    case .domain: .host
    case .minutes, .days: .number
    case .application, .device, .network, .time, .method, .date, .inviter: .text
    }
  }

  /// Whether the value opens something. A link is not shown in a subject, which mail servers log.
  package var isSecret: Bool { self == .code || self == .link }

  private static let sampleCode = "123456"

  /// A value for previews.
  package var sample: String {
    switch self {
    case .application: "Example"
    case .code: Self.sampleCode
    case .link: "https://accounts.example.com/continue#sample"
    case .domain: "accounts.example.com"
    case .minutes: "5"
    case .days: "7"
    case .device: "Firefox on Linux"
    case .network: "192.0.2.1"
    case .time: "2026-11-23 14:05 UTC"
    case .method: "Authenticator app"
    case .date: "2026-12-23"
    case .inviter: "Ann"
    }
  }
}
