import Doorward
import DoorwardSystem

/// Runs a call that blocks on a separate thread.
func onOwnThread<Value: Sendable>(
  cancelling device: FIDO2Device? = nil, _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      let isStarted = BackgroundThread.start { continuation.resume(with: Result { try work() }) }
      if !isStarted { continuation.resume(throwing: PasskeyFailure.unsupported) }
    }
  } onCancel: {
    device?.cancel()
  }
}
