import DoorwardHTTP
import DoorwardOutgoingHTTP
import DoorwardServer
import Encodings

/// Checks that each port is free or used by a Doorward server.
struct ListenerCheck {
  let configuration: ServerConfiguration

  func run() async -> [Finding] {
    var findings = [await lookAtAccountListener()]
    if let address = configuration.expectedWalletListen {
      findings.append(await look(at: address, "wallet port", "--wallet-listen"))
    }
    return findings
  }

  private func lookAtAccountListener() async -> Finding {
    let finding = await look(at: configuration.listen, "port", "--listen")
    guard finding.status == .ok, configuration.listen.port != 0,
      let other = configuration.otherListen(at: configuration.listen)
    else { return finding }
    do throws(HTTPError) {
      try ServerConfiguration.probe(other)
      return finding
    } catch {
      // A machine without IPv6 does not have the other address.
      guard error.code == .addressInUse else { return finding }
    }
    let second = await look(at: other, "port", "--listen")
    return second.status == .ok ? finding : second
  }

  private func look(at address: SocketAddress, _ name: String, _ option: String) async -> Finding {
    guard address.port != 0 else { return .ok(name, "\(address.address), with any free port") }
    do throws(HTTPError) {
      try ServerConfiguration.probe(address)
      return .ok(name, "\(address) is free")
    } catch {
      guard error.code == .addressInUse else {
        return .problem(name, error.reason, "choose another address (\(option))")
      }
    }
    if await ProbeClient.isDoorward("http://\(address)") {
      // The wallet listener has no store.
      if name == "port", await ProbeClient.isUnready("http://\(address)") {
        return .problem(
          name, "a Doorward server runs on \(address), and its store cannot read and write",
          "see `reason` in its log")
      }
      return .ok(name, "a Doorward server runs on \(address)")
    }
    if name == "wallet port", configuration.walletListen == nil {
      return .warning(
        name, "another program listens on \(address)",
        "the server uses a free port; set --wallet-listen for a fixed port")
    }
    return .problem(
      name, "another program listens on \(address)", "stop it, or choose another address (\(option))")
  }
}

/// Sends requests to other servers, with a short timeout.
enum ProbeClient {
  static let timeout = Duration.seconds(5)

  /// A client that may reach private addresses, because the operator chose the addresses.
  static func client(maximumBytes: Int = 200_000) -> OutgoingHTTPClient {
    var configuration = OutgoingHTTPConfiguration(allowPrivateAddresses: true)
    configuration.connectTimeout = timeout
    configuration.timeout = timeout
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
