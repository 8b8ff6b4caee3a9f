import DoorwardCurl
import DoorwardDelivery
import DoorwardProvider
import DoorwardSessions
import DoorwardStore
import Encodings

extension LogoutWorker {
  /// The worker of a running server.
  convenience init(_ shared: SharedServices, allowsPrivateAddresses: Bool) {
    let client = OutgoingHTTPClient(
      OutgoingHTTPConfiguration(allowPrivateAddresses: allowsPrivateAddresses || shared.isDevelopment))
    let (applications, tokens, clock) = (shared.applications, shared.tokens, shared.clock)
    let sender = LogoutSender(
      client: client,
      clients: { applications.all.filter { $0.client.backChannelLogoutURI != nil }.map(\.id) },
      request: { login in
        guard let application = applications[login.applicationID],
          let address = application.client.backChannelLogoutURI
        else { return nil }
        return LogoutSender.Request(
          address: address, token: try await tokens.logoutToken(of: login, for: application, at: clock.now))
      })
    self.init(store: shared.store, clock: clock, random: shared.random, sender: sender) {
      [logger = shared.logger, metrics = shared.metrics] event in
      logger.log(event)
      metrics.count(event)
    }
  }
}

extension Metrics {
  /// The channel of logout tokens, beside those of messages and webhooks.
  private static let logoutChannel = "logout"

  func count(_ event: LogoutEvent) {
    switch event {
    case .attempted(_, let result, _): count(.deliveries, [Self.logoutChannel, result.name])
    case .late: count(.deliveries, [Self.logoutChannel, "late"])
    case .storeFailed: break
    }
  }
}

extension Logger {
  /// Writes an event of the logouts, without addresses and tokens.
  func log(_ event: LogoutEvent) {
    switch event {
    case .attempted(let login, let result, let answer):
      var members = Self.members(login)
      switch answer {
      case .status(let status, _): members["status"] = .integer(Int64(status))
      case .failed(let code): members["code"] = .string(code)
      case .unwanted: members["code"] = "unwanted"
      }
      switch result {
      case .delivered: log(.debug, "logout token delivered", members)
      case .postponed(let next):
        members["next_attempt_at"] = .string(Timestamp(next).rfc3339)
        log(.info, "logout token postponed", members)
      case .failed: log(.warning, "logout token failed", members)
      }
    case .late(let login): log(.info, "logout token sent after its lease", Self.members(login))
    case .storeFailed: log(.error, "the logouts in the store cannot be read or written")
    }
  }

  private static func members(_ login: ClientLogin) -> JSONObject {
    [
      "application": .string(login.applicationID), "user_id": .string(login.user.text),
      "attempts": .integer(login.attempts),
    ]
  }
}
