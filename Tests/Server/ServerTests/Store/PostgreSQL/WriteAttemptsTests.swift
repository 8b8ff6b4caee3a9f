import DoorwardPostgreSQLStore
import DoorwardStore
import Testing

@Suite("PostgreSQL store: attempts of a transaction")
struct WriteAttemptsTests {
  let error = StoreError(.unavailable, "")

  @Test func unexpectedResultMakesNextAttemptCareful() {
    var attempts = WriteAttempts()
    #expect(!attempts.isCareful)
    #expect(attempts.next(after: .unexpectedResult) == .again(pause: .zero))
    #expect(attempts.isCareful)
    _ = attempts.next(after: .collision(error))
    #expect(attempts.isCareful)
  }

  @Test func collisionsAreRepeatedWithGrowingPausesAndThenRefused() {
    var attempts = WriteAttempts()
    var pauses: [Duration] = []
    while case .again(let pause) = attempts.next(after: .collision(error)) { pauses.append(pause) }
    #expect(pauses.count == WriteAttempts.mostCollisions)
    #expect(pauses.first == .milliseconds(2))
    #expect(pauses == pauses.sorted())
    #expect(pauses.last == .milliseconds(32))
    #expect(attempts.isContended)
  }

  @Test func lostConnectionIsReplacedTwice() {
    var attempts = WriteAttempts()
    #expect(attempts.next(after: .lostConnection(error)) == .again(pause: .zero))
    #expect(attempts.next(after: .lostConnection(error)) == .again(pause: .zero))
    #expect(attempts.next(after: .lostConnection(error)) == .fail(error))
  }

  @Test func transactionWhoseCommitIsUncertainNeverRunsAgain() {
    var attempts = WriteAttempts()
    let error = StoreError(.uncertain, "")
    #expect(attempts.next(after: .uncertain(error)) == .fail(error))
    #expect(attempts.next(after: .refused(error)) == .fail(error))
  }
}
