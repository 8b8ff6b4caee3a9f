/// The commands.
enum UserCommand: String, CaseIterable {
  case login, whoami, token, logout

  /// The effect of the command, in one line.
  var summary: String {
    switch self {
    case .login: "sign in, in the browser or with a code on another device"
    case .whoami: "show the signed-in user"
    case .token: "print an access token for your backends, renewed if it is about to expire"
    case .logout: "sign out"
    }
  }

  /// The options of the command.
  var options: [Option] {
    switch self {
    case .login: [.server, .application, .device, .again]
    case .whoami: [.server, .application, .json]
    case .token: [.server, .application]
    case .logout: [.server, .application, .everywhere]
    }
  }

  enum Option: String {
    case server, application, device, again, json, everywhere, help

    /// The name of the value; nil for an option without a value.
    var value: String? {
      switch self {
      case .server: "URL"
      case .application: "ID"
      default: nil
      }
    }

    var summary: String {
      switch self {
      case .server: "the server; the default is $DOORWARD_SERVER, then the server of the last login"
      case .application: "the application; the default is $DOORWARD_APPLICATION, then that of the last login"
      case .device: "show a code to type on another device, for machines without a browser"
      case .again: "sign in again, with the same or another account"
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
