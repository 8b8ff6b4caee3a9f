package import DoorwardStore
import DoorwardSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends logout tokens to the clients that users are signed out of: at least once, with the pauses of webhooks, and never after
/// the session would have expired.
///
/// Several workers, of one or of several processes, may share a store. Each logout has a lease while its token is sent.
package final class LogoutWorker: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let sender: LogoutSender
  private let log: @Sendable (LogoutEvent) -> Void
  private let loop: ReceiverLoop<ClientLogin>

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
    loop = ReceiverLoop(
      store: store, clock: clock, random: random, concurrency: 16, interval: interval,
      longestTime: sender.longestTime
    ) { log(.storeFailed) }
  }

  package func start() {
    loop.start(
      due: { [store, sender] now in
        let clients = sender.clients()
        guard !clients.isEmpty else { return [] }
        return try await store.read { snapshot in
          try clients.filter { try snapshot.hasDueLogout(to: $0, at: now) }
        }
      },
      claim: { try $0.claimDueLogouts(to: $1, at: $2, $3, limit: $4) },
      perform: { try await self.deliver($0) })
  }

  /// Starts no more deliveries, and waits for those in progress.
  package func stop() async { await loop.stop() }

  private func deliver(_ claimed: ClaimedWork<ClientLogin>) async throws {
    let login = claimed.work
    let answer = try await sender.send(login)
    let now = clock.now
    let result = result(of: login, answer, at: now)
    let next: Date? = if case .postponed(let next) = result { next } else { nil }
    let isCurrent = try await store.write { transaction in
      let isCurrent = try transaction.finish(login, claim: claimed.claim, next: next)
      if isCurrent, case .failed = result, let failure = answer.failure(after: login.attempts) {
        try transaction.record(
          failure, about: EventSubjects(user: login.user, application: login.applicationID), by: .system,
          at: now)
      }
      return isCurrent
    }
    log(isCurrent ? .attempted(login, result, answer) : .late(login))
  }

  private func result(of login: ClientLogin, _ answer: LogoutAnswer, at now: Date) -> WebhookResult {
    switch answer {
    case .status(200...299, _): return .delivered
    // §2.8: the client refuses the token, or could not sign the user out. It would do the same again.
    case .status(400, _), .unwanted: return .failed
    case .status, .failed:
      return WebhookWorker.retries.result(after: login.attempts, until: login.expiresAt, at: now, random)
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

extension LogoutAnswer {
  /// The event of a last attempt with this answer; nil if the client wants no tokens any more.
  fileprivate func failure(after attempts: Int64) -> EventKind? {
    switch self {
    case .status(let status, let error):
      .logoutFailed(attempts: attempts, status: status, error: error, code: nil)
    case .failed(let code): .logoutFailed(attempts: attempts, status: nil, error: nil, code: code)
    case .unwanted: nil
    }
  }
}

extension ClientLogin: ReceiverWork {
  var receiver: String { applicationID }
}
