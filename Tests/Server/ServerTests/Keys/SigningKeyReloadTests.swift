import DoorwardOpenSSL
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation
import Testing

/// The cache of signing keys under concurrent reads and changes.
@Suite struct SigningKeyReloadTests {
  private let directory: TemporaryDirectory
  private let clock = TestClock()

  init() throws { directory = try TemporaryDirectory() }

  private func run(_ body: (SigningKeys, HeldStore) async throws -> Void) async throws {
    let library = try OpenSSLContext()
    let key = try MasterKey.load(.file(directory.file("master.key")))
      .key(for: .signingKeys, library: library)
    try await StoreKind.ofServers.withStore { store in
      let store = HeldStore(store)
      try await body(
        try await SigningKeys.load(
          from: store, sealedUnder: key, library: library, clock: clock.wallClock), store)
    }
  }

  private func published(_ keys: SigningKeys) async throws -> [String] {
    try #require(try await keys.published()["keys"]?.array).compactMap { $0["kid"]?.string }
  }

  @Test func `a read from before a rotation does not replace a read from after it`() async throws {
    try await run { keys, store in
      let first = try await published(keys)
      clock.advance(by: 61)
      store.holdNextRead()
      async let slow = published(keys)
      defer { store.release() }
      try await store.holds()
      let second = try await keys.rotate()[0]
      #expect(try await published(keys) == first + [second])
      store.release()
      _ = try await slow
      #expect(try await published(keys) == first + [second])
    }
  }

  @Test func `a revoked key does not come back with a slow reload`() async throws {
    try await run { keys, store in
      let first = try #require(try await published(keys).first)
      clock.advance(by: 61)
      store.holdNextRead()
      async let slow = published(keys)
      defer { store.release() }
      try await store.holds()
      #expect(try await keys.revoke(first))
      store.release()
      _ = try await slow
      #expect(try await !published(keys).contains(first))
    }
  }

  @Test func `of a hundred calls that find the keys stale, one reads the store`() async throws {
    try await run { keys, store in
      clock.advance(by: 61)
      let before = store.reads
      store.holdNextRead()
      async let answers = inParallel(100) { try await published(keys) }
      defer { store.release() }
      try await store.holds()
      store.release()
      #expect(Set(try await answers).count == 1)
      #expect(store.reads == before + 1)
    }
  }

  @Test func `keys of a reload that started more than a minute ago are read again`() async throws {
    try await run { keys, store in
      clock.advance(by: 61)
      let before = store.reads
      store.holdNextRead()
      async let slow = published(keys)
      defer { store.release() }
      try await store.holds()
      clock.advance(by: 61)
      store.release()
      _ = try await slow
      #expect(store.reads == before + 2)
    }
  }

  @Test func `a clock that was set back does not delay a reload`() async throws {
    try await run { keys, store in
      _ = try await published(keys)
      clock.advance(by: -86400)
      let before = store.reads
      _ = try await published(keys)
      #expect(store.reads == before + 1)
      clock.advance(by: 60)
      _ = try await published(keys)
      #expect(store.reads == before + 1)
      clock.advance(by: 1)
      _ = try await published(keys)
      #expect(store.reads == before + 2)
    }
  }

  @Test func `a key that already signs is not decrypted again by a reload`() async throws {
    try await run { keys, store in
      let first = try await published(keys)
      try await store.write { transaction in
        for record in try transaction.signingKeys() {
          try transaction.update(
            SigningKeyRecord(
              id: record.id, algorithm: record.algorithm, publicKey: record.publicKey,
              sealedPrivateKey: [0], createdAt: record.createdAt))
        }
      }
      clock.advance(by: 61)
      let before = store.reads
      #expect(try await published(keys) == first)
      #expect(store.reads == before + 1)
    }
  }

  @Test func `a reload that fails is reported, and the next one is tried`() async throws {
    try await run { keys, store in
      let first = try await published(keys)
      clock.advance(by: 61)
      store.failNextRead()
      await #expect(throws: StoreError(.unavailable, "")) { try await published(keys) }
      #expect(try await published(keys) == first)
    }
  }
}

/// A real store that can delay or refuse the answer to one read.
final class HeldStore: Store, @unchecked Sendable {
  private enum Order { case pass, hold, fail }

  // Sound: all of the following is read and written only under `lock`.
  private let lock = NSLock()
  private var order = Order.pass
  private var count = 0
  private var held: CheckedContinuation<Void, Never>?
  private var isHolding = false

  private let store: any Store

  init(_ store: any Store) { self.store = store }

  /// The number of reads so far.
  var reads: Int { lock.withLock { count } }

  /// The next read takes its snapshot and then waits for ``release()``.
  func holdNextRead() { lock.withLock { order = .hold } }

  func failNextRead() { lock.withLock { order = .fail } }

  /// Waits until a read is held.
  func holds() async throws {
    try await wait(until: "a read of the store is held") { lock.withLock { isHolding } }
  }

  func release() {
    let waiting = lock.withLock {
      defer { held = nil }
      order = .pass
      isHolding = false
      return held
    }
    waiting?.resume()
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreReading) throws -> Value
  ) async throws -> Value {
    let order = lock.withLock {
      defer { self.order = .pass }
      count += 1
      return self.order
    }
    if order == .fail { throw StoreError(.unavailable, "the test says so") }
    let value = try await store.read(body)
    if order == .hold {
      await withCheckedContinuation { continuation in
        lock.withLock {
          held = continuation
          isHolding = true
        }
      }
    }
    return value
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    try await store.write(body)
  }

  func check() async throws { try await store.check() }

  func close() async { await store.close() }
}
