import Doorward
import Testing

/// A person's no is nothing to show an error about, wherever they said it.
struct CancellationTests {
  @Test func aNoIsNoFailure() {
    #expect(DoorwardError(code: .cancelled, reason: "").isCancellation)
    #expect(DoorwardError(code: .rejected, reason: "").isCancellation)
    #expect(!DoorwardError(code: .timedOut, reason: "").isCancellation)
    #expect(!DoorwardError(code: .rejected, reason: "").isRetryable)
  }
}
