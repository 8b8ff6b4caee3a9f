/// What the program can be asked to do.
enum UserCommand: String, CaseIterable {
  case login, whoami, token, logout

  /// What it does, in a line.
  var summary: String {
    switch self {
    case .login: "sign in, in the browser or with a code on another device"
    case .whoami: "say who is signed in"
    case .token: "print an access token for your backends, renewed when it is about to end"
    case .logout: "sign out"
    }
  }

  /// Its own options, and what they are for.
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

    /// What its value is called; nil for one that has none.
    var value: String? {
      switch self {
      case .server: "URL"
      case .application: "ID"
      default: nil
      }
    }

    var summary: String {
      switch self {
      case .server: "the server; else $DOORWARD_SERVER, else the one of the last login"
      case .application: "the application's id; else $DOORWARD_APPLICATION, else the one of the last login"
      case .device: "show a code to type on another device, for machines without a browser"
      case .again: "sign in though somebody is signed in, perhaps as somebody else"
      case .json: "print what the server knows, as JSON"
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
      doorward-user COMMAND --help says more of one, doorward-user --version which version it is. Data goes to
      standard output, messages to standard error. Exits with 0 when it is done, 1 when the answer is no, 2 when it
      was used wrongly.

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
