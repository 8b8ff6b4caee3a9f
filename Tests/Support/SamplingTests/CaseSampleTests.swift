import Sampling
import Testing

struct CaseSampleTests {
  private static let cases = Array(1...100)

  @Test(arguments: [nil, "", "all"]) func completeRunTakesEveryCase(text: String?) {
    #expect(CaseSample(text).cases(Self.cases, oneIn: 6) == Self.cases)
  }

  @Test(arguments: [(6, 17), (7, 15), (100, 1), (1000, 1), (1, 100)])
  func shareIsRoundedUp(share: Int, count: Int) {
    let taken = CaseSample("c49269e4").cases(Self.cases, oneIn: share)
    #expect(taken.count == count && Set(taken).isSubset(of: Self.cases) && taken == taken.sorted())
  }

  @Test func sameTextTakesTheSameCases() {
    let taken = CaseSample("c49269e4").cases(Self.cases, oneIn: 6)
    #expect(CaseSample("c49269e4").cases(Self.cases, oneIn: 6) == taken)
    #expect(CaseSample("9e7328e9").cases(Self.cases, oneIn: 6) != taken)
  }

  /// Each case is tried sooner or later.
  @Test func commitsTogetherTakeEveryCase() {
    let taken = (1...100).flatMap { CaseSample("commit \($0)").cases(Self.cases, oneIn: 6) }
    #expect(Set(taken) == Set(Self.cases))
  }
}
