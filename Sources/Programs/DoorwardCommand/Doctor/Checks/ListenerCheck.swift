import DoorwardAdministration
import DoorwardCurl
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardWire
import Encodings

/// Checks that each port is free or used by the server of this installation.
struct ListenerCheck {
  let configuration: ServerConfiguration

  func run() async -> [Finding] {
    let (account, user) = await lookAtAccountListener()
    var findings = [account]
    if let address = configuration.expectedWalletListen {
      let wallets = SideListener(
        name: "wallet port", option: "--wallet-listen", isChosen: configuration.walletListen != nil)
      // It names the account origin, which other installations can share on loopback.
      findings.append(
        await look(at: address, of: wallets, accounts: user) { origin in
          await ProbeClient.isFramed(origin, by: "\(configuration.derivedOrigin)")
        })
    }
    if let address = configuration.expectedAdminListen {
      let operators = SideListener(
        name: "admin port", option: "--admin-listen", isChosen: configuration.adminListen != nil)
      findings.append(
        await look(at: address, of: operators, accounts: user) { await ProbeClient.hasMetrics($0) })
    }
    return findings
  }

  /// A listener beside that of the accounts, which uses a free port if its own is in use.
  private struct SideListener {
    let name: String
    let option: String
    /// Whether the operator chose its address.
    let isChosen: Bool
  }

  /// The program that uses a port.
  private enum PortUser {
    case nobody, own
    /// A Doorward server of another installation.
    case foreign
    /// A Doorward server, and the reason why it cannot be compared with this installation.
    case unknown(String)
    case otherProgram

    var isDoorward: Bool {
      switch self {
      case .own, .foreign, .unknown: true
      case .nobody, .otherProgram: false
      }
    }
  }

  private func lookAtAccountListener() async -> (Finding, PortUser) {
    let (finding, user) = await look(at: configuration.listen)
    guard finding.status == .ok, configuration.listen.port != 0,
      let other = configuration.otherListen(at: configuration.listen)
    else { return (finding, user) }
    do throws(HTTPError) {
      try ServerConfiguration.probe(other)
      return (finding, user)
    } catch {
      // A machine without IPv6 does not have the other address.
      guard error.code == .addressInUse else { return (finding, user) }
    }
    let (second, _) = await look(at: other)
    return (second.status == .ok ? finding : second, user)
  }

  private func look(at address: SocketAddress) async -> (Finding, PortUser) {
    let name = "port"
    guard address.port != 0 else { return (.ok(name, "\(address.address), with any free port"), .nobody) }
    let user: PortUser
    do throws(HTTPError) {
      user = try await self.user(of: address) { await compareKeys($0) }
    } catch {
      return (.problem(name, error.reason, remedy: "choose another address (--listen)"), .nobody)
    }
    // A server that cannot read its store may be the one of this installation, also if its keys are not in the database.
    guard user.isDoorward, await ProbeClient.isUnready("http://\(address)") else {
      return (finding(name, address: address, user: user, option: "--listen"), user)
    }
    let finding = Finding.problem(
      name, "a Doorward server runs on \(address), and its store cannot read and write",
      remedy: "see `reason` in its log")
    return (finding, user)
  }

  /// Looks at a listener that has no keys, so it belongs to the installation of the account listener, or to none.
  private func look(
    at address: SocketAddress, of listener: SideListener, accounts: PortUser,
    isExpected: (_ origin: String) async -> Bool
  ) async -> Finding {
    let name = listener.name
    guard address.port != 0 else { return .ok(name, "\(address.address), with any free port") }
    do throws(HTTPError) {
      let user = try await self.user(of: address) { origin in
        guard await isExpected(origin) else { return .foreign }
        switch accounts {
        case .own, .unknown: return accounts
        case .nobody, .foreign, .otherProgram: return .foreign
        }
      }
      if case .otherProgram = user, !listener.isChosen {
        return .warning(
          name, "another program listens on \(address)",
          remedy: "the server uses a free port; set \(listener.option) for a fixed port")
      }
      return finding(name, address: address, user: user, option: listener.option)
    } catch {
      return .problem(name, error.reason, remedy: "choose another address (\(listener.option))")
    }
  }

  /// The user of a port. `compare` is asked about a Doorward server.
  private func user(
    of address: SocketAddress, _ compare: (_ origin: String) async -> PortUser
  ) async throws(HTTPError) -> PortUser {
    do throws(HTTPError) {
      try ServerConfiguration.probe(address)
      return .nobody
    } catch {
      guard error.code == .addressInUse else { throw error }
    }
    guard await ProbeClient.isDoorward("http://\(address)") else { return .otherProgram }
    return await compare("http://\(address)")
  }

  /// Whether a server publishes a token-signing key of this installation.
  private func compareKeys(_ origin: String) async -> PortUser {
    guard let published = await ProbeClient.keyIDs(origin) else { return .otherProgram }
    do {
      let own = try await InstallationInspection(configuration).signingKeyIDs()
      return own.isDisjoint(with: published) ? .foreign : .own
    } catch {
      return .unknown((error as? any CodedError)?.reason ?? "\(error)")
    }
  }

  private func finding(_ name: String, address: SocketAddress, user: PortUser, option: String)
    -> Finding
  {
    switch user {
    case .nobody: .ok(name, "\(address) is free")
    case .own: .ok(name, "a Doorward server runs on \(address)")
    case .foreign:
      .problem(
        name, "a Doorward server of another installation runs on \(address)",
        remedy:
          "stop it, choose another address (\(option)), or give the doctor the configuration of that server")
    case .unknown(let reason):
      .warning(
        name, "a Doorward server runs on \(address); whether it has this database is unknown: \(reason)",
        remedy: "make the database readable for this user")
    case .otherProgram:
      .problem(
        name, "another program listens on \(address)",
        remedy: "stop it, or choose another address (\(option))")
    }
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

  /// The `kid`s that the server at an origin publishes; nil if it has no key set.
  static func keyIDs(_ origin: String) async -> Set<String>? {
    let address = "\(origin)\(WirePath.keySet)"
    guard let response = try? await client().send(OutgoingRequest(url: address)), response.status == 200,
      let keys = (try? JSONParser.parse(response.body))?["keys"]?.array
    else { return nil }
    return Set(keys.compactMap { $0["kid"]?.string })
  }

  /// Whether the wallet page at an origin lets an account page frame it.
  static func isFramed(_ origin: String, by account: String) async -> Bool {
    let page = try? await client().send(OutgoingRequest(url: "\(origin)/near"))
    let policy = page?.fields["Content-Security-Policy"] ?? ""
    return policy.split(separator: ";").contains { directive in
      directive.split(separator: " ").elementsEqual(["frame-ancestors", account[...]])
    }
  }

  /// Whether a listener at an origin has the metrics of a Doorward server.
  static func hasMetrics(_ origin: String) async -> Bool {
    let answer = try? await client().send(OutgoingRequest(url: "\(origin)/metrics"))
    return answer.map { String(decoding: $0.body, as: UTF8.self).contains("doorward_build_info") } ?? false
  }

  static func isHealthy(_ response: OutgoingResponse) -> Bool {
    response.status == 200 && (try? JSONParser.parse(response.body))?["status"] == "ok"
  }
}
