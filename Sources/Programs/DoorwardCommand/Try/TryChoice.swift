import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions

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
