import DoorwardHTTP
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

extension Administration {
  /// The operator as the party that acts.
  var origin: EventOrigin { EventOrigin(.commandLine(operatorName)) }

  /// Performs an act of the operator. The transaction of the act stores its event, and a refusal is stored here. A server writes
  /// both to its log.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - details: the details that are known before the act.
  ///   - body: the act. It adds the details that it learns.
  /// - Returns: the result of `body`.
  /// - Throws: the errors of `body`.
  func act<Value>(
    _ event: SecurityLog.Event, _ details: SecurityLog.Details = SecurityLog.Details(),
    _ body: (inout SecurityLog.Details) async throws -> Value
  ) async throws -> Value {
    try await perform(event, details, isFound: { _ in true }, body)
  }

  /// Performs an act like ``act(_:_:_:)``. If `body` returns false, the object of the act does not exist.
  func actIfFound(
    _ event: SecurityLog.Event, _ details: SecurityLog.Details = SecurityLog.Details(),
    _ body: (inout SecurityLog.Details) async throws -> Bool
  ) async throws -> Bool {
    try await perform(event, details, isFound: { $0 }, body)
  }

  /// Performs an act like ``act(_:_:_:)``. If `body` returns nil, the object of the act does not exist.
  func actIfFound<Value>(
    _ event: SecurityLog.Event, _ details: SecurityLog.Details = SecurityLog.Details(),
    _ body: (inout SecurityLog.Details) async throws -> Value?
  ) async throws -> Value? {
    try await perform(event, details, isFound: { $0 != nil }, body)
  }

  private func perform<Value>(
    _ event: SecurityLog.Event, _ details: SecurityLog.Details, isFound: (Value) -> Bool,
    _ body: (inout SecurityLog.Details) async throws -> Value
  ) async throws -> Value {
    var details = details
    let value: Value
    do {
      value = try await body(&details)
    } catch {
      await recordFailure(event, details, because: error)
      throw error
    }
    if !isFound(value) { try await record(refusal: WireCode.notFound, of: event, details) }
    return value
  }

  /// Stores the event of an act that failed. The operator needs the reason of the failure, also if the store fails again.
  func recordFailure(
    _ event: SecurityLog.Event, _ details: SecurityLog.Details, because error: any Error
  ) async {
    if let code = Self.code(of: error) { try? await record(refusal: code, of: event, details) }
  }

  private func record(
    refusal code: String, of event: SecurityLog.Event, _ details: SecurityLog.Details
  ) async throws {
    guard let kind = SecurityLog.refusal(of: event, code, details) else { return }
    try await record(kind, about: details.subjects)
  }

  /// Stores an event in a transaction of its own, for an act that changes nothing in the store.
  func record(_ kind: EventKind, about subjects: EventSubjects) async throws {
    try await installation.store.write { [origin, now = clock.now] in
      try $0.record(kind, about: subjects, by: origin, at: now)
    }
  }

  private static func code(of error: any Error) -> String? {
    (error as? Problem)?.code ?? (error as? any CodedError)?.codeName
  }
}
