package import DoorwardStore
import DoorwardSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends logout tokens to the clients that users are signed out of: at least once, with the pauses of webhooks, until the session
/// would have expired.
///
/// Several workers, of one or of several processes, may share a store. Each logout has a lease while its token is sent.
package final class LogoutWorker: Sendable {
  /// The most tokens that are sent to one client at the same time, so that a slow one does not delay the others.
  private static let mostPerClient = 4

  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let sender: LogoutSender
  private let log: @Sendable (LogoutEvent) -> Void
  private let loop: DeliveryLoop<ClaimedLogout>
  private let lease: TimeInterval
  private let storeFailures: FailureReport
  private let active = Monitor<[String: Int]>([:])
  private let task = Monitor<Task<Void, Never>?>(nil)

  /// `interval` is the time between two reads of the store. `log` reports events, which contain no token.
  package init(
    store: any Store, clock: WallClock, random: RandomSource, sender: LogoutSender,
    interval: Duration = .seconds(1), log: @escaping @Sendable (LogoutEvent) -> Void
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.sender = sender
    self.log = log
    loop = DeliveryLoop(concurrency: 16, interval: interval)
    lease = sender.longestTime / .seconds(1) + 30
    storeFailures = FailureReport { log(.storeFailed) }
  }

  package func start() {
    let running = Task {
      await loop.run(claim: { await self.claim($0) }, perform: { await self.deliver($0) })
    }
    task.withLock { $0 = running }
  }

  /// Starts no more deliveries, and waits for those in progress.
  package func stop() async {
    loop.finish()
    await task.withLock { $0 }?.value
  }

  private func claim(_ free: Int) async -> [ClaimedLogout] {
    let clients = sender.clients()
    guard !clients.isEmpty else { return [] }
    do {
      let now = clock.now
      let due = try await store.read { snapshot in
        try clients.filter { try snapshot.hasDueLogout(to: $0, at: now) }
      }
      let open = active.withLock { active in
        due.compactMap { client -> (client: String, slots: Int)? in
          let slots = Self.mostPerClient - (active[client] ?? 0)
          return slots > 0 ? (client, slots) : nil
        }
      }.sorted { $0.slots > $1.slots }
      guard !open.isEmpty else {
        storeFailures.succeeded()
        return []
      }
      let claim = DeliveryClaim(
        id: try DeliveryClaim.ID(at: now, random: random), until: now.addingTimeInterval(lease))
      let logins = try await store.write { transaction in
        var logins: [ClientLogin] = []
        for (client, slots) in open where logins.count < free {
          logins += try transaction.claimDueLogouts(
            to: client, at: now, claim, limit: min(slots, free - logins.count))
        }
        return logins
      }
      active.withLock { active in
        for login in logins { active[login.applicationID, default: 0] += 1 }
      }
      storeFailures.succeeded()
      return logins.map { ClaimedLogout(login: $0, claim: claim.id) }
    } catch {
      storeFailures.failed()
      return []
    }
  }

  private func deliver(_ claimed: ClaimedLogout) async {
    let login = claimed.login
    defer {
      active.withLock { active in
        let left = (active[login.applicationID] ?? 0) - 1
        active[login.applicationID] = left > 0 ? left : nil
      }
    }
    do {
      let answer = try await sender.send(login)
      let result = result(of: login, answer, at: clock.now)
      let next: Date? = if case .postponed(let next) = result { next } else { nil }
      let isCurrent = try await store.write {
        try $0.finish(login, claim: claimed.claim, next: next)
      }
      log(isCurrent ? .attempted(login, result, answer) : .late(login))
      storeFailures.succeeded()
    } catch {
      // The token is sent again after the lease.
      storeFailures.failed()
    }
  }

  private func result(of login: ClientLogin, _ answer: LogoutAnswer, at now: Date) -> WebhookResult {
    switch answer {
    case .status(200...299): return .delivered
    // §2.8: the client refuses the token, or could not sign the user out. It would do the same again.
    case .status(400), .unwanted: return .failed
    case .status, .failed:
      let retries = WebhookWorker.retries
      guard login.attempts <= Int64(retries.pauses.count) else { return .failed }
      let chance = Double((try? random.bytes(1))?.first ?? 128) / 255
      let next = retries.next(after: login.attempts, now: now, expiry: login.expiresAt, chance: chance)
      return next.map { .postponed(until: $0) } ?? .failed
    }
  }
}

/// An event of the worker, for the log.
package enum LogoutEvent: Sendable {
  /// An attempt has ended, and the store has its result.
  case attempted(ClientLogin, WebhookResult, LogoutAnswer)
  /// An attempt has ended after its lease, or after the user has signed in to the client again.
  case late(ClientLogin)
  /// The store could not be read or written. The worker continues when the store works again.
  case storeFailed
}

/// A logout with the right to send its token.
private struct ClaimedLogout: Sendable {
  let login: ClientLogin
  let claim: DeliveryClaim.ID
}
