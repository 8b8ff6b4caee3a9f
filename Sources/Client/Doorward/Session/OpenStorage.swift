internal import Foundation

/// The storage while this process has locked it: it reads the record, then writes records until it is closed.
final class OpenStorage: Sendable {
  private let writes: AsyncStream<StoredRecord>.Continuation

  /// Locks and reads a storage.
  ///
  /// `owner` is the server and the application of the record. `send` receives `opened`, then `written` after every
  /// write.
  init(
    _ storage: any SessionStorage, of owner: String,
    send: @escaping @Sendable (SessionEvent) async -> Void
  ) {
    let (records, writes) = AsyncStream<StoredRecord>.makeStream()
    self.writes = writes
    let key = UUID().uuidString
    Task {
      do {
        let failure = try await storage.exclusively { () -> StorageError? in
          do throws(StorageError) {
            let record = try StoredRecord(await storage.load(), of: owner)
            await send(.opened(.record(record), key: key))
          } catch {
            guard error.code == .unreadable else { return error }
            await send(.opened(.unreadable(error), key: key))
          }
          for await record in records {
            let bytes = record.bytes(of: owner)
            let result = await Self.store(record.isWithoutSession ? nil : bytes, in: storage)
            await send(.written(result))
            // The sign-out is stored, and a failure to keep the token of the device is ignored.
            if record.isWithoutSession, let bytes, case .success = result { try? await storage.keep(bytes) }
          }
          return nil
        }
        if let failure { await send(.opened(.failed(failure), key: key)) }
      } catch {
        // Unlocking has failed, after the storage was closed.
        if case .terminated = writes.yield(StoredRecord()) { return }
        let failure = error as? StorageError
        await send(
          .opened(
            .failed(
              failure ?? StorageError(code: .unavailable, reason: "The storage of the session failed.")),
            key: key))
      }
    }
  }

  // The engine was released: the storage must not stay locked.
  deinit { writes.finish() }

  func write(_ record: StoredRecord) { writes.yield(record) }
  func close() { writes.finish() }

  @inline(never) private static func store(
    _ bytes: [UInt8]?, in storage: any SessionStorage
  ) async -> Result<Void, StorageError> {
    do throws(StorageError) {
      guard let bytes else {
        try await storage.remove()
        return .success(())
      }
      do throws(StorageError) { try await storage.save(bytes) } catch {
        // The key of the previous record is broken, so nothing can be encrypted with it.
        guard error.code == .unreadable else { throw error }
        try await storage.remove()
        try await storage.save(bytes)
      }
      return .success(())
    } catch {
      return .failure(error)
    }
  }
}
