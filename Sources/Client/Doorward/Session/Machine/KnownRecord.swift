/// The record that this process last read or wrote, with the facts about it that are not stored.
struct KnownRecord: Sendable {
  /// The record; nil before the first read.
  private(set) var record: StoredRecord?
  /// The error of the last read; nil if it succeeded.
  private(set) var error: StorageError?
  /// The life of the tokens in the record.
  private(set) var life: TokenLife?
  /// Whether the server has confirmed the session since the app started.
  private(set) var isVerified = false
  /// The sessions that this process has seen in the storage, as the present or an ended one, or has ended. A late answer
  /// may name one of them again: to a proof that was sent twice, to a reauthentication, or to an upgrade that another
  /// process has resumed.
  private(set) var used: Set<String> = []

  init() {}

  /// A record that was read, for previews.
  init(_ record: StoredRecord, isVerified: Bool, at now: Moment) {
    self.record = record
    self.isVerified = isVerified
    life = record.holder.map { TokenLife(of: $0, at: now) }
  }

  /// Takes a record that the storage holds.
  mutating func saw(_ new: StoredRecord, at now: Moment) {
    let before = record?.holder
    record = new
    error = nil
    if let session = new.holder?.session { used.insert(session.sessionID) }
    used.formUnion(new.ended.map(\.sessionID))
    if let holder = new.holder {
      if holder.accessToken != before?.accessToken || holder.receivedAt != before?.receivedAt || life == nil {
        life = TokenLife(of: holder, at: now)
      }
    } else {
      life = nil
    }
    if before?.id != new.holder?.id { isVerified = false }
  }

  /// Keeps the error of a failed read.
  mutating func failed(_ error: StorageError) { self.error = error }

  /// The record to write over one that cannot be read.
  mutating func replacement() -> StoredRecord {
    let known = record ?? StoredRecord()
    record = known
    return known
  }

  /// Takes note whether the server has confirmed the session.
  mutating func verify(_ isVerified: Bool = true) { self.isVerified = isVerified }

  /// Takes note that a session has ended.
  mutating func use(_ session: String) { used.insert(session) }
}
