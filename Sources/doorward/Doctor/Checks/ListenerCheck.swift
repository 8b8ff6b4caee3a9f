import DoorwardHTTP
import DoorwardOutgoingHTTP
import DoorwardServer
import Encodings

/// Checks that each port is free or used by a Doorward server.
struct ListenerCheck {
  let configuration: ServerConfiguration

  func run() async -> [Finding] {
    var findings = [await look(at: configuration.listen, "port", "--listen")]
    if let address = configuration.expectedWalletListen {
      findings.append(await look(at: address, "wallet port", "--wallet-listen"))
    }
    return findings
  }

  private func look(at address: SocketAddress, _ name: String, _ option: String) async -> Finding {
    guard address.port != 0 else { return .ok(name, "\(address.address), whichever is free") }
    do throws(HTTPError) {
      try ServerConfiguration.probe(address)
      return .ok(name, "\(address) is free")
    } catch {
      guard error.code == .addressInUse else {
        return .problem(name, error.reason, "choose another address (\(option))")
      }
    }
    if await PoliteCaller.isDoorward("http://\(address)") {
      // The wallet listener has no store.
      if name == "port", await PoliteCaller.isUnready("http://\(address)") {
        return .problem(
          name, "a doorward is running on \(address), and its store cannot read and write",
          "its log says why (`reason`)")
      }
      return .ok(name, "a doorward is running on \(address)")
    }
    if name == "wallet port", configuration.walletListen == nil {
      return .warning(
        name, "another program listens on \(address)",
        "the server takes another port; name one to keep it the same (--wallet-listen)")
    }
    return .problem(
      name, "another program listens on \(address)", "stop it, or choose another address (\(option))")
  }
}

/// Sends requests to other servers, with a short timeout.
enum PoliteCaller {
  static let patience = Duration.seconds(5)

  /// A client that may reach private addresses, because the operator chose the addresses.
  static func client(maximumBytes: Int = 200_000) -> OutgoingHTTPClient {
    var configuration = OutgoingHTTPConfiguration(allowPrivateAddresses: true)
    configuration.connectTimeout = patience
    configuration.timeout = patience
    configuration.maximumResponseBytes = maximumBytes
    return OutgoingHTTPClient(configuration)
  }

  /// Whether the server at an origin is a Doorward server.
  static func isDoorward(_ origin: String) async -> Bool {
    guard let response = try? await client().send(OutgoingRequest(url: "\(origin)/healthz")) else {
      return false
    }
    return isHealthy(response)
  }

  /// Whether the server at an origin reports that it is not ready.
  static func isUnready(_ origin: String) async -> Bool {
    (try? await client().send(OutgoingRequest(url: "\(origin)/readyz")))?.status == 503
  }

  static func isHealthy(_ response: OutgoingResponse) -> Bool {
    response.status == 200 && (try? JSONParser.parse(response.body))?["status"] == "ok"
  }
}
