import DoorwardHTTP
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

extension Administration {
  /// Performs an act of the operator, and stores its security event for the log of a server.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - details: the details that are known before the act.
  ///   - body: the act. It adds the details that it learns.
  /// - Returns: the result of `body`.
  /// - Throws: the errors of `body`; ``StoreError`` if the event cannot be stored.
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
    try await record(event, refusal: isFound(value) ? nil : WireCode.notFound, details)
    return value
  }

  /// Stores the event of an act that failed. The operator needs the reason of the failure, also if the store fails again.
  func recordFailure(
    _ event: SecurityLog.Event, _ details: SecurityLog.Details, because error: any Error
  ) async {
    if let code = Self.code(of: error) { try? await record(event, refusal: code, details) }
  }

  /// Stores the event of an act, which was refused if there is a code of a refusal.
  func record(
    _ event: SecurityLog.Event, refusal: String?, _ details: SecurityLog.Details
  ) async throws {
    let event = try OperatorEvent(event, refusal: refusal, details, by: operatorName, at: clock.now)
    try await installation.store.write { try $0.insert(event) }
  }

  private static func code(of error: any Error) -> String? {
    (error as? Problem)?.code ?? (error as? any CodedError)?.codeName
  }
}
