import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import Encodings

/// Signs in to a running server with temporary wallets.
enum TryCommand: Command {
  static let words = ["try"]
  static let summary = "sign in to a running server with temporary wallets, step by step"
  static let synopsis = "URL [OPTION…]"
  static let options = [
    CommandOption("application", value: "ID", "the application to sign in to (default: the server's own)"),
    CommandOption(
      "domain", value: "DOMAIN", "the domain of the Ethereum message (default: host and port of URL)"),
    CommandOption(
      "uri", value: "URI", "the URI of the Ethereum message (default: the origin of --domain, or URL)"),
    CommandOption(
      "chain", value: "ID", "the EIP-155 chain of the Ethereum message (default: the first offered)"),
    CommandOption("network", value: "NAME", "the NEAR network (default: the first offered)"),
    CommandOption("token", "sign in once, keep the user, and print an access token for a backend"),
  ]
  static let discussion = """
    Makes an Ethereum key and NEAR implicit accounts. For each, requests a challenge, signs it, signs in and
    refreshes. Links a NEAR wallet to the first account and checks that it signs in to the same user. Signs
    out and deletes the users that it made; the server removes them after limits.deletion_grace. A server
    without internet accepts NEAR accounts only with --development.

    The application must list the domain and the URI. If URL is not the address that users see, for example a
    loopback address behind a proxy, --domain must be the domain that they see.

    With --token the access token is the only line on standard output and the steps go to standard error.
    The user is not deleted, because a backend that asks the server would refuse the token.

    Exit status: 0 every step succeeded, 1 a step failed, 2 wrong usage.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    guard let origin = WebOrigin(arguments.operands[0]) else {
      throw UsageError(
        message:
          "\"\(arguments.operands[0])\" is not the address of a server, for example http://localhost:8787")
    }
    let printsToken = arguments.has("token")
    var journey = TryJourney(
      api: TryAPI(origin: origin, application: arguments["application"]),
      choice: try TryChoice(arguments, origin: origin),
      report: TryReport(write: printsToken ? Output.say : Output.line))
    guard printsToken else { return await journey.run() ? .done : .refused }
    guard let token = await journey.accessToken() else { return .refused }
    Output.line("\(token)")
    return .done
  }
}

/// The values for the wallets of `try` from the command line.
struct TryChoice: Sendable {
  /// The domain of the Ethereum message.
  let domain: String
  /// The URI of the Ethereum message.
  let uri: String
  /// nil: The first chain that the application offers.
  let chain: UInt64?
  /// nil: The first NEAR network that the application offers.
  let network: String?

  init(_ arguments: CommandArguments, origin: WebOrigin) throws(UsageError) {
    if let name = arguments["domain"] {
      guard let secure = WebOrigin("https://\(name)") else {
        throw UsageError(message: "--domain must be a host, with a port if it is not the default port")
      }
      // The URI that a browser at this domain would use.
      uri = arguments["uri"] ?? "\(secure.isLoopback ? "http" : "https")://\(name)"
      domain = name
    } else {
      uri = arguments["uri"] ?? "\(origin)"
      domain = origin.authority
    }
    network = arguments["network"]
    guard let text = arguments["chain"] else {
      chain = nil
      return
    }
    guard let id = UInt64(text), id > 0 else {
      throw UsageError(message: "--chain must be a chain id, for example 1")
    }
    chain = id
  }
}

/// Prints each step with its result as soon as the step ends.
struct TryReport: Sendable {
  let write: @Sendable (EscapedText) -> Void

  func done(_ step: String, _ result: String, took elapsed: Duration) {
    line("\u{2713}", step, result: result, took: elapsed)
  }

  func failed(_ step: String, _ reason: String, took elapsed: Duration) {
    line("\u{2717}", step, result: reason, took: elapsed)
  }

  func heading(_ text: String) { write("\n\(text)") }

  func line(_ text: String) { write("  \(text)") }

  private func line(_ mark: String, _ step: String, result: String, took elapsed: Duration) {
    let tenths = elapsed.components.seconds * 10_000 + elapsed.components.attoseconds / 100_000_000_000_000
    let time = "\(tenths / 10).\(tenths % 10) ms"
    let padding = String(repeating: " ", count: max(1, 10 - time.count))
    write("  \(mark)\(padding)\(time)  \(step)\(result.isEmpty ? "" : ": \(result)")")
  }
}

extension Duration {
  /// The rounded duration: `26 ms`, `1.4 s`.
  var roundedText: String {
    let milliseconds = Int64((self / .milliseconds(1)).rounded())
    guard milliseconds >= 1000 else { return "\(max(1, milliseconds)) ms" }
    let tenths = (milliseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
