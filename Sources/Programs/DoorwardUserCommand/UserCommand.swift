enum UserCommand: String, CaseIterable {
  case login
  case signUp = "sign-up"
  case whoami, token
  case changePassword = "password change"
  case resetPassword = "password reset"
  case listSecondFactors = "second-factor list"
  case addSecondFactor = "second-factor add"
  case addCodeFactor = "second-factor add-code"
  case removeSecondFactor = "second-factor remove"
  case replaceRecoveryCodes = "recovery-codes"
  case listPasskeys = "passkey list"
  case addPasskey = "passkey add"
  case renamePasskey = "passkey rename"
  case removePasskey = "passkey remove"
  case setPhoto = "photo set"
  case removePhoto = "photo remove"
  case setUsername = "username set"
  case removeUsername = "username remove"
  case export
  case deleteAccount = "delete"
  case logout

  /// Whether the command signs in.
  var signsIn: Bool { [.login, .signUp, .resetPassword].contains(self) }

  /// The effect of the command, in one line.
  var summary: String {
    switch self {
    case .login: "sign in: in the browser, on another device, by password, code or security key"
    case .signUp: "make a new account with a password, and sign in"
    case .whoami: "show the signed-in user"
    case .token: "print an access token for your backends, renewed if it is about to expire"
    case .changePassword: "change or set your password"
    case .resetPassword: "set a new password with a code that is sent to you, and sign in"
    case .listSecondFactors: "show your second factors, and how many recovery codes are unused"
    case .addSecondFactor: "add an authenticator, and print recovery codes if you have none"
    case .addCodeFactor: "make codes by email or SMS a second factor, and print recovery codes"
    case .removeSecondFactor: "remove a second factor"
    case .replaceRecoveryCodes: "replace your recovery codes, and print the new ones"
    case .listPasskeys: "show your passkeys"
    case .addPasskey: "make a passkey on the security key that is plugged in"
    case .renamePasskey: "give a passkey another name"
    case .removePasskey: "remove a passkey"
    case .setPhoto: "set your photo"
    case .removePhoto: "remove your photo"
    case .setUsername: "set or change your user name"
    case .removeUsername: "remove your user name"
    case .export: "print everything that the server stores about you, as JSON"
    case .deleteAccount: "delete your account; a sign-in keeps it for a while"
    case .logout: "sign out"
    }
  }

  /// The options of the command.
  var options: [Option] {
    switch self {
    case .login:
      [.server, .application, .device, .password, .code, .securityKey, .user, .again, .keepAccount]
    case .signUp: [.server, .application, .user, .again]
    case .whoami: [.server, .application, .json]
    case .removeSecondFactor, .removePasskey: [.server, .application, .id]
    case .addCodeFactor: [.server, .application, .channel]
    case .renamePasskey: [.server, .application, .id, .name]
    case .token, .changePassword, .listSecondFactors, .addSecondFactor, .replaceRecoveryCodes,
      .listPasskeys, .addPasskey, .removePhoto, .removeUsername, .export:
      [.server, .application]
    case .setPhoto: [.server, .application, .file]
    case .setUsername: [.server, .application, .name]
    case .deleteAccount: [.server, .application, .yes]
    case .resetPassword: [.server, .application, .user, .keepAccount]
    case .logout: [.server, .application, .everywhere]
    }
  }

  enum Option: String {
    case server, application, device, password, code, user, again, id, file, name, yes, channel
    case securityKey = "security-key"
    case keepAccount = "keep-account"
    case json, everywhere, help

    /// The name of the value; nil for an option without a value.
    var value: String? {
      switch self {
      case .server: "URL"
      case .application: "ID"
      case .user: "USER"
      case .id: "ID"
      case .file: "FILE"
      case .name: "NAME"
      case .channel: "CHANNEL"
      default: nil
      }
    }

    var summary: String {
      switch self {
      case .server: "the server; the default is $DOORWARD_SERVER, then the server of the last login"
      case .application: "the application; the default is $DOORWARD_APPLICATION, then that of the last login"
      case .device: "show a code to type on another device, for machines without a browser"
      case .password: "ask for a password; it is read from standard input and never shown"
      case .code: "send a one-time code by email or SMS, and ask for it"
      case .securityKey: "use the passkey of the security key that is plugged in"
      case .user: "the email address, phone number or user name; the default is to ask for it"
      case .again: "sign in again, with the same or another account"
      case .id: "the second factor or passkey, as the list names it; the default is the only one"
      case .file: "the image: JPEG, PNG, WebP, HEIC, AVIF or GIF, up to 10 MB"
      case .name: "the new name; the default is to ask for it"
      case .channel: "email or sms; the default is email"
      case .yes: "do not ask whether you are sure"
      case .keepAccount: "keep an account that will be deleted; the default is to ask"
      case .json: "print the user as JSON"
      case .everywhere: "on every device"
      case .help: "show this help"
      }
    }

    var spelling: String { "--\(rawValue)" + (value.map { " \($0)" } ?? "") }
  }

  var help: String {
    let rows = (options + [.help]).map { ("  \($0.spelling)", $0.summary) }
    return "usage: doorward-user \(rawValue) [OPTION…]\n\n\(summary.capitalizedFirst).\n\n\(Self.table(rows))"
  }

  static var help: String {
    let rows = allCases.map { ("  \($0.rawValue)", $0.summary) }
    return """
      usage: doorward-user COMMAND [OPTION…]

      Signs you in to a Doorward server on this machine.

      \(table(rows))
      doorward-user COMMAND --help explains a command, doorward-user --version prints the version. Data goes to
      standard output, messages go to standard error. The exit status is 0 for success, 1 for failure and 2 for a
      wrong command line.

      """
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { $0.0.padding(to: width + 2) + $0.1 + "\n" }.joined()
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
