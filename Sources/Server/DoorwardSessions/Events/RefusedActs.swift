package import DoorwardStore
import DoorwardSystem

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The refused acts of this process that wait to be stored. A refusal changes nothing, so its event needs no transaction of its
/// own: many are stored together, and those of the last moment are lost if the process is killed.
package final class RefusedActs: Sendable {
  /// The most refusals that wait. Anyone can cause refusals, so further ones are only counted.
  package static let limit = 500

  private struct State: Sendable {
    var waiting: [Event] = []
    var omitted = 0
  }

  private let state = Monitor(State())

  package init() {}

  /// Adds a refusal.
  package func add(_ event: Event) {
    state.withLock { state in
      if state.waiting.count < Self.limit { state.waiting.append(event) } else { state.omitted += 1 }
    }
  }

  /// Stores the refusals that wait. If the store fails, those that fit wait again.
  ///
  /// - Throws: ``StoreError``.
  package func write(to store: any Store, at moment: Date) async throws {
    let (events, omitted) = state.withLock { state in
      defer { state = State() }
      return (state.waiting, state.omitted)
    }
    guard !events.isEmpty || omitted > 0 else { return }
    do {
      try await store.write { transaction in
        for event in events { try transaction.insert(event) }
        guard omitted > 0 else { return }
        try transaction.record(
          .refusalsOmitted(count: omitted), about: EventSubjects(), by: .system, at: moment)
      }
    } catch {
      state.withLock { state in
        let all = events + state.waiting
        state.waiting = Array(all.prefix(Self.limit))
        state.omitted += omitted + all.count - state.waiting.count
      }
      throw error
    }
  }
}
