import Testing

@testable import NEARConnect

struct LinkAllowanceTests {
  @Test func numberOfLinksInTenSecondsIsLimited() {
    var allowance = LinkAllowance()
    let now = ContinuousClock.now
    let followed = [0, 1, 2, 3, 9, 10, 10].map { allowance.take(at: now + .seconds($0)) }
    // After ten seconds the first link no longer counts. A refused link never counts.
    #expect(followed == [true, true, true, true, false, true, false])
  }
}
