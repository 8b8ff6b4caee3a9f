internal import DoorwardWire

// A new method is a case here with its traits, and the closures of the app in `SignInProofs` and `AccountLinks`.

/// A way to sign in.
public enum SignInMethod: String, Hashable, Sendable, CaseIterable {
  /// An identifier and a password.
  case password
  /// A code that was sent.
  case code
  /// A passkey.
  case passkey
  /// Sign-In with Ethereum.
  case ethereum
  /// A NEAR account.
  case near
  /// The server's page in the user's browser.
  case browser

  /// The description, from which the flow and the windows derive everything about the method.
  package var traits: MethodTraits {
    switch self {
    case .password:
      MethodTraits(
        name: WireMethod.password, kind: .form, section: "identifier", systemImage: "lock",
        icons: ["dialog-password-symbolic", "channel-secure-symbolic"])
    case .code:
      MethodTraits(
        name: WireMethod.code, kind: .form, section: "identifier", systemImage: "number",
        icons: ["mail-unread-symbolic", "mail-send-symbolic"])
    case .passkey:
      MethodTraits(
        name: WireMethod.passkey, kind: .passkey, identityType: WireIdentity.Kind.passkey,
        section: "passkeys", hint: "passkeys.detail", systemImage: "person.badge.key",
        icons: ["auth-fingerprint-symbolic", "channel-secure-symbolic", "dialog-password-symbolic"])
    case .ethereum:
      MethodTraits(
        name: WireMethod.ethereum, kind: .wallet, identityType: WireIdentity.Kind.ethereum,
        section: "ethereum",
        systemImage: "diamond", icons: ["wallet-symbolic", "application-x-addon-symbolic"])
    case .near:
      MethodTraits(
        name: WireMethod.near, kind: .wallet, identityType: WireIdentity.Kind.near, section: "near",
        systemImage: "n.circle", icons: ["wallet-symbolic", "application-x-addon-symbolic"])
    case .browser:
      MethodTraits(
        name: nil, kind: .browser, section: nil, systemImage: "globe",
        icons: ["web-browser-symbolic", "applications-internet-symbolic"])
    }
  }

  /// The method whose identities have a type; nil for a type of the identifier, and for one that this version does not know.
  init?(identityType: String) {
    guard let method = Self.allCases.first(where: { $0.traits.identityType == identityType }) else {
      return nil
    }
    self = method
  }

  /// Whether it begins with the field of the identifier. The proof of the other methods comes from outside the view: from a sheet of
  /// the system, a wallet or a browser.
  public var hasIdentifier: Bool { traits.kind == .form }

  /// Whether users add its identities to an account by a proof from outside the view.
  var isAddable: Bool { traits.identityType != nil }

  /// The key of the label of the button in the first view.
  var startText: String { "method.\(rawValue).start" }
  /// The key of the label of the button in a sign-in that confirms a user.
  var confirmText: String { "method.\(rawValue).confirm" }
  /// The key of the label of the button that adds an identity, and of the title of its dialog.
  var addText: String { "method.\(rawValue).add" }
}

/// The description of a sign-in method.
package struct MethodTraits: Sendable {
  /// The view that asks the user for the proof. Its texts have the keys `windows.proof.<kind>Title`, `Text` and `Waiting`.
  package enum Kind: String, Sendable, CaseIterable {
    /// A form of the sign-in.
    case form
    /// A sheet of the system. The SDK shows it.
    case passkey
    /// A wallet. The app shows it.
    case wallet
    /// The server's page. The app opens it.
    case browser
  }

  /// The name in the offer of the server; nil if the method is not one of the server.
  let name: String?
  package let kind: Kind
  /// The type of its identities; nil if it has none of its own.
  var identityType: String?
  /// The section of texts with the sentences for its error codes, and with the name of its identities; nil if it has no own sentences.
  let section: String?
  /// The key of the hint at its button; nil if there is none.
  var hint: String?
  /// The name of its symbol on Apple platforms.
  package let systemImage: String
  /// The names of its symbol in icon themes of desktops, the best one first.
  package let icons: [String]
}
