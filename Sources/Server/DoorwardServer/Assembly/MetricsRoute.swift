import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardSystem
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `GET /metrics`: the counts of this process and the state of its parts, for Prometheus.
struct MetricsRoute: Sendable {
  static let path = "/metrics"
  /// The time for which the counts of rows are kept: with many sessions, their query takes tens of milliseconds.
  private static let rowInterval = Duration.seconds(30)
  /// The time that an answer waits for the counts of rows. A store that is down takes longer to say so, and that is when an
  /// operator needs the other numbers.
  private static let rowWait = Duration.seconds(2)

  let metrics: Metrics
  let store: any Store
  let clock: WallClock
  let signingKeys: SigningKeys
  let passwords: Passwords
  let channels: Set<DeliveryChannel>
  let startedAt: Date
  private let rows = Monitor(RowCounts())

  private struct RowCounts {
    var samples: [Metrics.Sample] = []
    var validUntil: ContinuousClock.Instant?
    var isReading = false
  }

  init(
    metrics: Metrics, store: any Store, clock: WallClock, signingKeys: SigningKeys, passwords: Passwords,
    channels: Set<DeliveryChannel>, startedAt: Date
  ) {
    self.metrics = metrics
    self.store = store
    self.clock = clock
    self.signingKeys = signingKeys
    self.passwords = passwords
    self.channels = channels
    self.startedAt = startedAt
  }

  func register(in router: inout Router) {
    router.on(.get, Self.path, by: .anyone) { _ in
      var response = HTTPResponse.text(metrics.text(with: await samples()))
      response.fields["Content-Type"] = "text/plain; version=0.0.4; charset=utf-8"
      response.fields["Cache-Control"] = "no-store"
      return response
    }
  }

  private func samples() async -> [Metrics.Sample] {
    var samples = ProcessFigures.samples(startedAt: startedAt)
    samples.append(.init(.buildInfo, [DoorwardVersion.current], 1))
    samples.append(.init(.waitingPasswordHashes, [], Double(passwords.waiting)))
    samples += store.waiting.map { .init(.waitingTransactions, [$0.key], Double($0.value)) }
    samples += await rowSamples()
    return samples
  }

  /// The counts of rows. If the store does not answer in time, they are absent, as Prometheus expects of a number that is not
  /// known.
  private func rowSamples() async -> [Metrics.Sample] {
    let mustRead = rows.withLock { rows in
      if let end = rows.validUntil, end > .now { return false }
      defer { rows.isReading = true }
      return !rows.isReading
    }
    if mustRead { Task { await readRows() } }
    let end = ContinuousClock.now + Self.rowWait
    while rows.withLock({ $0.isReading }) {
      guard ContinuousClock.now < end else { return [] }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return rows.withLock { $0.samples }
  }

  private func readRows() async {
    let samples = try? await countedRows()
    rows.withLock {
      $0.isReading = false
      $0.samples = samples ?? []
      $0.validUntil = samples == nil ? nil : .now + Self.rowInterval
    }
  }

  private func countedRows() async throws -> [Metrics.Sample] {
    let now = clock.now
    return try await store.read { [channels] snapshot in
      var samples = [Metrics.Sample(.aliveSessions, [], Double(try snapshot.countOfLiveSessions(at: now)))]
      for channel in channels {
        let count = try snapshot.countOfWaitingMessages(on: channel, at: now)
        samples.append(Metrics.Sample(.waitingMessages, [channel.rawValue], Double(count)))
      }
      samples.append(
        Metrics.Sample(
          .waitingMessages, [Metrics.webhookChannel], Double(try snapshot.countOfWaitingWebhookDeliveries())))
      for key in try snapshot.signingKeys() {
        if key.revokedAt != nil { continue }
        if let end = key.retiredAt, end <= now { continue }
        samples.append(
          Metrics.Sample(
            .signingKeyCreated, [key.id, key.algorithm], key.createdAt.timeIntervalSince1970))
      }
      return samples
    }
  }
}

/// Refuses requests that a web page may have sent under its own name (DNS rebinding): such a name has a dot.
struct AdministrationHost: RequestCheck {
  /// The origin of the administration, whose host is accepted too.
  let origin: WebOrigin?

  func check(_ request: HTTPRequest) throws {
    let host = request.fields["Host"].flatMap { WebOrigin("http://\($0)")?.host }
    // The host of an IPv6 address has brackets.
    let address = host.map { $0.hasPrefix("[") ? String($0.dropFirst().dropLast()) : $0 }
    guard let address, host == origin?.host || !address.contains(".") || IPAddress(address) != nil else {
      throw Problem(
        status: 421, code: WireCode.misdirectedRequest,
        detail: "This listener answers under an IP address, or a name without a dot such as localhost.")
    }
  }
}
