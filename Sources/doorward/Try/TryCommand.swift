import DoorwardServer

/// Signs in to a running server with wallets made for the occasion.
enum TryCommand: Command {
  static let words = ["try"]
  static let summary = "sign in to a running server with throwaway wallets, step by step"
  static let synopsis = "URL [OPTION…]"
  static let options = [
    CommandOption("application", value: "ID", "the application to sign in to (default: the server's own)"),
    CommandOption(
      "chain", value: "ID", "the EIP-155 chain of the Ethereum message (default: the first offered)"),
    CommandOption("network", value: "NAME", "the NEAR network (default: the first offered)"),
  ]
  static let discussion = """
    Makes an Ethereum key and NEAR implicit accounts, has the server challenge each, signs, signs in,
    refreshes and signs out; links a NEAR wallet to the Ethereum account, and sees that it then signs in to
    the same user. The keys are forgotten at the end, the users stay. A server without internet accepts
    NEAR accounts only under --development.

    Exit status: 0 all of it worked, 1 not all of it, 2 wrong use.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    guard let origin = WebOrigin(arguments.operands[0]) else {
      throw UsageError(
        message: "\"\(arguments.operands[0])\" is not a server's address, like http://127.0.0.1:8787")
    }
    var journey = TryJourney(
      api: TryAPI(origin: origin, application: arguments["application"]),
      chain: try arguments["chain"].map(chainID),
      network: arguments["network"])
    return await journey.run() ? .done : .refused
  }

  private static func chainID(_ text: String) throws(UsageError) -> UInt64 {
    guard let id = UInt64(text), id > 0 else {
      throw UsageError(message: "--chain must be a chain id, like 1")
    }
    return id
  }
}
