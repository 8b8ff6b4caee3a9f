import Doorward
import Testing

/// A refusal by the user is not shown as an error.
struct CancellationTests {
  @Test func refusalIsACancellation() {
    #expect(DoorwardError(code: .cancelled, reason: "").isCancellation)
    #expect(DoorwardError(code: .rejected, reason: "").isCancellation)
    #expect(!DoorwardError(code: .timedOut, reason: "").isCancellation)
    #expect(!DoorwardError(code: .rejected, reason: "").isRetryable)
  }
}
