import DoorwardAdministration
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings
import NEAR

/// Checks that the NEAR endpoints of the offered networks answer, are on the right chain and are up to date.
struct NEARCheck {
  let configuration: ServerConfiguration
  let applications: ApplicationList

  /// The findings, and the seconds by which the newest known block is ahead of the clock.
  func run() async -> (findings: [Finding], skew: Int64?) {
    let offered = Set(applications.all.flatMap { $0.offers[NEAROffer.self]?.networks ?? [] })
    let networks = configuration.methods[NEARSettings.self]?.networks ?? []
    guard !offered.isEmpty else { return ([.ok("NEAR", "not offered by any application")], nil) }
    return await withTaskGroup(of: (Finding, Int64?).self) { group in
      for settings in networks where offered.contains(settings.network) {
        group.addTask { await examine(settings) }
      }
      var results: [(Finding, Int64?)] = []
      for await result in group { results.append(result) }
      return (results.map(\.0).sorted { $0.name < $1.name }, results.compactMap(\.1).max())
    }
  }

  private func examine(_ settings: NEARNetworkSettings) async -> (Finding, Int64?) {
    let name = "NEAR \(settings.network)"
    let client = NEARRPCClient(
      settings, isDevelopment: configuration.isDevelopment, timeout: ProbeClient.timeout
    ) { _ in
    }
    guard let answers = try? await client.examineEndpoints() else {
      return (.warning(name, "not checked"), nil)
    }
    let statuses = answers.compactMap { try? $0.get() }
    let failures = answers.compactMap { answer -> NEARRPCFailure? in
      if case .failure(let failure) = answer { failure } else { nil }
    }
    let skew = statuses.map { $0.latestBlockTime.seconds - Timestamp(WallClock.system.now).seconds }.max()
    return (finding(name, statuses: statuses, failures: failures), skew)
  }

  private func finding(_ name: String, statuses: [NEARRPCStatus], failures: [NEARRPCFailure]) -> Finding {
    let reasons = failures.map { "endpoint \($0.endpoint + 1): \($0.reason)" }.joined(separator: " ")
    // Without this check, an endpoint of another chain would admit accounts of that chain.
    if failures.contains(where: { $0.code == .wrongChain || $0.code == .wrongGenesis }) {
      return .problem(name, reasons, remedy: "configure an endpoint of this network (near.NETWORK.rpc)")
    }
    guard let newest = statuses.max(by: { $0.latestBlock.height < $1.latestBlock.height }) else {
      let remedy = "check the network connection, or configure other endpoints (near.NETWORK.rpc)"
      return configuration.isDevelopment
        ? .warning(
          name, "\(reasons) Meanwhile implicit accounts can sign in, because their ids contain their keys.",
          remedy: remedy)
        : .problem(name, "\(reasons) No user can sign in with this network.", remedy: remedy)
    }
    let text =
      "\(statuses.count) of \(statuses.count + failures.count) endpoints answer, block \(newest.latestBlock.height)"
    return failures.isEmpty
      ? .ok(name, text)
      : .warning(name, "\(text); \(reasons)", remedy: "configure endpoints that answer (near.NETWORK.rpc)")
  }
}
