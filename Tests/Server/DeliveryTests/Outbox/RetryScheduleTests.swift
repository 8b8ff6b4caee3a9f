import DoorwardDelivery
import Foundation
import Testing

@Suite struct RetryScheduleTests {
  private let schedule = RetrySchedule()

  @Test func pausesGrowAndTheLastRepeats() {
    let pauses = (1...6).map { attempts in
      schedule.next(after: attempts, now: moment(0), expiry: moment(9999), chance: 0.5)?
        .timeIntervalSince(moment(0))
    }
    #expect(pauses == [5, 30, 120, 600, 600, 600])
  }

  @Test func chanceChangesAPauseByAFifth() {
    let shortest = schedule.next(after: 2, now: moment(0), expiry: moment(99), chance: 0)
    let longest = schedule.next(after: 2, now: moment(0), expiry: moment(99), chance: 1)
    #expect(shortest == moment(24) && longest == moment(36))
  }

  @Test func noAttemptFollowsTheExpiry() {
    #expect(schedule.next(after: 1, now: moment(0), expiry: moment(5), chance: 0.5) == nil)
    #expect(schedule.next(after: 1, now: moment(0), expiry: moment(5.1), chance: 0.5) != nil)
    #expect(schedule.next(after: .max, now: moment(0), expiry: moment(500), chance: 0.5) == nil)
    #expect(RetrySchedule(pauses: []).next(after: 1, now: moment(0), expiry: moment(5), chance: 0) == nil)
  }
}
